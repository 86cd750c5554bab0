import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import path from 'node:path';
import PDFDocument from 'pdfkit';
import { isLocked } from '../../../../nodes/CargoExchange/operations/shipment/locked';

/** Made with qpdf, with a cross-reference stream: revision 6, which the PDF library of the tests does not write. */
const made = (name: string) => readFileSync(path.resolve(__dirname, `../../../fixtures/pdf/${name}-aes256.pdf`));

async function pdf(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
	const document = new PDFDocument(options);
	document.text('A short bill of lading (with brackets) and \\ a stroke').end();
	return await buffer(document);
}

describe('a PDF', () => {
	it.each(['1.3', '1.4', '1.5', '1.6', '1.7', '1.7ext3'] as const)(
		'of version %s is locked by a password for opening, and not by one against printing',
		async (pdfVersion) => {
			const ownerPassword = 'owner';
			expect(isLocked(await pdf({ pdfVersion, userPassword: 'secret', ownerPassword }))).toBe(true);
			expect(isLocked(await pdf({ pdfVersion, ownerPassword, permissions: { printing: 'lowResolution' } }))).toBe(
				false,
			);
			expect(isLocked(await pdf({ pdfVersion }))).toBe(false);
		},
	);

	it('of the newest encryption is judged alike', () => {
		expect(isLocked(made('password'))).toBe(true);
		expect(isLocked(made('open'))).toBe(false);
	});

	it('for certain recipients is locked', () => {
		const file =
			'%PDF-1.7\n5 0 obj\n<< /Filter /Adobe.PubSec /V 4 >>\nendobj\ntrailer\n<< /Root 1 0 R /Encrypt 5 0 R >>\n%%EOF';
		expect(isLocked(Buffer.from(file))).toBe(true);
	});

	it('that only speaks of encryption is not locked', async () => {
		const document = new PDFDocument({ compress: false, info: { Title: '/Encrypt 1 0 R' } });
		document.text('/Encrypt 1 0 R').end();
		expect(isLocked(await buffer(document))).toBe(false);
		expect(isLocked(Buffer.from('%PDF-1.7 << /Encrypt 9 0 R >> trailer'))).toBe(false);
		expect(
			isLocked(Buffer.from('%PDF-1.7 trailer << /Encrypt << /Filter /Standard /R 99 /P 1 /O (a) /U (b) >> >>')),
		).toBe(false);
	});

	it('that is damaged is not held to be locked, and does no harm', () => {
		const whole = made('password');
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 40 }),
				fc.nat(whole.length),
				(changes, end) => {
					const damaged = Buffer.from(whole);
					for (const [at, byte] of changes) damaged[at] = byte;
					expect(typeof isLocked(damaged.subarray(0, end))).toBe('boolean');
				},
			),
			{ seed: 20250331, numRuns: 300 },
		);
		expect(isLocked(Buffer.from(`<< /Encrypt ${'['.repeat(100_000)}`))).toBe(false);
		expect(isLocked(Buffer.from('<< /Encrypt 1 0 R '.repeat(20_000)))).toBe(false);
	});
});
