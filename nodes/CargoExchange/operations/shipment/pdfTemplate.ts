import { InvalidInput } from '../../errors';
import { isRecord } from '../../schemas/json';
import { placeholderOf, type AttachedPdf } from './requestBody';

/**
 * Where attached PDFs go in the payload. The specification says that `parcels` may hold them as Base64 and leaves the
 * structure open (2.7), so the user can change it: the list entry with `{base64}` is repeated for each PDF.
 */
export const defaultPdfTemplate = {
	parcels: { documents: [{ name: '{documentName}', docType: '{documentType}', content: '{base64}' }] },
};

type Json = Record<string, unknown>;

/** The payload with an entry for each PDF where the template puts it. What the payload already holds there stays. */
export function attachPdfs(payload: Json, pdfs: AttachedPdf[], template: Json = defaultPdfTemplate): Json {
	if (pdfs.length === 0) return payload;
	if (!hasPdfList(template)) {
		throw refused(
			'The PDF template has no list with an entry that holds {base64}',
			'Put the entry for one PDF in a list [ ]; it is repeated for each PDF.',
		);
	}
	return mergeObject(template, payload, pdfs, []);
}

function merge(template: unknown, into: unknown, pdfs: AttachedPdf[], path: string[]): unknown {
	if (isList(template)) return mergeList(template, into, pdfs, path);
	if (isRecord(template)) return mergeObject(template, into, pdfs, path);
	return template;
}

function mergeObject(template: Json, into: unknown, pdfs: AttachedPdf[], path: string[]): Json {
	const present = into ?? {};
	if (!isRecord(present)) throw inTheWay('an object', path);
	const merged = Object.entries(template).map(([key, value]): [string, unknown] => [
		key,
		merge(value, present[key], pdfs, [...path, key]),
	]);
	return { ...present, ...Object.fromEntries(merged) };
}

/** The list that holds the entry for a PDF grows by one entry for each; lists around it are merged place by place. */
function mergeList(template: unknown[], into: unknown, pdfs: AttachedPdf[], path: string[]): unknown[] {
	if (!isList(into ?? [])) throw inTheWay('a list', path);
	const present = isList(into) ? into : [];
	if (template.some(isPdfEntry)) {
		return [
			...present,
			...template.flatMap((entry) => (isPdfEntry(entry) ? pdfs.map((pdf, index) => fill(entry, pdf, index)) : [entry])),
		];
	}
	const rest: unknown[] = present.slice(template.length);
	return [...template.map((entry, index) => merge(entry, present[index], pdfs, [...path, String(index)])), ...rest];
}

function fill(entry: unknown, pdf: AttachedPdf, index: number): unknown {
	if (typeof entry === 'string') {
		const words = new Map([
			['base64', placeholderOf(index)],
			['documentName', pdf.documentName],
			['documentType', pdf.documentType],
			['fileName', pdf.file.fileName ?? ''],
		]);
		return entry.replace(/\{(\w+)\}/g, (whole, word: string) => words.get(word) ?? whole);
	}
	if (!isRecord(entry)) return entry;
	return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, fill(value, pdf, index)]));
}

function isPdfEntry(value: unknown): boolean {
	if (typeof value === 'string') return value.includes('{base64}');
	return isRecord(value) && Object.values(value).some(isPdfEntry);
}

function hasPdfList(value: unknown): boolean {
	if (Array.isArray(value)) return value.some((entry) => isPdfEntry(entry) || hasPdfList(entry));
	return isRecord(value) && Object.values(value).some(hasPdfList);
}

function isList(value: unknown): value is unknown[] {
	return Array.isArray(value);
}

function inTheWay(what: string, path: string[]): InvalidInput {
	const place = path.join('.') || 'its top';
	return refused(
		`The payload has no room for the PDFs: ${place} is not ${what}`,
		'Change the payload, or the PDF template in the options.',
	);
}

function refused(message: string, description: string): InvalidInput {
	return new InvalidInput({ field: 'options.pdfTemplate', message, description });
}
