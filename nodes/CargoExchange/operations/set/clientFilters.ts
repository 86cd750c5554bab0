import { DateTime } from 'luxon';
import * as z from 'zod/v4';
import { modifiedDate } from '../../schemas/date';
import type { SetRow } from '../../schemas/search';
import { statusKey } from '../../vocabulary';
import { list, text } from '../../n8n/parameters';
import { signatures } from './simplified';

const date = text.refine(
	(value) => value === undefined || !Number.isNaN(instant(value, 'UTC')),
	'must be a date such as 2022-05-12 or 2022-05-12T14:05:00',
);

const signatureStates = ['complete', 'missing'];

/** Filters that the exchange does not support: applied to its results as they arrive. */
export const clientFilters = {
	statuses: list.prefault([]),
	documentTypes: list.prefault([]),
	modifiedAfter: date,
	modifiedBefore: date,
	billOfLadingDateFrom: date,
	billOfLadingDateTo: date,
	signatures: text.refine(
		(value) => value === undefined || signatureStates.includes(value),
		`must be ${signatureStates.join(' or ')}`,
	),
	text,
};

type ClientFilters = z.output<z.ZodObject<typeof clientFilters>>;

/** IANA names: the zone of the date fields, and the zone in which the exchange writes modification dates. */
type Zones = { fields: string; exchange: string };

/** Null: the row lacks the field of the filter. */
type Filter = (row: SetRow) => boolean | null;

/** Whether a row passes all filters. A row without a filter's field does not, and `onLack` receives the filter's label. */
export function rowFilter(
	wanted: ClientFilters,
	zones: Zones,
	onLack: (filter: string) => void,
): { isEmpty: boolean; passes: (row: SetRow) => boolean } {
	const filters = Object.entries(filtersOf(wanted, zones));
	const passes = (row: SetRow) =>
		filters.every(([label, filter]) => {
			const answer = filter(row);
			if (answer === null) onLack(label);
			return answer === true;
		});
	return { isEmpty: filters.length === 0, passes };
}

/** The filters that were filled in, by their labels. */
function filtersOf(wanted: ClientFilters, zones: Zones): Record<string, Filter> {
	const { modifiedAfter, modifiedBefore, billOfLadingDateFrom: from, billOfLadingDateTo: to } = wanted;
	const statuses = wanted.statuses.map(statusKey);
	const types = wanted.documentTypes.map(statusKey);
	const part = wanted.text?.toLowerCase();
	return {
		...(statuses.length > 0 && {
			Statuses: ({ status }) => (status ? statuses.includes(statusKey(status)) : null),
		}),
		...(types.length > 0 && {
			'Document Types': ({ documents }) =>
				documents?.length ? documents.some(({ docType }) => types.includes(statusKey(docType ?? ''))) : null,
		}),
		...(modifiedAfter && modified('Modified After', zones, (at) => at > instant(modifiedAfter, zones.fields))),
		...(modifiedBefore && modified('Modified Before', zones, (at) => at < instant(modifiedBefore, zones.fields))),
		...(from && dated('Bill of Lading Date From', (day) => day >= from.slice(0, 10))),
		...(to && dated('Bill of Lading Date To', (day) => day <= to.slice(0, 10))),
		...(wanted.signatures && {
			Signatures: ({ signature }) => {
				const [done, total] = signatures(signature);
				return done === null ? null : done >= total === (wanted.signatures === 'complete');
			},
		}),
		...(part && { Text: (row) => textsOf(row).includes(part) }),
	};
}

function modified(label: string, { exchange }: Zones, holds: (at: number) => boolean): Record<string, Filter> {
	return {
		[label]: ({ modifiedDate: written }) => {
			const at = modifiedDate(written ?? '', exchange);
			return at === null ? null : holds(Date.parse(at));
		},
	};
}

function dated(label: string, holds: (day: string) => boolean): Record<string, Filter> {
	return {
		[label]: ({ billOfLadingDate }) => {
			const [day] = /^\d{4}-\d{2}-\d{2}/.exec(billOfLadingDate ?? '') ?? [];
			return day === undefined ? null : holds(day);
		},
	};
}

function textsOf(row: SetRow): string {
	const names = (row.documents ?? []).flatMap(({ name, docType }) => [name, docType]);
	return [...Object.values(row), ...names]
		.filter((value) => typeof value === 'string')
		.join('\n')
		.toLowerCase();
}

/**
 * The instant of a date field or an expression, in milliseconds since 1970; NaN if the text is not a date.
 * n8n's date fields have no zone: such a text is local time in `timezone` (an IANA name).
 */
export function instant(text: string, timezone: string): number {
	const date = text.trim().replace(' ', 'T');
	return /^\d{4}-\d{2}-\d{2}(T|$)/.test(date) ? DateTime.fromISO(date, { zone: timezone }).toMillis() : NaN;
}
