import { ErrorStatus } from '../errorStatus';

/** A PDF file found in an import. */
export type Attachment = { name: string; docType: string; bytes: Buffer };

const nameKeys = ['name', 'documentName', 'fileName', 'filename', 'title'];
const typeKeys = ['docType', 'documentType', 'type'];
/** A shorter text is not a file, even if it has only the letters of Base64. */
const minFileLength = 200;

/**
 * Finds every Base64 PDF inside `parcels`, whose structure is open; its name and type come from the fields beside it.
 * Throws an ErrorStatus with the path of a file that is not a PDF or not valid Base64.
 */
export function findAttachments(parcels: unknown, path: string): Attachment[] {
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
	// `%PDF-` in Base64. Any other long text without spaces is a file too.
	const claimsPdf = encoded.startsWith('JVBERi');
	if (!claimsPdf && (text.length < minFileLength || /[^A-Za-z0-9+/=]/.test(encoded.slice(0, minFileLength))))
		return null;
	const bytes = Buffer.from(encoded, 'base64');
	if (!isExactBase64(encoded, bytes)) throw new ErrorStatus(400, `${path}: is not valid Base64`);
	if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new ErrorStatus(400, `${path}: is Base64, but not a PDF`);
	return bytes;
}

/**
 * Node skips characters that are not Base64 and accepts the URL variant; both show here. A regular expression would be
 * too slow for files of hundreds of megabytes.
 */
function isExactBase64(encoded: string, bytes: Buffer): boolean {
	const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0;
	if (encoded.includes('-') || encoded.includes('_')) return false;
	return encoded.length % 4 === 0 && bytes.length === (encoded.length / 4) * 3 - padding;
}

function firstText(fields: Record<string, unknown>, names: string[]): string | undefined {
	for (const name of names) {
		const value = fields[name];
		if (typeof value === 'string' && value !== '' && value.length < minFileLength) return value;
	}
	return undefined;
}
