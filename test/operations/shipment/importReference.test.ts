import { jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { importOf, rowOf, shipmentNamed } from '../../helpers/shipment';

const exchange = useExchangeNode();

const rows = (...refs: string[]) =>
	refs.map((ref, index) => rowOf(`S${index + 1}`, { 'B/L Number': `B${index + 1}`, 'Import Reference': ref }));

describe('shipments of one sheet with one import reference', () => {
	const message = (names: string) => textWith(`${names}: "FIX". Several shipments have this import reference`);

	it.each([
		['in the column', rows('R1', 'FIX', 'FIX'), '', 'Shipment S2, Shipment S3'],
		['by the parameter', rows('', 'R2', ''), 'FIX', 'Shipment S1, Shipment S3'],
		['by both', rows('', 'FIX', 'R3'), 'FIX', 'Shipment S1, Shipment S2'],
	])('are named and refused before anything is sent: %s', async (_, items, importRef, named) => {
		for (const dryRun of [false, true]) {
			const { error } = await exchange.run('shipment.import', { inputMode: 'rows', importRef, dryRun }, { items });
			expect(error).toMatchObject({ message: message(named) });
		}
		expect(exchange.imports()).toEqual([]);
	});

	it('are left out while the others are imported, if the user chose to continue', async () => {
		const items = [...rows('FIX', 'R2', 'FIX'), ...rows('FIX')];
		const outcome = await exchange.run(
			'shipment.import',
			{ inputMode: 'rows', importRef: '' },
			{ items, onError: 'continueRegularOutput' },
		);
		const shared = { error: message('Shipment S1, Shipment S3') };
		expect(jsonOf(outcome)).toMatchObject([shared, shared, { importRef: 'R2', httpStatus: 200 }]);
	});
});

describe('an import reference that cannot be sent', () => {
	it.each([
		['a line break', 'R\n1', 'contains a line break, a tab or another'],
		['half of an emoji', 'R\ud83d', 'contains a line break, a tab or another'],
		['too many characters', 'R'.repeat(501), 'has more than 500 characters'],
	])('is refused by the name of its field: %s', async (_, reference, message) => {
		const options = { validation: 'warn' };
		const given = await exchange.run('shipment.import', importOf('IMP-17', { importRef: reference, options }));
		expect(given.error?.message).toContain(`The import reference ${message}`);
		const own = await exchange.run('shipment.import', importOf(reference, { importRef: '', options }));
		expect(`${own.error?.message} ${own.error?.description}`).toContain(`The shipment reference ${message}`);
		expect(exchange.imports()).toEqual([]);
	});

	it('is refused by its row and column in a sheet', async () => {
		const items = rows('R\n13', 'R'.repeat(501)).map(({ json }, index) => ({
			json: { row_number: index + 2, ...json },
		}));
		const { error } = await exchange.run('shipment.import', { inputMode: 'rows', ifPresent: 'import' }, { items });
		expect(error?.description?.split('\n')).toEqual([
			'Row 2, Import Reference: "R',
			'13". Has several lines. Enter one value: an address has its own column. If it is right as it is, add R 13 to Accept Values (it then passes every time).',
			textWith('Row 3, Import Reference: The import reference has more than 500 characters'),
		]);
		expect(exchange.imports()).toEqual([]);
	});

	it('hides no other correction of its shipment, and neither does a missing PDF', async () => {
		const items = rows('R\t13').map(({ json }) => ({ json: { row_number: 2, ...json, POL: '', 'B/L Date': 'TBA' } }));
		const pdfs = { pdf: [{ binaryPropertyName: 'data', documentType: 'OTHER' }] };
		const { error } = await exchange.run('shipment.import', { inputMode: 'rows', pdfs }, { items });
		expect(error?.description?.split('\n')).toEqual([
			textWith('Row 2, Import Reference: The import reference contains a line break, a tab or'),
			textWith('Row 2, B/L Date: "TBA". Is a placeholder.'),
			textWith('Shipment S1: None of its rows has a PDF in "data".'),
			textWith('Bill of lading B1: Port of Loading is missing.'),
		]);
	});
});

describe('a control character in a shipment reference or a B/L number', () => {
	it.each(['\u0000', '\u0007', '\u001b', '\ud83d'])(
		'is doubted before anything is searched for or sent: %j',
		async (character) => {
			const reference = `CTRL${character}1`;
			const named = JSON.stringify(shipmentNamed('CTRL-2'));
			const withNumber = named.replace('"BL1"', JSON.stringify(reference));
			for (const payload of [JSON.stringify(shipmentNamed(reference)), withNumber]) {
				const given = importOf('CTRL', { importRef: 'CTRL', payload });
				const { error } = await exchange.run('shipment.import', given);
				expect(`${error?.message} ${error?.description}`).toContain(
					'Has characters that were changed when the file was written or read.',
				);
			}
			const items = rows('').map(({ json }) => ({ json: { ...json, 'Shipment Reference': reference } }));
			const inSheet = await exchange.run('shipment.import', { inputMode: 'rows', importRef: 'CTRL' }, { items });
			expect(inSheet.error?.message).toContain('Has characters that were changed');
			expect(exchange.simulator.requests).toEqual([]);
		},
	);
});
