import { InvalidInput } from '../../errors';
import { choice, openList, text, wholeNumber } from '../../n8n/parameter';
import type { Values } from '../../n8n/parameterTable';
import { asFilter, documentTypeChoices, options } from '../../n8n/sharedParameters';
import { defineOperation, type Result } from '../operation';
import { inOrder } from '../../concurrency';
import { addDocuments, awaitDocuments, type SetWithDocuments } from '../../lookup/documents';
import {
	binaryPropertyName,
	downloadedItem,
	downloadOptions,
	downloadSlots,
	mostParallel,
	type SavedPdf,
	savePdf,
	usualParallel,
	type WantedPdf,
} from './downloads';
import { fileNameOf, uniqueNames } from './fileName';
import { sampleFile, sampleTitles } from './sample';
import { findDocuments, sampleSet, setSource, usualWaitSeconds } from './setSource';

const parameters = {
	...setSource,
	documentTypes: asFilter(
		openList('Document Types', documentTypeChoices, {
			description: 'The types to download. Leave empty for all types. Specify other types using an expression.',
		}),
	),
	nameContains: asFilter(
		text('Name Contains', {
			placeholder: 'e.g. packing',
			description: 'Part of the document name (not case-sensitive). Leave empty for all documents.',
		}),
	),
	outputAs: choice(
		'Output As',
		'itemPerSet',
		{
			itemPerDocument: { name: 'Item per Document', description: 'One item for each PDF' },
			itemPerSet: {
				name: 'Item per Set',
				description: 'One item with all PDFs of the set as data_0, data_1 …, ready to attach to an email',
			},
		},
		{
			description: 'How to group the PDFs into output items',
			hint: 'To save files, choose Item per Document. For an email, binaryProperties lists the files (data_0, data_1 …).',
		},
	),
	binaryPropertyName,
	options: options({
		...downloadOptions,
		onNoDocuments: choice(
			'If No Documents',
			'fail',
			{
				fail: { name: 'Fail', description: 'The item fails, so that it is tried again or seen' },
				noItem: { name: 'No Item', description: 'Wait for documents as for a set, and then go on without an item' },
			},
			{
				description: 'What to do if a set that was found lists no document at all',
				show: { '/outputAs': ['itemPerSet'] },
			},
		),
		parallel: wholeNumber(
			'Parallel Downloads',
			{ from: 1, to: mostParallel, usual: usualParallel },
			{ description: 'How many documents to download at the same time. Lower it if the exchange limits requests.' },
		),
		waitSeconds: wholeNumber(
			'Wait for Set (Seconds)',
			{ from: 0, to: 600, usual: usualWaitSeconds },
			{
				description:
					'How many seconds to keep searching for a set that the search does not show yet, for example just after its event. A set that you type in is searched for once.',
			},
		),
	}),
};
type Input = Values<typeof parameters>;

export const downloadAllDocuments = defineOperation({
	resource: 'document',
	operation: 'downloadAll',
	name: 'Download All',
	action: 'Download all documents of a set',
	description: 'Download the documents of a set as PDFs',
	asTool:
		'Needs a set ID or a shipment reference. Returns the names and sizes of the files; the files themselves do not reach the agent.',
	parameters,
	itemsAtOnce: mostParallel,
	async *run(exchange, input, context) {
		const { options } = input;
		const slots = downloadSlots(exchange, options.parallel);
		const sample = context.isManual ? sampleSet(input, context) : null;
		if (sample) {
			const samples = sampleTitles.map((title, index) => ({ title, property: binaryPropertyOf(input, index) }));
			const outcomes = inOrder(samples, slots, ({ title, property }) => sampleFile(title, property, context));
			yield* itemsOf(outcomes, input.outputAs, (saved) => downloadedItem(sample, saved, options, context));
			return;
		}
		const { waitSeconds } = options;
		const isSkipped = input.outputAs === 'itemPerSet' && options.onNoDocuments === 'noItem';
		const add = isSkipped ? awaitDocuments : addDocuments;
		for (const set of await findDocuments(exchange, input, context, { waitSeconds, add })) {
			const wanted = wantedPdfs(set, input);
			if (wanted.length === 0) {
				// An item without files would become an email without attachments.
				if (input.outputAs === 'itemPerDocument' || (isSkipped && set.documents.length === 0))
					context.addHint(nothingWanted(set));
				else yield { failure: setWithoutDocuments(set) };
				continue;
			}
			const outcomes = inOrder(wanted, slots, (pdf) => savePdf(exchange, pdf, options, context));
			yield* itemsOf(outcomes, input.outputAs, (saved) => downloadedItem(set, saved, options, context));
		}
	},
});

function setWithoutDocuments(set: SetWithDocuments): InvalidInput {
	const isEmpty = set.documents.length === 0;
	const advice = isEmpty
		? 'set the option "If No Documents" to "No Item"'
		: 'set "Output As" to "Item per Document", which gives no item for them';
	return new InvalidInput({
		field: 'documentTypes',
		message: isEmpty ? 'The set has no documents' : 'No document of the set matches the filters',
		description: `${nothingWanted(set)} There is no item for it, so that no email goes out without attachments. If such sets are normal, ${advice}.`,
	});
}

function nothingWanted({ setId, documents }: SetWithDocuments): string {
	return documents.length > 0
		? `None of the documents of the set ${setId} (${documents.length} in all) has the requested type and name.`
		: `The set ${setId} has no documents.`;
}

function wantedPdfs(set: SetWithDocuments, input: Input): WantedPdf[] {
	const types = input.documentTypes.map((type) => type.toLowerCase());
	const part = (input.nameContains ?? '').toLowerCase();
	const unique = uniqueNames();
	return set.documents
		.filter(({ docType }) => types.length === 0 || types.includes((docType ?? '').toLowerCase()))
		.filter(({ name }) => (name ?? '').toLowerCase().includes(part))
		.map((document, index) => {
			const fileName = unique(fileNameOf(input.options.fileName, set, document, document.documentId));
			const binaryProperty = binaryPropertyOf(input, index);
			return { setId: set.setId, document, fileName: () => fileName, binaryProperty };
		});
}

function binaryPropertyOf({ binaryPropertyName, outputAs }: Input, index: number): string {
	return outputAs === 'itemPerSet' ? `${binaryPropertyName}_${index}` : binaryPropertyName;
}

/**
 * A document that fails does not affect the items of the others. If all share an item, there is none: it would look
 * complete.
 */
async function* itemsOf(
	outcomes: AsyncIterable<PromiseSettledResult<SavedPdf>>,
	outputAs: Input['outputAs'],
	itemWith: (saved: SavedPdf[]) => Result,
): AsyncGenerator<Result> {
	const saved: SavedPdf[] = [];
	for await (const outcome of outcomes) {
		if (outcome.status === 'rejected') {
			yield { failure: outcome.reason };
			if (outputAs === 'itemPerSet') return;
		} else if (outputAs === 'itemPerSet') saved.push(outcome.value);
		else yield itemWith([outcome.value]);
	}
	if (outputAs === 'itemPerSet') yield itemWith(saved);
}
