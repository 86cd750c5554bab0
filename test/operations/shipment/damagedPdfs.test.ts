import type { INodeParameters } from 'n8n-workflow';
import { damagedPdfs } from '../../helpers/damagedPdfs';
import { jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { importOf, itemWith, rowOf } from '../../helpers/shipment';
import { pdfOf } from '../../helpers/pdfExchange';

const exchange = useExchangeNode();
const pdfs = { pdf: [{ binaryPropertyName: 'bill' }] };
const sound = pdfOf(400_000);

async function attach(bytes: Buffer, reference: string, options: INodeParameters = {}) {
	const parameters = { ...importOf(reference), pdfs, options };
	return await exchange.run('shipment.import', parameters, { items: [await itemWith({ bill: bytes })] });
}

describe('a PDF that was damaged before it is attached', () => {
	it.each(damagedPdfs(sound))('is not sent with Strict: %s', async (_what, bytes) => {
		const { error } = await attach(bytes, 'DAMAGED-1');
		expect(error?.message).toBe('One value of the shipment is invalid; nothing was sent');
		expect(error?.description).toMatch(
			/"bill\.pdf"\. The PDF is damaged: .*If it is right as it is, add bill\.pdf to Accept Values/,
		);
		expect(exchange.imports()).toEqual([]);
	});

	it.each([{ acceptValues: 'bill.pdf' }, { validation: 'warn' }])('is sent with %j, and named', async (options) => {
		const [, [, bytes]] = damagedPdfs(sound) as [never, [string, Buffer]];
		const [json] = jsonOf(await attach(bytes, `DAMAGED-2-${Object.keys(options)[0]}`, options));
		expect(json).toMatchObject({ imported: true, warnings: [{ rule: 'damagedPdf', value: 'bill.pdf' }] });
	});

	it('stops a sheet with its other corrections', async () => {
		const { binary = {} } = await itemWith({ bill: sound.subarray(0, 300_000) });
		const items = [{ ...rowOf('DAMAGED-3', { POL: '' }), binary }];
		const { error } = await exchange.run('shipment.import', { inputMode: 'rows', pdfs }, { items });
		expect(error?.description?.split('\n').slice(0, 2).sort()).toEqual([
			textWith('Port of Loading is missing'),
			textWith('The PDF is damaged: its end is missing'),
		]);
	});
});

describe('a sound PDF', () => {
	it.each([
		['with blanks behind its end', Buffer.concat([sound, Buffer.alloc(3_000, ' ')])],
		['with a comment of lost letters', Buffer.concat([Buffer.from('%PDF-1.4\n%\ufffd\ufffd\ufffd\ufffd\n'), sound])],
		['that is empty but for its ends', pdfOf(0)],
		['with something in front of it, as readers of PDFs take it', Buffer.concat([Buffer.from('\r\n\uFEFF'), sound])],
	])('is attached without a word: %s', async (what, bytes) => {
		expect(jsonOf(await attach(bytes, `SOUND-${what}`))).toMatchObject([{ imported: true, warnings: [] }]);
	});
});
