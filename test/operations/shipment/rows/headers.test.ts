import { columnOf, friendlyHeaders } from '../../../../nodes/CargoExchange/operations/shipment/rows/headers';

/** Where a header leads: the dotted path with the index of each entry. */
function way(header: string): string | undefined {
	const column = columnOf(header);
	if (!column) return undefined;
	return [...column.levels.map(({ path, index }) => `${path}[${index}]`), column.path].join('.');
}

describe('columnOf', () => {
	it('knows a header of its own for every field', () => {
		expect(friendlyHeaders).toHaveLength(100);
		expect(new Set(friendlyHeaders.map(({ header }) => header)).size).toBe(100);
		for (const { header, path } of friendlyHeaders) {
			const indexed = way(header)?.replace(/\[0\]/g, '');
			expect([header, indexed]).toEqual([header, path]);
			expect(way(path)).toBe(way(header));
		}
	});

	it.each([
		['Seal Number', 'sets[0].containers[0].sealNumber'],
		['seal no.', 'sets[0].containers[0].sealNumber'],
		['CONTAINER', 'sets[0].containers[0].containerNumber'],
		['B/L Number', 'sets[0].blNumber'],
		['Bill of Lading', 'sets[0].blNumber'],
		['Gross Weight', 'sets[0].containers[0].containerQuantity.quantityGross'],
		['Cargo Quantity Gross', 'sets[0].cargos[0].quantities[0].quantityGross'],
		['Marks & Numbers', 'sets[0].cargos[0].marksAndNumbers'],
		['Packing Unit', 'sets[0].containers[0].packingUnit'],
		['Shipper', 'sets[0].shipper.name'],
		['Shipper ID', 'sets[0].shipper.id'],
		['Currency', 'sets[0].freightCharges.charges[0].amount.currency'],
		['IMO', 'vessel.imo'],
		['Port of Loading', 'sets[0].loadingLocation'],
	])('reads %s', (header, path) => {
		expect(way(header)).toBe(path);
	});

	it.each([
		['sets.containers.sealNumber', 'sets[0].containers[0].sealNumber'],
		['containers.sealNumber', 'sets[0].containers[0].sealNumber'],
		['sets[1].containers[2].sealNumber', 'sets[1].containers[2].sealNumber'],
		['sets.1.containers.2.sealNumber', 'sets[1].containers[2].sealNumber'],
		['notifyParties[1].name', 'sets[0].notifyParties[1].name'],
		['freightCharges.prepaidTotals[3].amount.value', 'sets[0].freightCharges.prepaidTotals[3].amount.value'],
		['Notify Party 2 Name', 'sets[0].notifyParties[1].name'],
		['Cargo Quantity 2 Unit', 'sets[0].cargos[0].quantities[1].crossRefId'],
	])('tells entries of one row apart: %s', (header, path) => {
		expect(way(header)).toBe(path);
	});

	it.each(['', 'Name', 'Unit', 'ID', 'Remarks', '__proto__', 'constructor', 'sets', 'Shipper Address 2', 'Amount 2'])(
		'does not guess what %p means',
		(header) => {
			expect(columnOf(header)).toBeUndefined();
		},
	);
});
