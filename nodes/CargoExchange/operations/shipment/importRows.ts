import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import type { InputItem, Result } from '../operation';
import type { ItemContext } from '../../n8n/itemContext';
import { findExisting } from './existingSets';
import type { ImportInput } from './importFields';
import { prepareImport, sendImport, type PreparedImport } from './prepareImport';
import { pdfsOfRows } from './pdfsOfRows';
import { refusingSharedRefs } from './rows/sharedImportRef';
import { shipmentsFromRows, type RowsOfShipment } from './rows/shipments';

type Ready = { rows: number[]; prepared: PreparedImport; context: ItemContext };

/**
 * Imports the shipments that the items hold as rows, one after the other. All of them are read, checked and, where the user wants that,
 * looked for before the first one is imported: where one is refused and the others shall not go on, nothing is imported. Parameters are
 * those of a shipment's first row; PDFs are those of all its rows.
 */
export async function* importRows(
	exchange: ExchangeClient,
	items: ReadonlyArray<InputItem<ImportInput>>,
): AsyncGenerator<Result> {
	const sheet = items.map(({ context }) => context.item);
	const shipments = shipmentsFromRows(sheet, items[0]?.context.timezone);
	if (shipments.length === 0) items[0]?.context.addHint('No row holds anything, so there was nothing to import.');
	const ready = yield* advanced(shipments, (shipment) => readyOf(shipment, items));
	const apart = yield* advanced(ready, refusingSharedRefs(ready));
	const lookedUp = yield* advanced(apart, async ({ rows, prepared, context }) => ({
		rows,
		prepared: { ...prepared, existing: await findExisting(exchange, prepared, context) },
		context,
	}));
	for (const { rows, prepared, context } of lookedUp) {
		try {
			yield { ...(await sendImport(exchange, prepared, context)), from: rows };
		} catch (failure) {
			yield { failure, from: rows };
		}
	}
}

/** Takes shipments one step further. Yields the failures of those that stay behind, and returns the others. */
async function* advanced<Before extends { rows: number[] }, After>(
	shipments: Iterable<Before>,
	step: (shipment: Before) => After | Promise<After>,
): AsyncGenerator<Result, After[]> {
	const done: After[] = [];
	for (const shipment of shipments) {
		try {
			done.push(await step(shipment));
		} catch (failure) {
			yield { failure, from: shipment.rows };
		}
	}
	return done;
}

async function readyOf(shipment: RowsOfShipment, items: ReadonlyArray<InputItem<ImportInput>>): Promise<Ready> {
	if ('refusal' in shipment) throw shipment.refusal;
	const { rows, payload } = shipment;
	if (Object.keys(payload).length <= 1) throw nothingTold(String(payload.shipmentReference));
	const first = items[rows[0] ?? 0];
	if (!first) throw new RangeError('A shipment has no row');
	const { context } = first;
	const input = first.parameters();
	const given = rows.map((row) => items[row]).filter((item) => item !== undefined);
	try {
		return { rows, prepared: await prepareImport(input, shipment, () => pdfsOfRows(given)), context };
	} catch (error) {
		throw error instanceof InvalidInput ? toldOf(String(payload.shipmentReference), error) : error;
	}
}

/** A remark under a table looks so, or a PDF whose shipment is not in the sheet. */
function nothingTold(shipmentReference: string): InvalidInput {
	return new InvalidInput({
		field: 'items',
		message: `Shipment ${shipmentReference} has nothing but its reference`,
		description:
			'Nothing was sent. Write its reference as the other rows do, or take the row out where it is no shipment.',
	});
}

/** Among many shipments the user has to know which one is meant. */
function toldOf(shipmentReference: string, { field, message, description }: InvalidInput): InvalidInput {
	return new InvalidInput({ field, message: `Shipment ${shipmentReference}: ${message}`, description });
}
