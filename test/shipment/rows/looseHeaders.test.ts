import { payloads, type Row } from '../../helpers/sheet';

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

it('assigns quantities to the cargo if the sheet has no containers', () => {
	expect(setOf([{ 'Cargo Name': 'Coffee', ...figures }])).toEqual({
		blNumber: 'B1',
		cargos: [{ cargoName: 'Coffee', packaging }],
	});
});

it('keeps cargos on different rows separate', () => {
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
	'assigns them to the container in a sheet with a column %s',
	(column) => {
		const set = setOf([{ 'Cargo Name': 'Coffee', [column]: 'CSQU3054383', ...figures }]);
		expect(set).toMatchObject({ containers: [{ containerQuantity: weight, totalNumberOfPackingItems: 10 }] });
	},
);

it('assigns a quantity to the container if its header says so', () => {
	expect(setOf([{ 'Cargo Name': 'Coffee', 'Container Gross Weight': 1000 }])).toMatchObject({
		containers: [{ containerQuantity: { quantityGross: 1000 } }],
	});
});
