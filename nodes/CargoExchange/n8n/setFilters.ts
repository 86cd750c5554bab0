/** The filters of a search for sets: their fields, and what they do. */
import { InvalidInput } from '../errors';
import { modifiedDate } from '../schemas/date';
import type { SearchRequest, SetRow } from '../schemas/search';
import { signatures } from '../schemas/setRow';
import { setStatuses, statusKey } from '../vocabulary';
import { date, jsonObject, openList, optionalChoice, text } from './parameter';
import { propertiesOf, type Values } from './parameterTable';
import { documentTypeChoices } from './sharedParameters';
import { instantOf } from './values';

export const noBillNumbers = 'The exchange returns no B/L numbers. Search by shipment reference.';

const inWorkflowZone = 'In the time zone of the workflow, unless the value includes one';

/** Filters that the exchange applies (docs/service.md 2.3). */
export const sentFilters = {
	additionalFilters: jsonObject('Additional Filters', {
		default: '{}',
		description:
			'Further filters that your exchange supports, as a JSON object, e.g. {"name": "value"}. They are sent together with the others.',
	}),
	instance: text('Application', {
		placeholder: 'e.g. EXCHANGE',
		description: 'The application that holds the set, such as EXCHANGE or HUB',
	}),
	shipmentRef: text('Shipment Reference', {
		placeholder: 'e.g. SHP-2026-0101',
		description: 'The reference of the shipment that the set belongs to. The exchange returns no B/L numbers.',
	}),
};

/** Filters that the exchange does not support: applied to its results as they arrive. */
export const clientFilters = {
	billOfLadingDateFrom: date('Bill of Lading Date From', { description: 'The first day to include' }),
	billOfLadingDateTo: date('Bill of Lading Date To', { description: 'The last day to include' }),
	documentTypes: openList('Document Types', documentTypeChoices, {
		description: 'Sets with a document of one of these types. Specify other types using an expression.',
	}),
	modifiedAfter: date('Modified After', { description: inWorkflowZone }),
	modifiedBefore: date('Modified Before', { description: inWorkflowZone }),
	signatures: optionalChoice(
		'Signatures',
		'missing',
		{
			complete: { name: 'Complete', description: 'All signatures are complete' },
			missing: { name: 'Missing', description: 'At least one signature is missing' },
		},
		{ description: 'Whether all signatures are complete or some are missing' },
	),
	statuses: openList('Statuses', Object.fromEntries(setStatuses.map((name) => [name, { name }])), {
		description: 'Sets with one of these statuses. Specify other statuses using an expression.',
	}),
	text: text('Text', {
		placeholder: 'e.g. coffee',
		description: 'Text in a field of the result, or in the name or type of a document (not case-sensitive)',
		hint: noBillNumbers,
	}),
};

/** Those that a node offers; one that it does not offer is undefined. */
export type ClientFilters = Partial<Values<typeof clientFilters>>;

/** The request of the filters that were filled in. */
export function requestOf({ additionalFilters, shipmentRef, instance }: Values<typeof sentFilters>): SearchRequest {
	return { ...additionalFilters, ...(shipmentRef && { shipmentRef }), ...(instance && { instance }) };
}

/** IANA names: the zone of the date fields, and the zone in which the exchange writes modification dates. */
type Zones = { fields: string; exchange: string };

/** Null: the row lacks the field of the filter. */
type Filter = (row: SetRow) => boolean | null;

/** Whether a row passes all filters. `lacks`: the label of the filter that it does not pass because it has no such field. */
type Verdict = { passes: boolean; lacks?: string };

export function rowFilter(wanted: ClientFilters, zones: Zones): { isEmpty: boolean; check: (row: SetRow) => Verdict } {
	const filters = Object.entries(filtersOf(wanted, zones)).flatMap(([name, filter]) =>
		filter ? [{ label: labels[name] ?? name, filter }] : [],
	);
	const check = (row: SetRow): Verdict => {
		for (const { label, filter } of filters) {
			const answer = filter(row);
			if (answer !== true) return { passes: false, ...(answer === null && { lacks: label }) };
		}
		return { passes: true };
	};
	return { isEmpty: filters.length === 0, check };
}

const labels = Object.fromEntries(propertiesOf(clientFilters).map(({ name, displayName }) => [name, displayName]));

/** What each filter of the form does; undefined if it was not filled in. A filter that does nothing does not compile. */
function filtersOf(wanted: ClientFilters, zones: Zones): Record<keyof ClientFilters, Filter | undefined> {
	const { modifiedAfter, modifiedBefore, billOfLadingDateFrom: from, billOfLadingDateTo: to } = wanted;
	const statuses = (wanted.statuses ?? []).map(statusKey);
	const types = (wanted.documentTypes ?? []).map(statusKey);
	const part = wanted.text?.toLowerCase();
	return {
		statuses: statuses.length > 0 ? ({ status }) => (status ? statuses.includes(statusKey(status)) : null) : undefined,
		documentTypes:
			types.length > 0
				? ({ documents }) =>
						documents?.length ? documents.some(({ docType }) => types.includes(statusKey(docType ?? ''))) : null
				: undefined,
		modifiedAfter: modifiedAfter ? modified(zones, (at) => at > instantOf(modifiedAfter, zones.fields)) : undefined,
		modifiedBefore: modifiedBefore ? modified(zones, (at) => at < instantOf(modifiedBefore, zones.fields)) : undefined,
		billOfLadingDateFrom: from ? dated((day) => day >= from.slice(0, 10)) : undefined,
		billOfLadingDateTo: to ? dated((day) => day <= to.slice(0, 10)) : undefined,
		signatures: wanted.signatures ? signed(wanted.signatures === 'complete') : undefined,
		text: part ? (row) => textsOf(row).includes(part) : undefined,
	};
}

function signed(isComplete: boolean): Filter {
	return ({ signature }) => {
		const [done, total] = signatures(signature);
		return done === null ? null : done >= total === isComplete;
	};
}

function modified({ exchange }: Zones, holds: (at: number) => boolean): Filter {
	return ({ modifiedDate: written }) => {
		const at = modifiedDate(written ?? '', exchange);
		return at === null ? null : holds(Date.parse(at));
	};
}

function dated(holds: (day: string) => boolean): Filter {
	return ({ billOfLadingDate }) => {
		const [day] = /^\d{4}-\d{2}-\d{2}/.exec(billOfLadingDate ?? '') ?? [];
		return day === undefined ? null : holds(day);
	};
}

function textsOf(row: SetRow): string {
	const names = (row.documents ?? []).flatMap(({ name, docType }) => [name, docType]);
	return [...Object.values(row), ...names]
		.filter((value) => typeof value === 'string')
		.join('\n')
		.toLowerCase();
}

/** The customers to search for; none means all. */
export function customersOf({ allCustomers, customerIds }: { allCustomers: boolean; customerIds: string[] }): string[] {
	if (allCustomers) return [];
	if (customerIds.length > 0) return customerIds;
	throw new InvalidInput({
		field: 'customerIds',
		message: 'No customer was chosen',
		description:
			'If you used an expression, check that the input item contains the field. Otherwise, choose at least one customer, or switch on "All Customers", which means every company that this user may see.',
	});
}
