import { z } from 'zod/v4';
import type { INodeProperties } from 'n8n-workflow';
import { InputRefused } from '../../api/errors';
import { documentTypes } from '../../domain';
import type { ItemContext } from '../operation';
import { list, text } from '../values';
import { startsAsPdf, type AttachedPdf } from './importBody';

/** n8n keeps the rows of a fixed collection under the name of the row. */
export const pdfsInput = z
	.object({
		pdf: z.array(z.object({ binaryPropertyName: list, documentName: text, documentType: text })).default([]),
	})
	.prefault({});

/** The files that the user named, each seen to begin as a PDF does. Throws InputRefused for one that does not. */
export async function readPdfs(
	{ pdf: rows }: z.output<typeof pdfsInput>,
	context: ItemContext,
): Promise<AttachedPdf[]> {
	const pdfs: AttachedPdf[] = [];
	for (const { binaryPropertyName, documentName, documentType = documentTypes[1] } of rows) {
		for (const property of binaryPropertyName) {
			if (!context.hasFile(property)) throw noFile(property);
			const file = await context.readFile(property);
			if (!(await startsAsPdf(file))) throw noPdf(property, file.fileName);
			const ownName = file.fileName?.replace(/\.pdf$/i, '');
			pdfs.push({ file, documentName: documentName ?? ownName ?? property, documentType });
		}
	}
	return pdfs;
}

function noFile(property: string): InputRefused {
	return new InputRefused({
		field: 'pdfs',
		message: `The incoming item has no file in "${property}"`,
		description:
			'The Binary tab of the input shows which files there are: put the name of one into "Input Binary Field" under "PDFs". A step in between may have left the file out.',
	});
}

function noPdf(property: string, fileName = 'a file without a name'): InputRefused {
	return new InputRefused({
		field: 'pdfs',
		message: `The file in "${property}" is no PDF`,
		description: `${fileName} does not begin with %PDF-. Attach PDFs only, or convert the file first.`,
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
					hint: 'The name of the input field that holds the file. Several may be named, with commas between.',
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
