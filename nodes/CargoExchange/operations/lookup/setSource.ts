import * as z from 'zod/v4';
import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import { setRow, type SetRow } from '../../schemas/search';
import type { ItemContext } from '../../n8n/itemContext';
import { pagingInput, pagingOf } from './pagingOptions';
import { findSet, findSetsOf, type LookupSettings } from './findSet';
import { count, customerList, optionalUuid, requiredText, text, uuid } from '../../n8n/parameters';

/** Which sets the documents are of: told by the item that came in, or by hand. Hidden fields are absent. */
export const setSourceInput = {
	setSource: z.enum(['input', 'setId', 'shipmentRef']).default('input'),
	setId: uuid.optional(),
	shipmentRef: requiredText.optional(),
	customerIds: customerList,
};

/** How the exchange is searched where documents have to be looked up. */
export const lookupInput = {
	...pagingInput,
	lookupStatus: text,
	parcelRefFilter: text,
	setIdFilter: text,
	waitSeconds: count(0, 600).default(30),
};

type Source = z.output<z.ZodObject<typeof setSourceInput>> & { options: z.output<z.ZodObject<typeof lookupInput>> };

/** A search result, simplified or raw, or a status event; all that matters of any other item is its set ID. */
const incomingItem = setRow.extend({
	setId: uuid,
	customerId: optionalUuid.catch(undefined),
	// A message as received calls them so.
	parcelReference: text.catch(undefined),
	shipmentReference: text.catch(undefined),
});

/** The sets that the user means, each with its documents. Throws InvalidInput where one cannot be told or found. */
export async function findSets(exchange: ExchangeClient, source: Source, context: ItemContext): Promise<SetRow[]> {
	const settings = settingsOf(source, context);
	if (source.setSource === 'shipmentRef') return await findSetsOf(exchange, source.shipmentRef ?? '', settings);
	if (source.setSource === 'setId') return [await findSet(exchange, { setId: source.setId ?? '' }, settings)];

	const item = incomingItem.safeParse(context.item);
	if (!item.success) throw noSet();
	const { customerId, parcelReference, shipmentReference, ...received } = item.data;
	const set = {
		...received,
		parcelRef: received.parcelRef ?? parcelReference,
		shipmentRef: received.shipmentRef ?? shipmentReference,
	};
	if (set.documents?.length) return [set];
	const customerIds = source.customerIds.length === 0 && customerId ? [customerId] : source.customerIds;
	return [await findSet(exchange, set, { ...settings, customerIds })];
}

function settingsOf({ customerIds, options }: Source, context: ItemContext): LookupSettings {
	const { lookupStatus: status = 'ALL', parcelRefFilter, setIdFilter, waitSeconds } = options;
	return {
		customerIds,
		status,
		parcelRefFilter,
		setIdFilter,
		pages: { ...pagingOf(options), onNotice: context.addHint },
		waitMs: waitSeconds * 1000,
		signal: context.signal,
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
