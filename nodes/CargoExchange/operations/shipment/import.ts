import { Readable } from 'node:stream';
import type { ExchangeClient } from '../../exchange/client';
import { counterpartiesOf } from '../../lookup/searchSets';
import { defineOperation, type InputItem } from '../operation';
import type { EmbeddedPdf } from '../../shipment/dcsa/envelope';
import { withPartyIds } from '../../shipment/dcsa/parties';
import { payloadFromTransportDocument } from '../../shipment/dcsa/transportDocument';
import { leaveOutNulls } from '../../shipment/fields/parsePayload';
import { placeNameOf } from '../../shipment/fields/placeName';
import { issue, type IssuePlace } from '../../shipment/issue';
import { listNames } from '../../shipment/sheet/issues';
import { acceptedTexts } from '../../shipment/checks/verdict';
import { payloadFromForm } from '../../shipment/form/payload';
import { importParameters, type ImportInput } from './importParameters';
import { importRows } from './importRows';
import { modeOf, wrongMode } from './inputMode';
import { readPdfs } from './pdfs';
import { prepareImport, type Shipment } from './prepareImport';
import { endsOf, type AttachedPdf } from './requestBody';
import { lookUp, sendAll, type Candidate } from './sendImports';
import { documentTypes } from '../../vocabulary';

export const shipmentImport = defineOperation({
	resource: 'shipment',
	operation: 'import',
	name: 'Import',
	action: 'Import a shipment',
	description: 'Import a liner shipment into the exchange, with its PDFs',
	asTool: 'It cannot be undone, and is a dry run until a person switches that off. Files of the agent do not reach it.',
	parameters: importParameters,
	async *runAll(exchange, items, valueOf) {
		if (valueOf('inputMode') === 'rows') yield* importRows(exchange, items);
		else
			yield* sendAll(
				exchange,
				items.map((item, index) => candidateOf(exchange, item, index)),
			);
	},
});

function candidateOf(exchange: ExchangeClient, item: InputItem<ImportInput>, index: number): Candidate {
	const { context } = item;
	const prepare = async () => {
		const input = item.parameters();
		const shipment = await shipmentOf(exchange, input, context.timezone);
		const readAll = async () => [...(shipment.pdfs ?? []), ...(await readPdfs(input.pdfs, context))];
		const prepared = await prepareImport(input, shipment, readAll);
		return { prepared, existing: await lookUp(exchange, prepared, context) };
	};
	return { name: `item ${index}`, from: [index], context, prepare };
}

/** The shipment in one item's parameters. Asks for counterparties only if the user wants their IDs, once in an execution. */
async function shipmentOf(exchange: ExchangeClient, input: ImportInput, timezone: string): Promise<Shipment> {
	const { inputMode, payload = {}, lookUpParties, options } = input;
	if (inputMode === 'form') {
		const { decimalSeparator } = options;
		const form = payloadFromForm(input, {
			timezone,
			decimalSeparator,
			isAccepted: acceptedTexts(options.acceptValues),
		});
		return { ...form, locate: (path) => placeIn(form.payload, path) };
	}
	const mode = modeOf(payload);
	if (inputMode === 'json') {
		if (mode !== undefined && mode !== 'json') throw wrongMode(inputMode, mode);
		return withoutNulls(payload);
	}
	const { pdf, notes, ...document } = payloadFromTransportDocument(payload);
	const pdfs = pdf ? [await embedded(pdf)] : [];
	const { shipmentReference = document.payload.shipmentReference } = options;
	const referenced = { ...document.payload, ...(shipmentReference === undefined ? {} : { shipmentReference }) };
	const others = notes.filter(({ path }) => path !== 'shipmentReference' || shipmentReference === undefined);
	if (!lookUpParties) return { payload: referenced, notes: others, pdfs };
	const found = withPartyIds(referenced, await counterpartiesOf(exchange));
	return { payload: found.payload, notes: [...others, ...found.notes], pdfs };
}

/** The carrier's own picture of the document, as a file to attach. */
async function embedded({ fileName, bytes }: EmbeddedPdf): Promise<AttachedPdf> {
	const file = {
		fileName,
		storeId: undefined,
		size: bytes.length,
		open: () => Promise.resolve(Readable.from([bytes])),
	};
	const { damage } = await endsOf(file);
	return { file, documentName: fileName.replace(/\.pdf$/i, ''), documentType: documentTypes[0], damage };
}

function placeIn(payload: unknown, path: string): IssuePlace {
	const { entry, label } = placeNameOf(payload, path);
	return { source: entry, label };
}

/** The payload without nulls, which mean no more than a field that is absent, and a note about them. */
function withoutNulls(payload: Record<string, unknown>): Shipment {
	const found = leaveOutNulls(payload);
	const [path] = found.paths;
	if (path === undefined) return { payload, notes: [] };
	const advice = `Left out because they are null: ${listNames(found.paths)}.`;
	return { payload: found.payload, notes: [issue({ path, rule: 'null', advice, severity: 'note' })] };
}
