import { issuesIn } from '../../../helpers/checks';
import { payloads } from '../../../helpers/sheet';

describe('readSheet', () => {
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

		it('are left out if they cannot be made: other units, or a figure that not every container has', () => {
			const tea = container('CSQU3054383', 'Tea', 5);
			const more = container('EXAU1000003', 'Tea', 7);
			const cargo = (cells: object) => payloads([tea, { ...more, ...cells }])[0]!.sets![0]!.cargos![0];
			for (const cells of [{ 'Weight Unit': 'KGS' }, { 'Weight Unit': '' }, { 'Gross Weight': '' }])
				expect(cargo(cells)).not.toHaveProperty('quantities');
			expect(cargo({ Packages: '' })).not.toHaveProperty('packaging');
			expect(cargo({})).toMatchObject({
				quantities: [{ quantityGross: 12 }],
				packaging: [{ numberOfPackingItems: 20 }],
			});
		});
	});
});
