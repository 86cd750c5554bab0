import { modifiedDate } from '../../schemas/date';

const written = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * The moment that a date field or an expression means, in milliseconds since 1970; NaN when the text is no date.
 * n8n's date fields name no zone: such a text is a wall clock in `timezone` (an IANA name), as the exchange's own dates are.
 */
export function instant(text: string, timezone: string): number {
	const [, day = '', time = '00:00', zone] = written.exec(text.trim()) ?? [];
	if (zone !== undefined) return Date.parse(text.trim().replace(' ', 'T'));
	return Date.parse(modifiedDate(`${day}T${time}`, timezone) ?? '');
}
