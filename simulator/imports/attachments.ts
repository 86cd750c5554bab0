import { ErrorStatus } from '../errorStatus';

/** A PDF found in an import. */
export type Attachment = { name: string; docType: string; bytes: Buffer };

const nameKeys = ['name', 'documentName', 'fileName', 'filename', 'title'];
const typeKeys = ['docType', 'documentType', 'type'];
/** Text shorter than this is taken for text even if it is written in Base64's letters. */
const shortestFile = 200;

/**
 * Finds every PDF written as Base64 anywhere inside `parcels`, whose structure is open. Its name and type are read from beside it.
 * Throws an ErrorStatus naming the path where a file is no PDF or its Base64 is broken.
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
	const encoded = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text;
	// `%PDF-` in Base64. Without it: prose has spaces among its first letters, a file in Base64 has none.
	const meantAsPdf = encoded.startsWith('JVBERi');
	if (!meantAsPdf && (text.length < shortestFile || /[^A-Za-z0-9+/=]/.test(encoded.slice(0, shortestFile))))
		return null;
	const bytes = Buffer.from(encoded, 'base64');
	if (!isExactBase64(encoded, bytes)) throw new ErrorStatus(400, `${path}: is not valid Base64`);
	if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new ErrorStatus(400, `${path}: is Base64, but no PDF`);
	return bytes;
}

/**
 * Node passes over what is not Base64 and takes the letters of URLs too; either shows here. No regular expression: a
 * file may have hundreds of megabytes.
 */
function isExactBase64(encoded: string, bytes: Buffer): boolean {
	const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0;
	if (encoded.includes('-') || encoded.includes('_')) return false;
	return encoded.length % 4 === 0 && bytes.length === (encoded.length / 4) * 3 - padding;
}

function firstText(fields: Record<string, unknown>, names: string[]): string | undefined {
	for (const name of names) {
		const value = fields[name];
		if (typeof value === 'string' && value !== '' && value.length < shortestFile) return value;
	}
	return undefined;
}
