import { isUuid } from '../../schemas/json';
import { InvalidInput } from '../../errors';

const labels = {
	setId: 'set ID',
	documentId: 'document ID',
	customerId: 'customer ID',
	customerIds: 'customer ID',
} as const;

/** The id, sure to be a UUID: nothing else ever becomes part of an address (specification 4.4). */
export function checkedId(field: keyof typeof labels, value: unknown): string {
	if (isUuid(value)) return value;
	const given = typeof value === 'string' ? value.trim() : '';
	throw new InvalidInput({
		field,
		message: given === '' ? `The ${labels[field]} is missing` : `The ${labels[field]} is not a UUID`,
		description: `Nothing was sent. A ${labels[field]} looks like 01234567-89ab-cdef-0123-456789abcdef and comes from a search result or an event.`,
	});
}
