import * as z from 'zod/v4';
import type { INodeProperties } from 'n8n-workflow';
import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import { readRow, type SetRow } from '../../schemas/search';
import { isUuid } from '../../schemas/json';
import type { ItemContext } from '../../n8n/itemContext';
import { customerList, customersField, requiredText, text, uuid } from '../../n8n/parameters';
import { findSet, findSetsWithDocuments } from './findDocuments';
import type { WantedSet } from './findRows';

/** How long an operation without an option for it waits for a set. */
export const usualWaitSeconds = 30;

/** Which sets the documents are of: that of the incoming item, or one named by hand. Hidden fields are absent. */
export const setSourceInput = {
	setSource: z.enum(['input', 'setId', 'shipmentRef']).default('input'),
	setId: uuid.optional(),
	shipmentRef: requiredText.optional(),
	customerIds: customerList,
};

export const setSourceFields = [
	{
		displayName: 'Set Source',
		name: 'setSource',
		type: 'options',
		options: [
			{ name: 'Incoming Item', value: 'input', description: 'A search result or a status event' },
			{ name: 'Set ID', value: 'setId', description: 'One set' },
			{ name: 'Shipment Reference', value: 'shipmentRef', description: 'All sets of a shipment' },
		],
		default: 'input',
		description: 'How to identify the set',
	},
	{
		displayName: 'Set ID',
		name: 'setId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
		description: 'The set whose documents are wanted',
		displayOptions: { show: { setSource: ['setId'] } },
	},
	{
		displayName: 'Shipment Reference',
		name: 'shipmentRef',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. MOL-2022-0001',
		description: 'The shipment whose documents are wanted',
		displayOptions: { show: { setSource: ['shipmentRef'] } },
	},
	{
		...customersField,
		hint: 'Leave empty to look among all counterparties that the account sees',
		displayOptions: { show: { setSource: ['setId', 'shipmentRef'] } },
	},
] as const satisfies INodeProperties[];

type Source = z.output<z.ZodObject<typeof setSourceInput>>;

/** The sets that the user means, each with its documents. Throws InvalidInput if one is not named or not found. */
export async function findSets(
	exchange: ExchangeClient,
	{ setSource, setId = '', shipmentRef = '', customerIds }: Source,
	{ item, signal, addHint }: ItemContext,
	waitSeconds = usualWaitSeconds,
): Promise<SetRow[]> {
	const settings = { customerIds, waitMs: waitSeconds * 1_000, signal, onHint: addHint };
	if (setSource === 'shipmentRef') return await findSetsWithDocuments(exchange, shipmentRef, settings);
	if (setSource === 'setId') return [await findSet(exchange, { setId }, settings)];

	const { set, wanted, customerId } = readItem(item);
	if (set.documents?.length) return [set];
	const among = customerIds.length === 0 && customerId ? [customerId] : customerIds;
	return [await findSet(exchange, wanted, { ...settings, customerIds: among })];
}

/** What an event, as the trigger gives it or as it was received, has beside the fields of a row. */
const eventFields = z.object({
	customerId: text.catch(undefined),
	instance: text.catch(undefined),
	parcelReference: text.catch(undefined),
	shipmentReference: text.catch(undefined),
});

/** Reads a search result, simplified or raw, or a status event; all that matters of any other item is its set ID. */
function readItem(item: Record<string, unknown>): { set: SetRow; wanted: WantedSet; customerId: string | undefined } {
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
		message: 'The incoming item names no set',
		description:
			'It has to be a search result or a status event, with a setId. To name the set by hand, choose another "Set Source".',
	});
}
