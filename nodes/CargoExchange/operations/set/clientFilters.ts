import { modifiedDate } from '../../schemas/date';
import type { SetRow } from '../../schemas/search';
import { statusKey } from '../../vocabulary';
import { propertiesOf } from '../../n8n/parameterTable';
import { instantOf } from '../../n8n/values';
import { clientFilters, type ClientFilters } from './searchParameters';
import { signatures } from './simplified';

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
	const filters = Object.entries(filtersOf(wanted, zones)).flatMap(([name, filter]) =>
		filter ? [{ label: labels[name] ?? name, filter }] : [],
	);
	const passes = (row: SetRow) =>
		filters.every(({ label, filter }) => {
			const answer = filter(row);
			if (answer === null) onLack(label);
			return answer === true;
		});
	return { isEmpty: filters.length === 0, passes };
}

const labels = Object.fromEntries(propertiesOf(clientFilters).map(({ name, displayName }) => [name, displayName]));

/** What each filter of the form does; undefined if it was not filled in. A filter that does nothing does not compile. */
function filtersOf(wanted: ClientFilters, zones: Zones): Record<keyof ClientFilters, Filter | undefined> {
	const { modifiedAfter, modifiedBefore, billOfLadingDateFrom: from, billOfLadingDateTo: to } = wanted;
	const statuses = wanted.statuses.map(statusKey);
	const types = wanted.documentTypes.map(statusKey);
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
