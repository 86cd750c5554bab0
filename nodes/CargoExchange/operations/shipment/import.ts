import type { ExchangeClient } from '../../exchange/client';
import { counterpartiesOf } from '../lookup/searchSets';
import { defineOperation } from '../operation';
import { withPartyIds } from '../../shipment/dcsa/parties';
import { payloadFromTransportDocument } from '../../shipment/dcsa/transportDocument';
import { findExisting } from './existingSets';
import { payloadFromForm } from '../../shipment/form/payload';
import { importParameters, type ImportInput } from './importParameters';
import { importRows } from './importRows';
import { readPdfs } from './pdfs';
import { prepareImport, type Shipment } from './prepareImport';
import { sendImport } from './sendImport';

export const importShipment = defineOperation({
	resource: 'shipment',
	operation: 'import',
	name: 'Import',
	action: 'Import a shipment',
	description: 'Import a liner shipment into the exchange, with its PDFs',
	parameters: importParameters,
	async *run(exchange, input, context) {
		const shipment = await shipmentOf(exchange, input, context.timezone);
		const prepared = await prepareImport(input, shipment, () => readPdfs(input.pdfs, context));
		const existing = await findExisting(exchange, prepared, context);
		yield await sendImport(exchange, prepared, existing, context);
	},
	batch: { when: { parameter: 'inputMode', is: 'rows' }, run: importRows },
});

/** The shipment in one item's parameters. Asks for counterparties only if the user wants their IDs, once in an execution. */
async function shipmentOf(exchange: ExchangeClient, input: ImportInput, timezone: string): Promise<Shipment> {
	const { inputMode, payload = {}, lookUpParties } = input;
	if (inputMode === 'form') return { payload: payloadFromForm(input, timezone), notes: [] };
	if (inputMode === 'json') return { payload, notes: [] };
	const document = payloadFromTransportDocument(payload);
	if (!lookUpParties) return document;
	const found = withPartyIds(document.payload, await counterpartiesOf(exchange));
	return { payload: found.payload, notes: [...document.notes, ...found.notes] };
}
