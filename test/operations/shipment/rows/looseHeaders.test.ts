import { payloads, type Row } from '../../../helpers/sheet';

function setOf(rows: Row[]): unknown {
	const [payload] = payloads(rows.map((row) => ({ 'Shipment Reference': 'S1', 'B/L Number': 'B1', ...row })));
	return payload?.sets?.[0];
}

const figures = {
	'Gross Weight (kg)': 1000,
	'Net Weight': 900,
	'Weight Unit': 'KGM',
	Packages: 10,
	'Packing Unit': 'BAGS',
};
const weight = { quantityGross: 1000, quantityNet: 900, crossRefId: 'KGM' };
const packaging = [{ numberOfPackingItems: 10, packingUnit: 'BAGS', weight }];

it('takes figures for those of the cargo where the sheet names no container, and makes none up', () => {
	expect(setOf([{ 'Cargo Name': 'Coffee', ...figures }])).toEqual({
		blNumber: 'B1',
		cargos: [{ cargoName: 'Coffee', packaging }],
	});
});

it('tells cargos apart, one to a row', () => {
	const rows = [
		{ 'Cargo Name': 'Coffee', Packages: 10, Volume: 3.5 },
		{ 'Cargo Name': 'Tea', Packages: 4, Volume: 1.5 },
	];
	expect(setOf(rows)).toEqual({
		blNumber: 'B1',
		cargos: [
			{ cargoName: 'Coffee', packaging: [{ numberOfPackingItems: 10, volume: { quantityGross: 3.5 } }] },
			{ cargoName: 'Tea', packaging: [{ numberOfPackingItems: 4, volume: { quantityGross: 1.5 } }] },
		],
	});
});

it.each(['Container Number', 'Container Type', 'Seal'])(
	'takes them for those of the container in a sheet with a column %s',
	(column) => {
		const set = setOf([{ 'Cargo Name': 'Coffee', [column]: 'CSQU3054383', ...figures }]);
		expect(set).toMatchObject({ containers: [{ containerQuantity: weight, totalNumberOfPackingItems: 10 }] });
	},
);

it('leaves to the container what says so', () => {
	expect(setOf([{ 'Cargo Name': 'Coffee', 'Container Gross Weight': 1000 }])).toMatchObject({
		containers: [{ containerQuantity: { quantityGross: 1000 } }],
	});
});
