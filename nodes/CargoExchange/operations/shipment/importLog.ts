import type { ExchangeClient, ImportBody, ImportReply } from '../../exchange/client';
import { ImportOutcomeUnknown, InvalidInput, ServiceError, UnexpectedResponse } from '../../errors';
import type { RunPosition } from '../../n8n/itemContext';
import { perExecution } from '../concurrency';
import { referenceKey } from '../lookup/findSet';

/** What is known of a shipment that went out: the exchange's answer, or that none can be relied on. */
export type Sent = { importRef: string; reply: ImportReply } | { doubt: ImportOutcomeUnknown };

/** How many references are told in full. */
const told = 10;

/** What the node has sent in one execution. Nothing of it is sent twice when n8n tries the node again. */
export const sentIn = perExecution<SentShipments, object>(() => new SentShipments());

class SentShipments {
	private readonly byRun = new WeakMap<object, Map<string, Sent>>();
	private readonly byShipment = new Map<string, Sent>();
	private readonly imported = new Set<string>();

	/** What an earlier try of the same item sent. */
	atAnEarlierTry(sending: Sending): Sent | undefined {
		return this.byRun.get(sending.position.run)?.get(keyOf(sending));
	}

	/** What was sent with this shipment reference, whatever its case. */
	withReference(shipmentReference: string): Sent | undefined {
		return this.byShipment.get(referenceKey(shipmentReference));
	}

	/** True when a shipment was imported with this import reference. */
	hasImported(importRef: string): boolean {
		return this.imported.has(importRef);
	}

	/**
	 * Imports, and keeps what came of it. A failure tells which shipments were imported before: a workflow that stops here gives
	 * no items for them, and whoever runs it again would import them twice.
	 */
	async send(exchange: ExchangeClient, sending: Sending, body: ImportBody): Promise<ImportReply> {
		const { position, importRef, shipmentReference } = sending;
		const keep = (sent: Sent) => {
			const tries = this.byRun.get(position.run) ?? new Map<string, Sent>();
			this.byRun.set(position.run, tries.set(keyOf(sending), sent));
			if (typeof shipmentReference === 'string') this.byShipment.set(referenceKey(shipmentReference), sent);
		};
		try {
			const reply = await exchange.importShipment(importRef, body);
			keep({ importRef, reply });
			this.imported.add(importRef);
			return reply;
		} catch (error) {
			const failure = this.imported.size === 0 ? error : afterImports(error, [...this.imported]);
			if (failure instanceof ImportOutcomeUnknown) keep({ doubt: failure });
			throw failure;
		}
	}
}

type Sending = { position: RunPosition; importRef: string; shipmentReference: unknown };

/** An expression may give another import reference at each try, so the shipment's own comes first. */
function keyOf({ position, importRef, shipmentReference }: Sending): string {
	return `${position.itemIndex} ${typeof shipmentReference === 'string' ? shipmentReference : importRef}`;
}

function afterImports(error: unknown, imported: readonly string[]): unknown {
	const more = imported.length > told ? ` and ${imported.length - told} more` : '';
	const before = `Imported before it in this execution: ${imported.slice(0, told).join(', ')}${more}.`;
	const ours = error instanceof ServiceError || error instanceof UnexpectedResponse || error instanceof InvalidInput;
	return ours ? error.withHint(before) : error;
}
