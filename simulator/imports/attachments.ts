import { Refusal } from '../problem';

/** A PDF found in an import. */
export type Attachment = { name: string; docType: string; bytes: Buffer };

const nameKeys = ['name', 'documentName', 'fileName', 'filename', 'title'];
const typeKeys = ['docType', 'documentType', 'type'];
/** Text shorter than this is taken for text even if it is written in Base64's letters. */
const shortestFile = 200;

/**
 * Finds every PDF written as Base64 anywhere inside `parcels`, whose structure is open. Its name and type are read from beside it.
 * Throws a Refusal naming the path where a file is no PDF or its Base64 is broken.
 */
export function findAttachments(parcels: unknown, path = 'parcels'): Attachment[] {
	const found: Attachment[] = [];
	visit(parcels, path, {}, found);
	return found;
}

function visit(value: unknown, path: string, beside: Record<string, unknown>, found: Attachment[]): void {
	if (typeof value === 'string') {
		const bytes = pdfBytes(value, path);
		if (bytes === null) return;
		found.push({
			name: firstText(beside, nameKeys) ?? `Document ${found.length + 1}`,
			docType: firstText(beside, typeKeys) ?? 'Uploadable Document',
			bytes,
		});
	} else if (Array.isArray(value)) {
		for (const [index, element] of value.entries()) visit(element, `${path}.${index}`, {}, found);
	} else if (typeof value === 'object' && value !== null) {
		const fields = Object.fromEntries(Object.entries(value));
		for (const [name, field] of Object.entries(fields)) visit(field, `${path}.${name}`, fields, found);
	}
}

function pdfBytes(text: string, path: string): Buffer | null {
	if (text.length < shortestFile && !text.startsWith('JVBERi')) return null;
	const encoded = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text;
	// Prose has spaces among its first letters; a file in Base64 has none.
	if (!/^[A-Za-z0-9+/=_-]+$/.test(encoded.slice(0, shortestFile))) return null;
	if (encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) {
		throw new Refusal(400, `${path}: is not valid Base64`);
	}
	const bytes = Buffer.from(encoded, 'base64');
	if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new Refusal(400, `${path}: is Base64, but no PDF`);
	return bytes;
}

function firstText(fields: Record<string, unknown>, names: string[]): string | undefined {
	for (const name of names) {
		const value = fields[name];
		if (typeof value === 'string' && value !== '' && value.length < shortestFile) return value;
	}
	return undefined;
}
