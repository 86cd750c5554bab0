/** A number that carries its unit, its currency or the kind of packages in the cell. */
import { corrections, payloads, type Row } from '../../helpers/sheet';
import { neededColumns } from '../../helpers/shipment';

const row = (more: Row): Row => ({
	...{ 'Shipment Reference': 'A', 'B/L Number': 'BL-A', 'Container Number': 'CSQU3054383', ...neededColumns },
	...more,
});
const containerOf = (more: Row) => payloads([row(more)])[0]?.sets?.[0]?.containers?.[0];

it('is read with its unit', () => {
	expect(
		containerOf({ Weight: '9840 kg', 'Net Weight': '9,500.5 KGS', Volume: '12,5m³', Packages: '820 cartons' }),
	).toMatchObject({
		containerQuantity: { quantityGross: 9840, quantityNet: 9500.5, crossRefId: 'KGM' },
		containerVolume: { quantityGross: 12.5, crossRefId: 'MTQ' },
		...{ totalNumberOfPackingItems: 820, packingUnit: 'cartons' },
	});
});

it.each(['USD 1,200.50', '1200.50 USD', 'USD1200.5'])('is read with its currency: %s', (amount) => {
	const [set] = payloads([row({ 'Charge Code': 'BAS', 'Charge Amount': amount })])[0]?.sets ?? [];
	expect(set?.freightCharges?.charges).toMatchObject([{ amount: { value: 1200.5, currency: 'USD' } }]);
});

it.each<[Row, string]>([
	[{ 'Gross Weight (lbs)': '9840 kg' }, 'Its cell says KGM, and its header LBR. Correct one of the two.'],
	[{ Weight: '9840 kg', 'Weight Unit': 'lb' }, 'Its cell says KGM, and the unit column LBR. Correct one of the two.'],
	[{ Packages: '820 cartons', Kind: 'BAGS' }, 'Its cell says cartons, and the unit column BAGS.'],
	[{ Weight: '9840 cbm' }, '"9840 cbm". Is not a number.'],
	[{ Packages: '9840 kg' }, '"9840 kg". Is not a number.'],
	[{ Packages: '820 ctns 20 bags' }, 'Is not a number.'],
	[{ Weight: '12.500 kg' }, 'Can mean 12500 or 12.5.'],
])('stops where something else says otherwise, or it is none: %j', (cells, text) => {
	expect(corrections([row(cells)])).toEqual([expect.stringContaining(text)]);
});

it('agrees with a column that says the same in other words', () => {
	expect(containerOf({ Packages: '820 ctn', Kind: 'CARTONS', Weight: '9840 kgs', 'Weight Unit': 'KGM' })).toMatchObject(
		{
			...{ packingUnit: 'CARTONS', containerQuantity: { quantityGross: 9840, crossRefId: 'KGM' } },
		},
	);
});
