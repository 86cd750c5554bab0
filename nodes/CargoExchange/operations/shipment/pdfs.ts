import { z } from 'zod/v4';
import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../errors';
import { documentTypes } from '../../vocabulary';
import type { ItemContext } from '../../n8n/itemContext';
import { fileList, text } from '../../n8n/parameters';
import type { AttachedPdf } from './requestBody';
import { startOf } from './incomingBytes';

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
		message: `The file in "${property}" is no PDF`,
		description: `${fileName} does not begin as a PDF does, with %PDF-. Attach PDFs only, or convert the file first.`,
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
					hint: 'The name of the input field that holds the file. Several may be named, with commas between. An expression may give files of other nodes.',
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
