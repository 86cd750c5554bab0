import { issuesIn } from '../../helpers/checks';
import { corrections, type Row } from '../../helpers/sheet';

const today = '2026-11-01';
const only = 'Is only a placeholder. Enter the value, or leave it empty.';

const rulesOf = (value: object) =>
	issuesIn(value, today).map(({ path, rule, severity }) => `${path} ${rule} ${severity}`);

describe('a word in the place of a value', () => {
	it.each([
		...['TBA', 'tba.', 'T.B.A.', 'TBN', 'TBC', 'To be advised', 'to be confirmed', 'to be announced by shipper'],
		...['N/A', 'n.a.', 'NA?', 'NIL', 'none', 'NULL', 'nan', 'NaT', '<NA>', '-', '--', '???', '.', 'XXXX', '#'],
		...['0', '00', 's/n', 'S.N.'],
		...[
			'not applicable',
			'not available',
			'See attached',
			'see attached list',
			'as per L/C',
			'as per L/C No. 12',
			'to follow',
		],
		...['pending', 'various', 'unknown'],
	])('is a warning in every text that is a name, a place, a reference or a code: %s', (word) => {
		const party = { name: word, address: word };
		const set = {
			...{
				consignee: party,
				notifyParties: [party],
				carrier: { name: word },
				contractNumber: word,
				placeOfReceipt: word,
			},
			containers: [{ packingUnit: word }],
			cargos: [{ cargoName: word, packaging: [{ packingUnit: word }] }],
		};
		expect(rulesOf({ voyageReference: word, sets: [set] }).sort()).toEqual(
			[
				...['voyageReference', 'sets[0].contractNumber', 'sets[0].placeOfReceipt', 'sets[0].carrier.name'],
				...['sets[0].consignee.name', 'sets[0].consignee.address'],
				...['sets[0].notifyParties[0].name', 'sets[0].notifyParties[0].address'],
				...['sets[0].cargos[0].cargoName', 'sets[0].cargos[0].packaging[0].packingUnit'],
				'sets[0].containers[0].packingUnit',
			]
				.map((path) => `${path} standIn warning`)
				.sort(),
		);
		expect(issuesIn({ voyageReference: word }, today).map(({ advice }) => advice)).toEqual([only]);
	});

	it.each([
		'Nanjing',
		'007',
		'SNT',
		'Nilsson',
		'TBA Logistics',
		'Tobe Ltd',
		'None Such Books',
		'Various Artists Ltd',
		'無',
		'€',
		'XX',
		'',
	])('is not seen in %j', (exportReference) => {
		expect(rulesOf({ exportReference })).toEqual([]);
	});

	it('is noted in free text; NA is Namibia', () => {
		const cargos = [{ cargoDescription: 'As per L/C', marksAndNumbers: 'NIL' }];
		expect(rulesOf({ sets: [{ billOfLadingClause: 'none', cargos }] })).toEqual([
			'sets[0].billOfLadingClause standIn note',
			'sets[0].cargos[0].cargoDescription standIn note',
			'sets[0].cargos[0].marksAndNumbers standIn note',
		]);
		expect(rulesOf({ sets: [{ destinationCountry: { unCountryCode: 'NA' } }] })).toEqual([]);
	});

	it('stops in any validation where rows are put together by it', () => {
		const row: Row = { 'Shipment Reference': 'S', 'B/L Number': 'B', 'Container Number': 'CSQU3054383' };
		for (const header of Object.keys(row))
			for (const cell of ['to follow', 0])
				expect(corrections([{ ...row, [header]: cell }])).toEqual([`Row 1, ${header}: "${cell}". ${only}`]);
	});
});

it.each(['n/a', 'TBA'])('an import reference is no placeholder: %s', (importRef) => {
	expect(corrections([{ shipmentReference: 'S', blNumber: 'B', 'Import Reference': importRef }])).toEqual([
		`Row 1, Import Reference: "${importRef}". Is only a placeholder. Enter the value, or leave it empty.`,
	]);
});
