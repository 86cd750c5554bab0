import { z } from 'zod/v4';
import type { ExchangeClient } from '../../api/client';
import { InputRefused } from '../../api/errors';
import type { ItemContext } from '../operation';
import { pagingInput, pagingOf } from '../pagingOptions';
import { setsOf } from '../setLookup';
import { requiredText } from '../values';

/** The IDs of the sets that the search finds now under a shipment reference, among all counterparties of the account. */
export async function presentSets(
	exchange: ExchangeClient,
	shipmentReference: unknown,
	context: ItemContext,
): Promise<string[]> {
	const shipmentRef = requiredText.safeParse(shipmentReference);
	if (!shipmentRef.success) throw noReference();
	const paging = pagingOf(z.object(pagingInput).parse({}));
	const settings = { customerIds: [], status: 'ALL', pages: { ...paging, onNotice: context.notice } };
	const sets = await setsOf(exchange, shipmentRef.data, settings, performance.now());
	return sets.map(({ setId }) => setId);
}

function noReference(): InputRefused {
	return new InputRefused({
		field: 'payload',
		message: 'The shipment has no shipmentReference, so the exchange cannot be asked whether it is there',
		description: 'Fill in shipmentReference, or set "If Present" to "Import Anyway".',
	});
}

/** What a user who chose "Fail" is told. */
export function alreadyThere(shipmentReference: unknown): InputRefused {
	return new InputRefused({
		field: 'options.ifPresent',
		message: `The exchange already has the shipment ${String(shipmentReference)}`,
		description:
			'It was not imported again. Choose another reference, or set "If Present" to "Skip" or "Import Anyway".',
	});
}
