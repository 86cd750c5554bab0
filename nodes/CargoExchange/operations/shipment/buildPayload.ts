import type { ExchangeClient } from '../../exchange/client';
import { readPayload } from '../../schemas/shipment/parsePayload';
import { counterpartiesOf } from '../lookup/everyCustomer';
import { finding, type Finding } from './validation/issue';
import { withPartyIds } from './dcsa/partyIds';
import { payloadFromTransportDocument } from './dcsa/transportDocument';
import { payloadFromForm } from './form/payload';
import type { ImportInput } from './importInput';

/** A shipment as it will be sent, without PDFs, and what is worth knowing about how it came about. */
export type Shipment = { payload: Record<string, unknown>; notes: Finding[] };

/** The shipment that the parameters of one item say. Asks the exchange for parties only where the user wants that, once in an execution. */
export async function shipmentOf(exchange: ExchangeClient, input: ImportInput): Promise<Shipment> {
	const { inputMode, payload = {} } = input;
	if (inputMode === 'form') return { payload: payloadFromForm(input), notes: [] };
	if (inputMode === 'json') return { payload, notes: [] };
	const document = payloadFromTransportDocument(payload);
	return input.lookUpParties ? await withParties(exchange, document, input.options.dryRun) : document;
}

async function withParties(exchange: ExchangeClient, { payload, notes }: Shipment, dryRun: boolean): Promise<Shipment> {
	if (dryRun) return { payload, notes: [...notes, notLookedUp] };
	const found = withPartyIds(readPayload(payload).payload, await counterpartiesOf(exchange));
	return { payload: found.payload, notes: [...notes, ...found.notes] };
}

const notLookedUp = finding(
	'sets[0]',
	undefined,
	'dryRun',
	'The ids of shipper and consignee are looked up when the shipment is imported; a dry run asks nothing.',
	'note',
);
