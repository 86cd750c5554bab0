/** Words for nothing of other languages and of programs. In names and places, nobody means them. */
import { corrections, payloads, type Row } from '../../helpers/sheet';

const row = (more: Row): Row => ({ 'Shipment Reference': 'A', 'B/L Number': 'BL-A', Cargo: 'Tea', ...more });

it.each([
	...[
		'k. A.',
		's/d',
		'N.D.',
		'Entfällt',
		'Néant',
		'sans objet',
		'por confirmar',
		'n.v.t.',
		'Yok',
		'待定',
		'无',
		'同上',
	],
	...['False', 'TRUE', 'NaN', '#NV', '#YOK', '#CAMPO!', '(Leer)', '(en blanco)', '[empty]', '<none>', false],
])('stop as a name and as a place: %s', (word) => {
	for (const header of ['Freight Forwarder Name', 'Place of Delivery'])
		expect(corrections([row({ [header]: word })])).toEqual([
			expect.stringMatching(new RegExp(`^Row 1, ${header}: ".*"\\. Is a placeholder\\.`)),
		]);
});

it.each(['Naked Foods', 'Ka Ora Ltd', 'Offenbach', '(HK) Trading Ltd', 'Nd Tea', 'True Blue Foods', '#1 Seafood'])(
	'are not read into names: %s',
	(name) => {
		expect(payloads([row({ Shipper: name })])[0]?.sets?.[0]?.shipper?.name).toBe(name);
	},
);

it('may be meant as marks, description, clause and seal', () => {
	const cells = { 'Shipping Marks': '(EMPTY)', Description: '无', 'B/L Clause': 'k.A.', 'Seal No': '#ABC1' };
	const [set] = payloads([row({ ...cells, 'Container Number': 'CSQU3054383' })])[0]?.sets ?? [];
	expect(set).toMatchObject({
		cargos: [{ marksAndNumbers: '(EMPTY)', cargoDescription: '无' }],
		...{ billOfLadingClause: 'k.A.', containers: [{ sealNumber: '#ABC1' }] },
	});
});
