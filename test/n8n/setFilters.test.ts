import { schemaOf } from '../../nodes/CargoExchange/n8n/parameterTable';
import { clientFilters, rowFilter } from '../../nodes/CargoExchange/n8n/setFilters';
import { readRow } from '../../nodes/CargoExchange/schemas/search';

const zones = { fields: 'UTC', exchange: 'UTC' };
const row = (more: object) => readRow({ setId: '01234567-89ab-cdef-0123-456789abcdef', ...more });

describe('a filter of the node', () => {
	it.each([
		['a date with a time', '2022-05-10T00:00:00Z', { passes: true }],
		['an earlier date', '2022-05-08', { passes: false }],
		['a date behind words', 'on 2022-05-10', { passes: false, lacks: 'Bill of Lading Date From' }],
		['half a date', '2022-05-1', { passes: false, lacks: 'Bill of Lading Date From' }],
		['a date in words', '10 May 2022', { passes: false, lacks: 'Bill of Lading Date From' }],
		['milliseconds', 1_652_140_800_000, { passes: false, lacks: 'Bill of Lading Date From' }],
		['nothing', null, { passes: false, lacks: 'Bill of Lading Date From' }],
	])('by bill of lading date takes %s for what it is', (_what, billOfLadingDate, verdict) => {
		const wanted = schemaOf(clientFilters).parse({ billOfLadingDateFrom: '2022-05-09' });
		expect(rowFilter(wanted, zones).check(row({ billOfLadingDate }))).toEqual(verdict);
	});
});
