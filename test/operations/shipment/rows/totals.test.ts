import { issuesIn } from '../../../helpers/checks';
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
			expect(issuesIn(payload, '2025-04-10')).toEqual([]);
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
			expect(issuesIn(payload, '2025-04-10')).toEqual([]);
		});

		describe('that cannot be made', () => {
			const tea = container('CSQU3054383', 'Tea', 5);
			const more = container('EXAU1000003', 'Tea', 7);
			const left = (rows: Row[]) =>
				shipmentsFromRows(rows).flatMap((group) =>
					'refusal' in group ? [] : group.notes.map(({ path, rule, advice }) => [path, rule, advice.split('.')[0]]),
				);

			it.each([
				[{ 'Weight Unit': 'KGS' }, 'quantities', 'its containers do not tell their weight in one unit (KGM, KGS)'],
				[{ 'Weight Unit': 'kgm' }, 'quantities', 'its containers do not tell their weight in one unit (KGM, kgm)'],
				[{ 'Weight Unit': '' }, 'quantities', 'its containers do not tell their weight in one unit (KGM, none)'],
				[{ 'Gross Weight': '' }, 'quantities', 'not all of its containers tell their gross weight'],
				[{ 'Net Weight': 4 }, 'quantities', 'not all of its containers tell their net weight'],
				[{ Volume: 4 }, 'quantities', 'not all of its containers tell their gross volume'],
				[{ Packages: '' }, 'packaging', 'not all of its containers tell their number of packages'],
			])('are told of: %j', (cells, field, why) => {
				const path = `sets[0].cargos[0].${field}`;
				expect(left([tea, { ...more, ...cells }])).toEqual([[path, 'sumLeftOut', `Left out: ${why}`]]);
				const given = {
					'Cargo Quantity Gross': 12,
					'Cargo Quantity Unit': 'KGM',
					'Packaging Number of Packing Items': 20,
				};
				expect(
					left([
						{ ...tea, ...given },
						{ ...more, ...cells },
					]),
				).toEqual([]);
			});

			it('are told of where containers hold several cargos, unless there is nothing to add up', () => {
				const why = 'Left out: the rows do not tell which containers hold this cargo alone';
				expect(left([tea, container('CSQU3054383', 'Rice', 5)])).toEqual([
					['sets[0].cargos[0].quantities', 'sumLeftOut', why],
					['sets[0].cargos[1].quantities', 'sumLeftOut', why],
				]);
				const bare = { shipmentReference: 'S', blNumber: 'B', 'Container Number': 'C' };
				expect(left(['Tea', 'Rice'].map((Cargo) => ({ ...bare, Cargo })))).toEqual([]);
			});

			it('are told of for charges', () => {
				const charge = { shipmentReference: 'S', 'Charge Code': 'BAS', Currency: 'USD', Amount: 5 };
				expect(left([charge])).toMatchObject([
					['sets[0].freightCharges.chargeTotals', 'sumLeftOut', expect.anything()],
				]);
				const prepaid = { ...charge, 'Payment Type': 'PREPAID' };
				expect(left([prepaid])).toMatchObject([
					['sets[0].freightCharges.prepaidTotals', 'sumLeftOut', expect.anything()],
				]);
				expect(left([{ ...prepaid, 'Payment Location Prepaid': 'Rotterdam' }])).toEqual([]);
				expect(left([{ ...prepaid, 'Payment Type': 'COLLECT' }])).toEqual([]);
			});
		});
	});

	it('counts a charge once that is filled down on container rows, says so, and counts charge rows each', () => {
		const charge = {
			shipmentReference: 'S',
			blNumber: 'B',
			'Charge Code': 'THD',
			Currency: 'USD',
			Amount: 100,
			'Payment Type': 'COLLECT',
		};
		const filledDown = ['C1', 'C2', 'C3'].map((number) => ({ ...charge, 'Container Number': number }));
		expect(payloads(filledDown)[0]!.sets![0]!.freightCharges!.charges).toHaveLength(1);
		expect(notes(filledDown)).toEqual([expect.stringContaining('row 1 stands alike on 2 further rows with')]);
		expect(notes(filledDown.slice(1))).toEqual([expect.stringContaining('row 1 stands alike on 1 further row with')]);
		expect(payloads([charge, charge])[0]!.sets![0]!.freightCharges!.charges).toHaveLength(2);
		expect(notes([charge, charge])).toEqual([]);
	});
});
