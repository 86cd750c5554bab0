import { InvalidInput } from '../../errors';
import type { InputItem } from '../operation';
import type { AttachedPdf } from './requestBody';
import type { ImportInput } from './importFields';
import { readPdfs } from './pdfs';

/**
 * The PDFs of a shipment: each of its rows may bring some, in the fields that the parameters name for that row. A row that brings none is
 * passed over, and a file that several rows bring goes along once. Throws InvalidInput where PDFs are wanted and no row brings one.
 */
export async function pdfsOfRows(rows: ReadonlyArray<InputItem<ImportInput>>): Promise<AttachedPdf[]> {
	const wanted = rows[0]?.parameters().pdfs.pdf ?? [];
	const named = wanted.flatMap(({ binaryPropertyName }) => binaryPropertyName);
	if (named.length === 0) return [];
	const pdfs: AttachedPdf[] = [];
	// Only rows that may have a file have their parameters read: there may be thousands of others.
	for (const row of rows.filter(({ context }, index) => index === 0 || context.mayHaveFiles)) {
		const { context } = row;
		const there = row.parameters().pdfs.pdf.map(({ binaryPropertyName, ...pdf }) => ({
			...pdf,
			binaryPropertyName: (binaryPropertyName ?? []).filter((file) => context.hasFile(file)),
		}));
		pdfs.push(...(await readPdfs({ pdf: there }, context)));
	}
	if (pdfs.length === 0) throw noPdf(named);
	return onceEach(pdfs);
}

function onceEach(pdfs: AttachedPdf[]): AttachedPdf[] {
	const isSame = (one: AttachedPdf, other: AttachedPdf) =>
		one.file.storeId === other.file.storeId && one.documentName === other.documentName;
	return pdfs.filter(
		(pdf, index) => pdf.file.storeId === undefined || pdfs.findIndex((other) => isSame(pdf, other)) === index,
	);
}

function noPdf(files: ReadonlyArray<string | object | null>): InvalidInput {
	const names = files.filter((file) => typeof file === 'string').map((name) => ` in "${name}"`);
	return new InvalidInput({
		field: 'pdfs',
		message: `None of its rows has a PDF${names.join(' or')}`,
		description: 'Give one of its rows the file, or take the entry out of "PDFs".',
	});
}
