import { check } from '../../../../nodes/CargoExchange/operations/shipment/checks/check';
import { shipmentsFromRows } from '../../../../nodes/CargoExchange/operations/shipment/rows/shipments';

type Row = Record<string, unknown>;

function payloads(rows: Row[]) {
	return shipmentsFromRows(rows).flatMap((group) => ('payload' in group ? [group.payload] : []));
}

function notes(rows: Row[]): string[] {
	return shipmentsFromRows(rows).flatMap((group) =>
		'refusal' in group ? [] : group.notes.map(({ advice }) => advice),
	);
}

describe('shipmentsFromRows', () => {
	describe('totals', () => {
		const container = (number: string, cargo: string, gross: number) => ({
			shipmentReference: 'S',
			blNumber: 'B',
			'Container Number': number,
			'Container Type': '45G1',
			Cargo: cargo,
			'Gross Weight': gross,
			'Weight Unit': 'KGM',
			Packages: 10,
			'Packing Unit': 'CARTONS',
		});

		it('are added up where the rows leave them out', () => {
			const rows = [
				container('CSQU3054383', 'Tea', 0.1),
				container('EXAU1000003', 'Tea', 0.2),
				container('EXAU1000019', 'Rice', 5),
			];
			const [payload] = payloads(rows);
			const quantity = (quantityGross: number) => [{ quantityGross, crossRefId: 'KGM' }];
			const packing = (numberOfPackingItems: number, quantityGross: number) => [
				{ numberOfPackingItems, packingUnit: 'CARTONS', weight: { quantityGross, crossRefId: 'KGM' } },
			];
			expect(payload!.sets![0]).toMatchObject({
				numberOfContainers: 3,
				totalContainers: '3 x 45G1',
				cargos: [
					{ cargoName: 'Tea', quantities: quantity(0.3), packaging: packing(20, 0.3) },
					{ cargoName: 'Rice', quantities: quantity(5), packaging: packing(10, 5) },
				],
			});
			expect(check(payload, '2025-04-10')).toEqual([]);
		});

		it('are left alone where they are given, and where a container holds several cargos', () => {
			const given = { ...container('CSQU3054383', 'Tea', 5), 'Number of Containers': 9, 'Cargo Quantity Gross': 7 };
			expect(payloads([given])[0]!.sets![0]).toMatchObject({
				numberOfContainers: 9,
				cargos: [{ quantities: [{ quantityGross: 7 }] }],
			});
			const mixed = [container('CSQU3054383', 'Tea', 5), container('CSQU3054383', 'Rice', 5)];
			expect(payloads(mixed)[0]!.sets![0]!.cargos).toEqual([{ cargoName: 'Tea' }, { cargoName: 'Rice' }]);
		});

		it('of charges come by currency and payment type', () => {
			const charge = (code: string, currency: string, amount: number, type: string) => ({
				shipmentReference: 'S',
				blNumber: 'B',
				'Payment Location Prepaid': 'Rotterdam',
				'Charge Code': code,
				Currency: currency,
				Amount: amount,
				'Payment Type': type,
			});
			const rows = [
				charge('BAS', 'USD', 0.1, 'Prepaid'),
				charge('BAF', 'USD', 0.2, 'PREPAID'),
				charge('THD', 'JPY', 900, 'collect'),
			];
			const [payload] = payloads(rows);
			expect(payload!.sets![0]!.freightCharges).toMatchObject({
				chargeTotals: [
					{ amount: { currency: 'USD', value: 0.3 }, paymentType: 'PREPAID' },
					{ amount: { currency: 'JPY', value: 900 }, paymentType: 'COLLECT' },
				],
				prepaidTotals: [{ amount: { currency: 'USD', value: 0.3 }, location: 'Rotterdam' }],
			});
			expect(check(payload, '2025-04-10')).toEqual([]);
		});
	});

	it('counts a charge once that is filled down on container rows, says so, and counts charge rows each', () => {
		const charge = { shipmentReference: 'S', blNumber: 'B', 'Charge Code': 'THD', Currency: 'USD', Amount: 100 };
		const filledDown = ['C1', 'C2', 'C3'].map((number) => ({ ...charge, 'Container Number': number }));
		expect(payloads(filledDown)[0]!.sets![0]!.freightCharges!.charges).toHaveLength(1);
		expect(notes(filledDown)).toEqual([expect.stringContaining('row 1 stands alike on 2 further rows with')]);
		expect(notes(filledDown.slice(1))).toEqual([expect.stringContaining('row 1 stands alike on 1 further row with')]);
		expect(payloads([charge, charge])[0]!.sets![0]!.freightCharges!.charges).toHaveLength(2);
		expect(notes([charge, charge])).toEqual([]);
	});
});
