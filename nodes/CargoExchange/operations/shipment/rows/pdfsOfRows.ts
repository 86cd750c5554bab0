import { InputRefused } from '../../../api/errors';
import type { Given } from '../../operation';
import type { AttachedPdf } from '../importBody';
import type { ImportInput } from '../importInput';
import { readPdfs } from '../pdfs';

/**
 * The PDFs of a shipment: each of its rows may bring some, in the fields that the parameters name for that row. A row that brings none is
 * passed over. Throws InputRefused where PDFs are wanted and no row brings one.
 */
export async function pdfsOfRows(rows: ReadonlyArray<Given<ImportInput>>): Promise<AttachedPdf[]> {
	const wanted = rows[0]?.parameters().pdfs.pdf.flatMap(({ binaryPropertyName }) => binaryPropertyName) ?? [];
	if (wanted.length === 0) return [];
	const pdfs: AttachedPdf[] = [];
	// Only rows with a file have their parameters read: there may be thousands of others.
	for (const row of rows.filter(({ context }) => wanted.some((field) => context.hasFile(field)))) {
		const { context } = row;
		const there = row.parameters().pdfs.pdf.map(({ binaryPropertyName, ...pdf }) => ({
			...pdf,
			binaryPropertyName: binaryPropertyName.filter((field) => context.hasFile(field)),
		}));
		pdfs.push(...(await readPdfs({ pdf: there }, context)));
	}
	if (pdfs.length === 0) throw noPdf(wanted);
	return pdfs;
}

function noPdf(fields: string[]): InputRefused {
	return new InputRefused({
		field: 'pdfs',
		message: `None of its rows has a PDF in "${fields.join('", "')}"`,
		description: 'Give one of its rows the file, or take the entry out of "PDFs".',
	});
}
