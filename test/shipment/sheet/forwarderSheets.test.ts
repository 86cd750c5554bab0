import type { ForwarderSheet } from '../../fixtures/forwarderSheet';
import { forwarderSheets } from '../../fixtures/forwarderSheets';
import { lineOf } from '../../../nodes/CargoExchange/shipment/issue';
import { csvRows } from '../../helpers/csv';
import { reading } from '../../helpers/sheet';

function outcomeOf({ csv, delimiter, options }: ForwarderSheet) {
	const rows = csvRows(csv, delimiter).map((row, index) => ({ row_number: index + 2, ...row }));
	const { issues, shipments } = reading(rows, options);
	const all = [...issues, ...shipments.flatMap((shipment) => shipment.issues)];
	const linesOf = (isError: boolean) => all.filter(({ severity }) => (severity === 'stops') === isError).map(lineOf);
	return { payloads: shipments.map(({ payload }) => payload), stops: linesOf(true), remarks: linesOf(false) };
}

const beginningWith = (lines: readonly string[]) => lines.map((line) => expect.stringContaining(line) as unknown);

describe('a sheet as forwarders write it', () => {
	it.each(forwarderSheets.map((sheet) => [sheet.name, sheet] as const))('%s', (_, sheet) => {
		const { payloads, stops, remarks } = outcomeOf(sheet);
		if ('stops' in sheet) {
			expect(stops).toEqual(beginningWith(sheet.stops));
			return;
		}
		expect(stops).toEqual([]);
		expect(payloads).toMatchObject(sheet.sends);
		expect(remarks).toEqual(beginningWith(sheet.remarks ?? []));
	});
});
