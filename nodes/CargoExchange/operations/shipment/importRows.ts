import type { ExchangeClient } from '../../api/client';
import { InputRefused } from '../../api/errors';
import type { Given, ItemContext, Result } from '../operation';
import type { ImportInput } from './importInput';
import { deliver, prepare, type Outgoing } from './outgoing';
import { shipmentsFromRows, type RowsOfShipment } from './rows/shipments';

type Ready = { from: number[]; outgoing: Outgoing; input: ImportInput; context: ItemContext };

/**
 * Imports the shipments that the items hold as rows, one after the other. All of them are read and checked before the first request, so
 * that where one is refused and the user wants no others to go on, nothing is imported. Parameters are those of a shipment's first row.
 */
export async function* importRows(
	exchange: ExchangeClient,
	items: ReadonlyArray<Given<ImportInput>>,
): AsyncGenerator<Result> {
	const ready: Ready[] = [];
	for (const shipment of shipmentsFromRows(items.map(({ context }) => context.item))) {
		try {
			ready.push(await readyOf(shipment, items));
		} catch (failure) {
			yield { failure, from: shipment.rows };
		}
	}
	for (const { from, outgoing, input, context } of ready) {
		try {
			yield { ...(await deliver(exchange, outgoing, input.options, context)), from };
		} catch (failure) {
			yield { failure, from };
		}
	}
}

async function readyOf(shipment: RowsOfShipment, items: ReadonlyArray<Given<ImportInput>>): Promise<Ready> {
	if ('refusal' in shipment) throw shipment.refusal;
	const { rows, payload, notes } = shipment;
	const first = items[rows[0] ?? 0];
	if (!first) throw new RangeError('A shipment has no row');
	const { context } = first;
	const input = first.parameters();
	const importRef = shipment.importRef ?? input.importRef;
	if (importRef === undefined) throw withoutImportRef(String(payload.shipmentReference));
	const outgoing = await prepare(importRef, { payload, notes }, input, context).catch((error: unknown) => {
		throw error instanceof InputRefused ? toldOf(String(payload.shipmentReference), error) : error;
	});
	return { from: rows, outgoing, input, context };
}

function withoutImportRef(shipmentReference: string): InputRefused {
	return new InputRefused({
		field: 'importRef',
		message: `Shipment ${shipmentReference} has no import reference`,
		description: 'Give the sheet a column Import Reference, or fill in the parameter, for example by an expression.',
	});
}

/** Among many shipments the user has to know which one is meant. */
function toldOf(shipmentReference: string, { field, why, description }: InputRefused): InputRefused {
	return new InputRefused({ field, message: `Shipment ${shipmentReference}: ${why}`, description });
}
