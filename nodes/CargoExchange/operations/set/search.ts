import { searchPages } from '../../exchange/client';
import { modifiedDate } from '../../schemas/date';
import { asReceived, rowKey, type SetRow } from '../../schemas/search';
import { simplified, statusMessageOf } from '../../schemas/setRow';
import { eventColumns } from '../../schemas/statusMessage';
import { statusRank } from '../../vocabulary';
import { customersOf, noBillNumbers, requestOf, rowFilter } from '../../n8n/setFilters';
import { mostOf } from '../../n8n/sharedParameters';
import { severalConsignors } from '../../lookup/findSets';
import { searchSets } from '../../lookup/searchSets';
import { defineOperation } from '../operation';
import { searchParameters, type SearchInput } from './searchParameters';

export const searchOperation = defineOperation({
	resource: 'set',
	operation: 'search',
	name: 'Search',
	action: 'Search bills of lading (sets)',
	description:
		'Find sets (bills of lading with their documents) by customer, status, shipment reference and more. The exchange returns no B/L numbers, so search by shipment reference, or by a text in the results.',
	parameters: searchParameters,
	async *run(exchange, input, { timezone: fields, addHint }) {
		const { timezone } = exchange.profile;
		const lacking = new Map<string, number>();
		const wanted = rowFilter(input.filters, { fields, exchange: timezone });
		const most = mostOf(input);
		// A filter of ours may leave out any row, and a later row replace an earlier one: then only the results show how many are needed.
		const limit = wanted.isEmpty && !input.onePerSet ? most : Infinity;
		const scope = { customerIds: customersOf(input), searchIn: input.searchIn };
		const sent = requestOf(input.filters);
		const pages = searchSets(exchange, sent, scope, (request) => searchPages(exchange, request, limit));
		const table = (row: SetRow) => eventColumns(statusMessageOf(row, timezone));
		const toJson = { raw: asReceived, simplified, table }[input.output];
		const latest = new Map<string, SetRow>();
		const seen = { setIds: new Set<string>(), consignors: new Set<string>(), isTwice: false };
		let given = 0;
		let read = 0;
		for await (const { rows, notes } of pages) {
			notes.forEach(addHint);
			if (++read === manyPages) addHint(readManyPages);
			for (const row of rows) {
				if (given >= most) break;
				const { passes, lacks } = wanted.check(row);
				if (lacks !== undefined) lacking.set(lacks, (lacking.get(lacks) ?? 0) + 1);
				if (!passes) continue;
				if (input.filters.shipmentRef && row.consignorCompanyName) seen.consignors.add(row.consignorCompanyName);
				if (input.onePerSet) {
					const key = row.setId.toLowerCase() || rowKey(row);
					latest.set(key, laterOf(row, latest.get(key), timezone));
				} else {
					seen.isTwice ||= row.setId !== '' && seen.setIds.has(row.setId);
					seen.setIds.add(row.setId);
					yield { json: exchange.withoutSecrets(toJson(row, timezone)) };
					given++;
				}
			}
			if (given >= most) break;
		}
		for (const row of [...latest.values()].slice(0, most)) {
			yield { json: exchange.withoutSecrets(toJson(row, timezone)) };
			given++;
		}
		if (given === 0 && lacking.size === 0)
			addHint(nothingFound(input, !wanted.isEmpty || Object.keys(sent).length > 0));
		if (seen.isTwice) addHint(listedTwice);
		const several = severalConsignors(input.filters.shipmentRef ?? '', seen.consignors);
		if (several) addHint(several);
		for (const [filter, count] of lacking) addHint(leftOut(filter, count));
	},
});

const listedTwice =
	'A set is listed once for each of its transactions. To get each set once, switch on "One per Set": otherwise "Download All" downloads its PDFs several times.';

const manyPages = 20;
const readManyPages =
	'The search reads more than 20 pages of results, which takes time. To read fewer, choose customers, add filters, or set a limit.';

/** Of two transactions of a set the one that changed last; at the same time, the one with the later status. */
function laterOf(row: SetRow, other: SetRow | undefined, timezone: string): SetRow {
	if (!other) return row;
	const changedAt = ({ modifiedDate: written }: SetRow) => modifiedDate(written ?? '', timezone) ?? '';
	const [changed, otherChanged] = [changedAt(row), changedAt(other)];
	const isLater = statusRank(row.status ?? '') > statusRank(other.status ?? '');
	return changed > otherChanged || (changed === otherChanged && isLater) ? row : other;
}

function nothingFound({ allCustomers, searchIn, filters }: SearchInput, isFiltered: boolean): string {
	const customers = allCustomers ? '' : ' Check the customers.';
	const filtered = isFiltered ? ' Check the filters.' : '';
	const folders = searchIn === 'ALL' ? '' : ' Set "Search In" to "Inbox and Filed".';
	const number = filters.shipmentRef || filters.text ? ` ${noBillNumbers}` : '';
	return `No set was found.${customers}${filtered}${folders}${number}`;
}

function leftOut(filter: string, count: number): string {
	return count === 1
		? `One result has no value for "${filter}" and was left out.`
		: `${count} results have no value for "${filter}" and were left out.`;
}
