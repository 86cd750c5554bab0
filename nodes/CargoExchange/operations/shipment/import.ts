import type { ExchangeClient } from '../../exchange/client';
import { textValue } from '../../n8n/values';
import { defineOperation, type InputItem } from '../operation';
import { leaveOutNulls } from '../../shipment/fields/parsePayload';
import { placeNameOf } from '../../shipment/fields/placeName';
import { issue, type IssuePlace } from '../../shipment/issue';
import { listNames } from '../../shipment/sheet/issues';
import { acceptedTexts } from '../../shipment/accept';
import { payloadFromForm } from '../../shipment/form/payload';
import { importParameters, type ImportInput } from './importParameters';
import { importRows } from './importRows';
import { modeOf, oneLevelDeeper, placeOfShipment, wrongMode } from './inputMode';
import { readPdfs } from './pdfs';
import { prepareImport, type Shipment } from './prepareImport';
import { lookUp, sendAll, type Candidate } from './sendImports';

export const shipmentImport = defineOperation({
	resource: 'shipment',
	operation: 'import',
	name: 'Import',
	action: 'Import a shipment',
	description: 'Import a liner shipment into the exchange, with its PDFs',
	asTool:
		'It cannot be undone, and is a dry run until a person switches that off. Files of the agent do not reach it. As JSON, a shipment is {"shipmentReference", "shipmentType": "liner", "vessel": {"imo"}, "sets": [...]}; each set is a bill of lading: {"blNumber", "blDate": "2026-05-12", "eSetType": "electronic", "shipper": {"name"}, "consignee": {"name"}, "notifyParties": [{"name"}], "loadingLocation", "destination", "cargos": [{"cargoName"}], "containers": [{"containerNumber"}]}. An item with "error" was not imported: it says what to correct.',
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
		const shipment = shipmentOf(input, context.timezone);
		const { profile } = exchange;
		const prepared = await prepareImport(input, shipment, { profile, readPdfs: () => readPdfs(input.pdfs, context) });
		return { prepared, look: await lookUp(exchange, prepared, context) };
	};
	return { name: () => nameOf(item, index), from: [index], context, prepare };
}

/** What a shipment that was not sent is called: by its reference, as far as it can be read. */
function nameOf(item: InputItem<ImportInput>, index: number): string {
	try {
		const input = item.parameters();
		const { payload } = shipmentOf(input, item.context.timezone);
		return textValue.parse(payload['shipmentReference']) ?? input.importRef ?? `item ${index}`;
	} catch {
		return `item ${index}`;
	}
}

/** The shipment in one item's parameters. */
function shipmentOf(input: ImportInput, timezone: string): Shipment {
	const { inputMode, payload = {}, options } = input;
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
	if (mode !== undefined && mode !== inputMode) throw wrongMode(inputMode, mode);
	const inside = placeOfShipment(payload);
	if (inside !== undefined) throw oneLevelDeeper(inside);
	return withoutNulls(payload);
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
