import * as z from 'zod/v4';
import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import { readRow, type SetRow } from '../../schemas/search';
import { isUuid } from '../../schemas/ids';
import type { ItemContext } from '../../n8n/itemContext';
import { choice, requiredId, requiredText } from '../../n8n/parameter';
import type { Values } from '../../n8n/parameterTable';
import { customersOf } from '../../n8n/setFilters';
import { customerChoice } from '../../n8n/sharedParameters';
import { textValue } from '../../n8n/values';
import { sampleSetId } from '../../vocabulary';
import { addDocuments, eachOnce, type SetWithDocuments } from '../../lookup/documents';
import { findSet, findSetsOfShipment, type FoundSet } from '../../lookup/findSets';

/** How long an operation without an option for it waits for a set. */
export const usualWaitSeconds = 30;

/** The sets to work on: that of the input item, or sets that the user enters. */
export const setSource = {
	setSource: choice(
		'Identify Set By',
		'input',
		{
			input: { name: 'Input Item', description: 'A search result or a status event' },
			setId: { name: 'Set ID', description: 'One set' },
			shipmentRef: { name: 'Shipment Reference', description: 'All sets of a shipment' },
		},
		{
			description: 'Where to take the set from: the input item, or a value that you enter',
			// With an expression, n8n would show the fields of every choice, and demand them.
			noDataExpression: true,
		},
	),
	setId: requiredId('Set ID', {
		placeholder: 'e.g. 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
		description: 'The ID of the set, from a search or an event',
		hint: 'Not the B/L number, which the exchange does not return',
		show: { setSource: ['setId'] },
	}),
	shipmentRef: requiredText('Shipment Reference', {
		placeholder: 'e.g. SHP-2026-0101',
		description: 'The reference of the shipment that the sets belong to',
		hint: 'Not the B/L number, which the exchange does not return',
		show: { setSource: ['shipmentRef'] },
	}),
	...customerChoice({ setSource: ['setId', 'shipmentRef'] }),
};

export type SetSource = Values<typeof setSource>;

/**
 * The sets that "Identify Set By" names, each with its documents. Throws InvalidInput if a set is not named or not found, or if no search
 * lists its documents. `add`: how documents are looked for.
 */
export async function findDocuments(
	exchange: ExchangeClient,
	source: SetSource,
	context: ItemContext,
	{ waitSeconds, add = addDocuments }: { waitSeconds?: number; add?: typeof addDocuments } = {},
): Promise<SetWithDocuments[]> {
	if (sampleSet(source, context)) throw noSampleSet();
	const listed = source.setSource === 'input' ? readItem(context.item).set : undefined;
	if (listed?.documents?.length) return [{ ...listed, documents: eachOnce(listed.documents) }];
	const sets = await resolveSetSource(exchange, source, context, waitSeconds);
	return await Promise.all(sets.map((found) => add(exchange, found)));
}

/** The set of the trigger's sample event, if "Identify Set By" names that; otherwise null. */
export function sampleSet({ setSource, setId }: SetSource, { item }: ItemContext): SetRow | null {
	if (setSource === 'setId') return setId === sampleSetId ? { setId } : null;
	const isSample = setSource === 'input' && readRow(item).setId.trim() === sampleSetId;
	return isSample ? readItem(item).set : null;
}

function noSampleSet(): InvalidInput {
	return new InvalidInput({
		field: 'setSource',
		message: "The set of the trigger's sample event does not exist",
		description:
			'Only "Download All" accepts it, in a manual execution, and returns a sample PDF. To test with a set of the exchange, set "Test With" of the trigger to "Next Message", or use a search.',
	});
}

async function resolveSetSource(
	exchange: ExchangeClient,
	source: SetSource,
	{ item, signal, addHint, isTyped }: ItemContext,
	waitSeconds = usualWaitSeconds,
): Promise<FoundSet[]> {
	const { setSource, setId, shipmentRef } = source;
	// Each choice is called as the parameter with its value.
	const isAnnounced = setSource === 'input' || !isTyped(setSource);
	const waitMs = waitSeconds * 1_000;
	const among = (customerIds: string[]) => ({ customerIds, waitMs, isAnnounced, signal, onHint: addHint });
	if (setSource === 'input') {
		const { wanted, customerId } = readItem(item);
		return [await findSet(exchange, wanted, among(customerId ? [customerId] : []))];
	}
	const settings = among(customersOf(source));
	if (setSource === 'shipmentRef') return await findSetsOfShipment(exchange, shipmentRef, settings);
	return [await findSet(exchange, { setId }, settings)];
}

/** The fields of an event, from the trigger or as received, that a row does not have. */
const eventFields = z.object({
	customerId: textValue.catch(undefined),
	instance: textValue.catch(undefined),
	parcelReference: textValue.catch(undefined),
	shipmentReference: textValue.catch(undefined),
});

/** Reads a search result, simplified or raw, or a status event. Of any other item, only the set ID counts. */
function readItem(item: Record<string, unknown>) {
	const row = readRow(item);
	const setId = row.setId.trim();
	if (!isUuid(setId)) throw noSet();
	const { customerId, instance, parcelReference, shipmentReference } = eventFields.parse(item);
	const shipmentRef = row.shipmentRef ?? shipmentReference;
	const set = { ...row, setId, parcelRef: row.parcelRef ?? parcelReference, shipmentRef };
	const { transactionId } = row;
	return {
		set,
		wanted: { setId, transactionId, shipmentRef, instance },
		customerId: isUuid(customerId) ? customerId : undefined,
	};
}

function noSet(): InvalidInput {
	return new InvalidInput({
		field: 'setSource',
		message: 'The input item has no set ID',
		description:
			'It must be a search result or a status event, with a setId. To enter the set yourself, set "Identify Set By" to "Set ID".',
	});
}
