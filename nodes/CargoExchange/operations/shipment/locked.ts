import { opensWithEmptyPassword } from './emptyPassword';
import { dictionaryAt, type PdfDictionary, type PdfValue } from './objects';

/**
 * True for a PDF that nobody can read without a password or a certificate. False for one that is open to all, also where it is encrypted
 * only to forbid printing or changing, and wherever it cannot be told.
 */
export function isLocked(pdf: Buffer): boolean {
	if (!pdf.includes('/Encrypt')) return false;
	const text = pdf.toString('latin1');
	const trailer = trailerOf(text);
	const encryption = resolved(trailer?.get('/Encrypt'), text);
	if (!trailer || !encryption) return false;
	if (encryption.get('/Filter') !== '/Standard') return true;
	return passwordIsEmpty(encryption, trailer.get('/ID')) === false;
}

/** How many dictionaries before the word are tried. */
const tries = 50;

/** The last trailer, or cross-reference stream, that tells of encryption: each update of a file repeats it. */
function trailerOf(text: string): PdfDictionary | null {
	let start = [...text.matchAll(/\/Encrypt(?=[\s\d<%])/g)].at(-1)?.index ?? 0;
	for (let tried = 0; tried < tries && start > 0; tried++) {
		start = text.lastIndexOf('<<', start - 1);
		const dictionary = start < 0 ? null : dictionaryAt(text, start);
		if (dictionary?.has('/Encrypt')) return dictionary;
	}
	return null;
}

/** What describes the encryption never lies in a compressed stream. */
function resolved(value: PdfValue | undefined, text: string): PdfDictionary | null {
	if (value instanceof Map) return value;
	if (typeof value !== 'object' || !('object' in value)) return null;
	const head = new RegExp(`(?<!\\d)${value.object}\\s+${value.generation}\\s+obj(?=\\s*<<)`, 'g');
	const last = [...text.matchAll(head)].at(-1);
	return last ? dictionaryAt(text, last.index + last[0].length) : null;
}

function passwordIsEmpty(encryption: PdfDictionary, ids: PdfValue | undefined): boolean | null {
	const [owner, user] = [encryption.get('/O'), encryption.get('/U')];
	const [revision, permissions] = [encryption.get('/R'), encryption.get('/P')];
	if (!Buffer.isBuffer(owner) || !Buffer.isBuffer(user)) return null;
	if (typeof revision !== 'number' || typeof permissions !== 'number') return null;
	const bits = encryption.get('/Length');
	const fileId = Array.isArray(ids) ? ids[0] : undefined;
	return opensWithEmptyPassword({
		revision,
		permissions,
		owner,
		user,
		keyBytes: revision === 2 ? 5 : revision === 4 ? 16 : typeof bits === 'number' ? bits / 8 : 5,
		encryptsMetadata: encryption.get('/EncryptMetadata') !== 'false',
		fileId: Buffer.isBuffer(fileId) ? fileId : Buffer.alloc(0),
	});
}
