import { InvalidInput } from '../../errors';
import { isRecord } from '../../schemas/json';
import { hasPdfList, isPdfEntry } from '../../schemas/profile';
import { placeholderOf, type AttachedPdf } from './requestBody';

/**
 * The place of attached PDFs in the payload. The structure of `parcels` is not documented (docs/service.md 2.7), so the user can change it, in the profile of the exchange or for a step:
 * the list entry with `{base64}` is repeated for each PDF.
 */
const defaultPdfTemplate = {
	parcels: { documents: [{ name: '{documentName}', docType: '{documentType}', content: '{base64}' }] },
};

type Json = Record<string, unknown>;

/** The payload with an entry for each PDF in the place that the template gives it. Existing entries there stay. */
export function attachPdfs(payload: Json, pdfs: readonly AttachedPdf[], template: Json = defaultPdfTemplate): Json {
	if (pdfs.length === 0) return payload;
	if (!hasPdfList(template)) {
		throw refused(
			'The PDF template has no list with an entry that contains {base64}',
			'Put the entry for one PDF in a list [ ]; it is repeated for each PDF.',
		);
	}
	return mergeObject(template, payload, pdfs, []);
}

/** The list with the PDF entry gets one entry for each PDF; objects and lists around it are merged field by field, and entry by entry. */
function merge(template: unknown, into: unknown, pdfs: readonly AttachedPdf[], path: string[]): unknown {
	if (isRecord(template)) return mergeObject(template, into, pdfs, path);
	if (!isList(template)) return template;
	const present = into ?? [];
	if (!isList(present)) throw cannotAdd('a list', path);
	if (template.some(isPdfEntry))
		return [
			...present,
			...template.flatMap((entry) => (isPdfEntry(entry) ? pdfs.map((pdf, index) => fill(entry, pdf, index)) : [entry])),
		];
	const merged = template.map((entry, index) => merge(entry, present[index], pdfs, [...path, String(index)]));
	return [...merged, ...present.slice(template.length)];
}

function mergeObject(template: Json, into: unknown, pdfs: readonly AttachedPdf[], path: string[]): Json {
	const present = into ?? {};
	if (!isRecord(present)) throw cannotAdd('an object', path);
	const merged = Object.entries(template).map(([key, value]): [string, unknown] => [
		key,
		merge(value, present[key], pdfs, [...path, key]),
	]);
	return { ...present, ...Object.fromEntries(merged) };
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
	if (isList(entry)) return entry.map((member) => fill(member, pdf, index));
	if (!isRecord(entry)) return entry;
	return Object.fromEntries(
		Object.entries(entry).map(([key, value]): [string, unknown] => [key, fill(value, pdf, index)]),
	);
}

function isList(value: unknown): value is unknown[] {
	return Array.isArray(value);
}

function cannotAdd(what: string, path: string[]): InvalidInput {
	return refused(
		`The PDFs cannot be added to the payload: ${path.join('.')} is not ${what}`,
		'Change the payload, or the PDF template in the options or in the Exchange Profile.',
	);
}

function refused(message: string, description: string): InvalidInput {
	return new InvalidInput({ field: 'options.pdfTemplate', message, description });
}
