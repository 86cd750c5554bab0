import { InvalidInput } from '../../errors';
import type { ItemContext } from '../../n8n/itemContext';
import type { InputItem } from '../operation';
import type { ImportInput } from './importParameters';
import { endsOf, type AttachedPdf } from './requestBody';

type Pdfs = ImportInput['pdfs'];

/** The files that the user named. Throws InvalidInput for one that does not begin as a PDF does. `damages`: of files that were read before. */
export async function readPdfs(
	entries: Pdfs,
	context: ItemContext,
	damages = new Map<string, AttachedPdf['damage']>(),
): Promise<AttachedPdf[]> {
	const pdfs: AttachedPdf[] = [];
	for (const { binaryPropertyName, documentName, documentType } of entries) {
		if (binaryPropertyName === null)
			throw refused(
				'An entry under "PDFs" has no file',
				'Nothing was sent. Enter the name of the field with the file as "Input Binary Field", correct its expression, or remove the entry.',
			);
		for (const reference of binaryPropertyName) {
			const field = typeof reference === 'string' ? reference : (reference.fileName ?? 'a file from an expression');
			if (!context.hasFile(reference))
				throw refused(
					`The input item has no file in "${field}"`,
					'The Binary tab of the input shows the files: enter the name of one as "Input Binary Field" under "PDFs". A node in between may have dropped the file.',
				);
			const file = await context.readFile(reference);
			let damage = damages.get(file.storeId ?? '');
			if (damage === undefined) {
				const ends = await endsOf(file);
				if (!ends.isPdf)
					throw refused(
						`The file in "${field}" is not a PDF`,
						`${file.fileName ?? 'The file'} does not begin with %PDF-. Attach PDFs only, or convert the file first.`,
					);
				damage = ends.damage;
				if (file.storeId !== undefined) damages.set(file.storeId, damage);
			}
			const ownName = file.fileName?.replace(/\.pdf$/i, '');
			const name = [documentName, ownName, field].map((each) => printable(each ?? '')).find((each) => each !== '');
			pdfs.push({ file, documentName: name ?? 'document', documentType, damage });
		}
	}
	return pdfs;
}

/** Without characters that no name has: control characters, and those that turn the direction of text. */
function printable(name: string): string {
	return name.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
}

/**
 * The PDFs of a shipment made of several rows, each of which may have some in the fields that the parameters name for that row. A file that
 * several rows have is attached once. Throws InvalidInput if no row has a file that the parameters name.
 */
export async function readPdfsOfRows(rows: ReadonlyArray<InputItem<{ pdfs: Pdfs }>>): Promise<AttachedPdf[]> {
	const wanted = new Set<string>();
	const found = new Set<string>();
	const pdfs = new Map<unknown, AttachedPdf>();
	const damages = new Map<string, AttachedPdf['damage']>();
	for (const row of rows) {
		const { context } = row;
		const entries = row.parameters().pdfs;
		// Without an entry, no row has one: there may be thousands.
		if (entries.length === 0) break;
		const present = entries.map(({ binaryPropertyName, ...pdf }, index) => {
			const entry = `for entry ${index + 1} of "PDFs"`;
			const labelOf = (file: unknown) => (typeof file === 'string' ? `in "${file}"` : entry);
			const files = (binaryPropertyName ?? []).filter((file) => context.hasFile(file));
			for (const file of binaryPropertyName ?? [null]) wanted.add(labelOf(file));
			for (const file of files) found.add(labelOf(file)).add(entry);
			return { ...pdf, binaryPropertyName: files };
		});
		for (const pdf of await readPdfs(present, context, damages)) {
			const { storeId } = pdf.file;
			const key = storeId === undefined ? pdf : JSON.stringify([storeId, pdf.documentName]);
			if (!pdfs.has(key)) pdfs.set(key, pdf);
		}
	}
	const missing = [...wanted].filter((each) => !found.has(each));
	if (missing.length > 0)
		throw refused(
			`None of its rows has a PDF ${missing.join(' or ')}`,
			'Add the file to one of its rows, or remove the entry from "PDFs" (for this shipment alone: by an expression that returns []).',
		);
	return [...pdfs.values()];
}

function refused(message: string, description: string): InvalidInput {
	return new InvalidInput({ field: 'pdfs', message, description });
}
