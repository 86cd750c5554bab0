import { z } from 'zod/v4';
import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import type { ItemContext } from '../../n8n/itemContext';
import { pagingInput, pagingOf } from '../lookup/pagingOptions';
import { hasReference } from '../lookup/findSet';
import { sharedSearch } from '../lookup/searches';
import { requiredText } from '../../n8n/parameters';
import { sentIn } from './importLog';

const defaultPaging = z.object(pagingInput).parse({});

/** What shows that a shipment need not be imported. */
export type Presence = { setIds: readonly string[]; told: string };

/**
 * Whether the shipment is there: sent earlier in this execution, which the search may not show yet, or found by a search for its
 * reference among all counterparties of the account. Throws InvalidInput where that cannot be told.
 */
export async function presenceOf(
	exchange: ExchangeClient,
	shipmentReference: unknown,
	context: ItemContext,
): Promise<Presence | null> {
	const reference = requiredText.safeParse(shipmentReference);
	if (!reference.success) throw noReference();
	const sent = sentIn(context.position.execution).withReference(reference.data);
	if (sent && 'doubt' in sent) throw inDoubt(reference.data);
	if (sent) return { setIds: sent.reply.setIds, told: 'It was imported earlier in this execution, and not again.' };
	const setIds = await presentSets(exchange, reference.data, context);
	if (setIds.length === 0) return null;
	return { setIds, told: `The exchange has sets of this shipment already: ${setIds.length}. It was not imported.` };
}

/** The IDs of the sets that the search finds now, once each. */
async function presentSets(exchange: ExchangeClient, shipmentRef: string, { addHint }: ItemContext): Promise<string[]> {
	const settings = { customerIds: [], status: 'ALL', pages: { ...pagingOf(defaultPaging), onNotice: addHint } };
	const setIds = new Set<string>();
	let unnamed = 0;
	for await (const row of await sharedSearch(exchange).rows({ shipmentRef }, settings, performance.now())) {
		if (!row.shipmentRef?.trim()) unnamed += 1;
		else if (hasReference(row, shipmentRef)) setIds.add(row.setId);
	}
	if (setIds.size === 0 && unnamed > 0) throw unnamedResults(shipmentRef);
	return [...setIds];
}

function noReference(): InvalidInput {
	return new InvalidInput({
		field: 'payload',
		message: 'The shipment has no shipmentReference, so the exchange cannot be asked whether it is there',
		description: 'Fill in shipmentReference, or set "If Present" to "Import Anyway".',
	});
}

function inDoubt(shipmentReference: string): InvalidInput {
	return new InvalidInput({
		field: 'options.ifPresent',
		message: `It is not known whether the shipment ${shipmentReference} was imported earlier in this execution`,
		description:
			'It was not sent again, so that it cannot be imported twice. Look for it in the inbox of the exchange application. Import it again only if it is not there.',
	});
}

function unnamedResults(shipmentReference: string): InvalidInput {
	return new InvalidInput({
		field: 'options.ifPresent',
		message: `The exchange found sets, but does not say whether they are of the shipment ${shipmentReference}`,
		description:
			'Nothing was sent. Look for the shipment in the exchange application; if it is not there, set "If Present" to "Import Anyway".',
	});
}

/** What a user who chose "Fail" is told. */
export function alreadyThere(shipmentReference: unknown): InvalidInput {
	return new InvalidInput({
		field: 'options.ifPresent',
		message: `The exchange already has the shipment ${String(shipmentReference)}`,
		description:
			'It was not imported again. Choose another reference, or set "If Present" to "Skip" or "Import Anyway".',
	});
}
