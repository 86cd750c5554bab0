import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { importBody, type AttachedPdf } from '../../../nodes/CargoExchange/operations/shipment/requestBody';
import { attachPdfs } from '../../../nodes/CargoExchange/operations/shipment/pdfTemplate';

function pdfOf(content: Buffer, chunkSize = content.length || 1): AttachedPdf {
	const chunks = Array.from({ length: Math.ceil(content.length / chunkSize) }, (_, index) =>
		content.subarray(index * chunkSize, (index + 1) * chunkSize),
	);
	return {
		file: {
			fileName: 'a.pdf',
			storeId: undefined,
			size: content.length,
			open: () => Promise.resolve(Readable.from(chunks)),
		},
		documentName: 'A "quoted" name',
		documentType: 'Other',
		damage: null,
	};
}

const sent = async (payload: unknown, pdfs: AttachedPdf[]): Promise<unknown> => {
	const body = importBody(payload, pdfs);
	const first = await text(body.open());
	expect(Buffer.byteLength(first)).toBe(body.length);
	expect(await text(body.open())).toBe(first);
	return JSON.parse(first);
};

describe('the place of attached PDFs', () => {
	it('is parcels.documents by default, beside what is there', async () => {
		const pdfs = [pdfOf(Buffer.from('%PDF-1.7 one')), pdfOf(Buffer.from('%PDF-1.7 two!'))];
		const payload = { shipmentReference: 'Ü', parcels: { note: 'kept', documents: [{ name: 'already there' }] } };
		expect(await sent(attachPdfs(payload, pdfs), pdfs)).toEqual({
			shipmentReference: 'Ü',
			parcels: {
				note: 'kept',
				documents: [
					{ name: 'already there' },
					{ name: 'A "quoted" name', docType: 'Other', content: Buffer.from('%PDF-1.7 one').toString('base64') },
					{ name: 'A "quoted" name', docType: 'Other', content: Buffer.from('%PDF-1.7 two!').toString('base64') },
				],
			},
		});
	});

	it('may lie inside a list, whose entries are merged place by place', async () => {
		const pdfs = [pdfOf(Buffer.from('%PDF-'))];
		const template = { sets: [{ files: ['data:application/pdf;base64,{base64}'] }] };
		const payload = { sets: [{ setRef: 'one' }, { setRef: 'two' }] };
		expect(await sent(attachPdfs(payload, pdfs, template), pdfs)).toEqual({
			sets: [{ setRef: 'one', files: ['data:application/pdf;base64,JVBERi0='] }, { setRef: 'two' }],
		});
	});

	it('may have lists in its entry, whose words are filled in as well', async () => {
		const pdfs = [pdfOf(Buffer.from('%PDF-'))];
		const template = { files: [{ content: '{base64}', tags: ['{documentType}', { of: ['{fileName}', 7] }] }] };
		expect(await sent(attachPdfs({}, pdfs, template), pdfs)).toEqual({
			files: [{ content: 'JVBERi0=', tags: ['Other', { of: ['a.pdf', 7] }] }],
		});
	});

	it('is left alone if nothing is attached', () => {
		const payload = { parcels: 'text' };
		expect(attachPdfs(payload, [])).toBe(payload);
	});

	it.each([
		['double braces', {}, { files: ['{{base64}}'] }, 'no list with an entry that contains {base64}'],
		['no list with {base64}', {}, { parcels: { content: '{base64}' } }, 'no list with an entry that contains {base64}'],
		['something else in the way', { parcels: 'none' }, undefined, 'parcels is not an object'],
		['an object where a list is due', { parcels: { documents: {} } }, undefined, 'parcels.documents is not a list'],
	])('is refused with its reason: %s', (_, payload, template, message) => {
		expect(() => attachPdfs(payload, [pdfOf(Buffer.from('%PDF-'))], template)).toThrow(message);
	});
});

describe('the body of an import', () => {
	it.each([1, 2, 3, 4, 7, 64])('joins chunks of %i bytes to the same Base64', async (chunkSize) => {
		const content = Buffer.from('%PDF-1.7 some bytes \u0000\u00ff of a file');
		const pdfs = [pdfOf(content, chunkSize)];
		const payload = attachPdfs({}, pdfs);
		expect(JSON.stringify(await sent(payload, pdfs))).toContain(content.toString('base64'));
	});

	it('an upload stops if a file is shorter or longer than announced', async () => {
		const pdf = pdfOf(Buffer.from('%PDF-1.7'));
		const pdfs = [{ ...pdf, file: { ...pdf.file, size: 9 } }];
		await expect(text(importBody(attachPdfs({}, pdfs), pdfs).open())).rejects.toThrow(
			'a.pdf changed while it was being sent',
		);
	});

	it('an upload stops if a file cannot be read any more', async () => {
		const pdf = pdfOf(Buffer.from('%PDF-1.7'));
		const pdfs = [{ ...pdf, file: { ...pdf.file, open: () => Promise.reject(new Error('ENOENT')) } }];
		await expect(text(importBody(attachPdfs({}, pdfs), pdfs).open())).rejects.toThrow(
			'a.pdf could not be read while it was being sent',
		);
	});

	it('holds no more of a file than a chunk, and reads it only when it is sent', async () => {
		const chunk = Buffer.alloc(60_000, 1);
		let opened = 0;
		let ahead = 0;
		let mostAhead = 0;
		const file = {
			fileName: 'large.pdf',
			storeId: undefined,
			size: chunk.length * 200,
			open: () => {
				opened++;
				const source = (function* () {
					for (let number = 0; number < 200; number++) {
						mostAhead = Math.max(mostAhead, ++ahead);
						yield chunk;
					}
				})();
				return Promise.resolve(Readable.from(source, { highWaterMark: 1 }));
			},
		};
		const pdfs = [{ file, documentName: 'large', documentType: 'x', damage: null }];
		const body = importBody(attachPdfs({}, pdfs), pdfs);
		expect(opened).toBe(0);
		for await (const part of body.open()) if (Buffer.isBuffer(part) && part.length > 1_000) ahead--;
		expect(opened).toBe(1);
		expect(mostAhead).toBeLessThan(20);
	});
});
