import type { ExchangeClient } from '../../exchange/client';
import { readPayload } from '../../schemas/shipment/parsePayload';
import { counterpartiesOf } from '../lookup/searchSets';
import { withPartyIds } from './dcsa/parties';
import { payloadFromTransportDocument } from './dcsa/transportDocument';
import { payloadFromForm } from './form/payload';
import type { ImportInput } from './importFields';
import type { Issue } from './validation/issue';

/** A shipment as it will be sent, without PDFs, and what the user should know about how it was made. */
export type Shipment = {
	payload: Record<string, unknown>;
	notes: readonly Issue[];
	/** The import reference that the shipment itself names. */
	importRef?: string | undefined;
};

/** The shipment in one item's parameters. Asks for counterparties only if the user wants their IDs, once in an execution. */
export async function shipmentOf(exchange: ExchangeClient, input: ImportInput): Promise<Shipment> {
	const { inputMode, payload = {}, lookUpParties } = input;
	if (inputMode === 'form') return { payload: payloadFromForm(input), notes: [] };
	if (inputMode === 'json') return { payload, notes: [] };
	const document = payloadFromTransportDocument(payload);
	if (!lookUpParties) return document;
	const found = withPartyIds(readPayload(document.payload).payload, await counterpartiesOf(exchange));
	return { payload: found.payload, notes: [...document.notes, ...found.notes] };
}
