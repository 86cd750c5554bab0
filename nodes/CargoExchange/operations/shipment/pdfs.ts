import * as z from 'zod/v4';
import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../errors';
import { documentTypes } from '../../vocabulary';
import type { ItemContext } from '../../n8n/itemContext';
import { fileList, text } from '../../n8n/parameters';
import { isRecord } from '../../schemas/json';
import { placeholderOf, startOf, type AttachedPdf } from './requestBody';

/** n8n keeps the rows of a fixed collection under the name of the row. */
export const pdfsInput = z
	.object({
		pdf: z.array(z.object({ binaryPropertyName: fileList, documentName: text, documentType: text })).default([]),
	})
	.prefault({});

/** Readers of PDFs pass over what some programs write in front. */
const markerWithin = 1024;

/** The files that the user named, each seen to begin as a PDF does. Throws InvalidInput for one that does not. */
export async function readPdfs(
	{ pdf: rows }: z.output<typeof pdfsInput>,
	context: ItemContext,
): Promise<AttachedPdf[]> {
	const pdfs: AttachedPdf[] = [];
	for (const { binaryPropertyName, documentName, documentType = documentTypes[1] } of rows) {
		if (binaryPropertyName === null) throw nothingNamed();
		for (const reference of binaryPropertyName) {
			const field = typeof reference === 'string' ? reference : (reference.fileName ?? 'a file from an expression');
			if (!context.hasFile(reference)) throw noFile(field);
			const file = await context.readFile(reference);
			if (!(await startOf(file, markerWithin)).includes('%PDF-')) throw noPdf(field, file.fileName);
			const ownName = file.fileName?.replace(/\.pdf$/i, '');
			pdfs.push({ file, documentName: documentName ?? ownName ?? field, documentType });
		}
	}
	return pdfs;
}

function nothingNamed(): InvalidInput {
	return new InvalidInput({
		field: 'pdfs',
		message: 'An entry under "PDFs" names no file',
		description:
			'Nothing was sent. Put the name of the input field that holds the file into "Input Binary Field", correct the expression in it, or take the entry out.',
	});
}

function noFile(property: string): InvalidInput {
	return new InvalidInput({
		field: 'pdfs',
		message: `The incoming item has no file in "${property}"`,
		description:
			'The Binary tab of the input shows which files there are: put the name of one into "Input Binary Field" under "PDFs". A step in between may have left the file out.',
	});
}

function noPdf(property: string, fileName = 'a file without a name'): InvalidInput {
	return new InvalidInput({
		field: 'pdfs',
		message: `The file in "${property}" is not a PDF`,
		description: `${fileName} does not begin with %PDF-, as a PDF does. Attach PDFs only, or convert the file first.`,
	});
}

export const pdfsField = {
	displayName: 'PDFs',
	name: 'pdfs',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add PDF',
	default: {},
	description: 'PDF files of the incoming item that go along with the shipment, as Base64',
	options: [
		{
			displayName: 'PDF',
			name: 'pdf',
			values: [
				{
					displayName: 'Input Binary Field',
					name: 'binaryPropertyName',
					type: 'string',
					required: true,
					default: 'data',
					placeholder: 'e.g. data',
					hint: 'The name of the input field that holds the file. Several names can be given, comma-separated. An expression may give files of other nodes.',
				},
				{
					displayName: 'Document Name',
					name: 'documentName',
					type: 'string',
					default: '',
					placeholder: 'e.g. Packing List',
					description: 'The name that the exchange shows. Leave empty for the name of the file.',
				},
				{
					displayName: 'Document Type',
					name: 'documentType',
					type: 'options',
					allowArbitraryValues: true,
					options: documentTypes.map((type) => ({ name: type, value: type })),
					default: documentTypes[1],
					description: 'The type that the exchange shows. Other types can be given by an expression.',
				},
			],
		},
	],
} as const satisfies INodeProperties;

/**
 * Where attached PDFs go in the payload. `parcels` may hold them as Base64, and its structure is open
 * (docs/service.md 2.7), so the user can change it: the list entry with `{base64}` is repeated for each PDF.
 */
export const defaultPdfTemplate = {
	parcels: { documents: [{ name: '{documentName}', docType: '{documentType}', content: '{base64}' }] },
};

type Json = Record<string, unknown>;

/** The payload with an entry for each PDF in the place that the template gives it. What the payload already holds there stays. */
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
