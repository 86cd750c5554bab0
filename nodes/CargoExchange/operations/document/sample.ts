import { createHash } from 'node:crypto';
import type { ItemContext } from '../../n8n/itemContext';
import type { SavedPdf } from './downloads';

/** On the page, and the names of the files: more than one, as most sets have. */
export const sampleTitles = ['SAMPLE, NOT A BILL OF LADING', 'SAMPLE, NOT A PACKING LIST'];

/** A PDF with which "Download All" answers the trigger's sample event in a test, so that the nodes after it can be tried. */
export async function sampleFile(title: string, binaryProperty: string, context: ItemContext): Promise<SavedPdf> {
	const content = onePage(title);
	const fileName = `${title}.pdf`;
	const binary = await context.storeFile({ content, fileName, mimeType: 'application/pdf' });
	const sha256 = createHash('sha256').update(content).digest('hex');
	const entry = { documentId: '', name: title, docType: null, fileName, size: content.length, sha256, binaryProperty };
	return { binary, entry };
}

/** A PDF of one A4 page with one line of plain text. */
function onePage(line: string): Buffer {
	const drawn = `BT /F1 24 Tf 60 700 Td (${line}) Tj ET`;
	const objects = [
		'<</Type/Catalog/Pages 2 0 R>>',
		'<</Type/Pages/Kids[3 0 R]/Count 1>>',
		'<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
		`<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`,
		'<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>',
	];
	let file = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const at = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(at).padStart(10, '0')} 00000 n \n`;
	});
	const size = objects.length + 1;
	const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
	return Buffer.from(`${file}${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`);
}
