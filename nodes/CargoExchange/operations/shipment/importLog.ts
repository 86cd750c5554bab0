import type { ExchangeClient, ImportBody, ImportReply } from '../../exchange/client';
import { ExplainedError, ImportOutcomeUnknown } from '../../errors';
import type { RunPosition } from '../../n8n/itemContext';
import { cachePer } from '../concurrency';
import { referenceKey } from '../lookup/findSets';

/** A shipment that was sent: the exchange's reply, or an outcome that is not known. */
type SentImport = { importRef: string; reply: ImportReply } | { doubt: ImportOutcomeUnknown };

type Sending = { position: RunPosition; importRef: string; shipmentRef: string | null };

const mostNamed = 10;

/** The shipments that the node has sent in one execution. None is sent again when n8n retries the node ("Retry On Fail"). */
export const importLogOf = cachePer<ImportLog, object>(() => new ImportLog());

class ImportLog {
	private readonly byRun = new WeakMap<object, Map<string, SentImport>>();
	private readonly imported = new Set<string>();
	private hints = 0;

	/** The shipment that an earlier try of the same item sent. */
	atAnEarlierTry(sending: Sending): SentImport | undefined {
		return this.byRun.get(sending.position.run)?.get(keyOf(sending));
	}

	/** Whether a shipment was imported with this import reference. */
	hasImported(importRef: string): boolean {
		return this.imported.has(importRef);
	}

	countHint(): number {
		return ++this.hints;
	}

	/**
	 * Imports a shipment and keeps the outcome. An error names the shipments that were imported before it: a workflow that stops here has
	 * no items for them, and running it again would import them twice.
	 */
	async send(exchange: ExchangeClient, sending: Sending, body: ImportBody): Promise<ImportReply> {
		const { position, importRef, shipmentRef } = sending;
		const keep = (sent: SentImport) => {
			const tries = this.byRun.get(position.run) ?? new Map<string, SentImport>();
			this.byRun.set(position.run, tries.set(keyOf(sending), sent));
			const setIds = 'reply' in sent ? sent.reply.setIds : null;
			if (shipmentRef !== null) recentImports.add(exchange.keys.account, shipmentRef, setIds);
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

/** An expression may give another import reference at each try, so the shipment reference has priority. */
function keyOf({ position, importRef, shipmentRef }: Sending): string {
	return `${position.itemIndex} ${shipmentRef ?? importRef}`;
}

function afterImports(error: unknown, imported: readonly string[]): unknown {
	const more = imported.length > mostNamed ? ` and ${imported.length - mostNamed} more` : '';
	const before = `Already imported in this execution: ${imported.slice(0, mostNamed).join(', ')}${more}. To import the rest, run the workflow again with "If Present" set to "Skip".`;
	return error instanceof ExplainedError ? error.withHint(before) : error;
}

/** A shipment that was sent: `setIds` as the exchange named them, null if it is not known whether it was imported. */
export type RecentImport = { setIds: readonly string[] | null; ageMs: number };

const dayMs = 24 * 60 * 60_000;

/** Shipments that were sent in the last day, because the search may not show them yet. Beyond `most`, the oldest are forgotten. */
export class RecentImports {
	private readonly entries = new Map<string, { setIds: readonly string[] | null; atMs: number }>();

	/** `now` is monotonic, in ms. */
	constructor(
		private readonly now: () => number = () => performance.now(),
		private readonly most = 10_000,
	) {}

	add(accountKey: string, shipmentRef: string, setIds: readonly string[] | null): void {
		const key = `${accountKey} ${referenceKey(shipmentRef)}`;
		this.entries.delete(key);
		this.entries.set(key, { setIds, atMs: this.now() });
		for (const oldest of this.entries.keys()) {
			if (this.entries.size <= this.most) break;
			this.entries.delete(oldest);
		}
	}

	find(accountKey: string, shipmentRef: string): RecentImport | undefined {
		const entry = this.entries.get(`${accountKey} ${referenceKey(shipmentRef)}`);
		if (!entry) return undefined;
		const ageMs = this.now() - entry.atMs;
		return ageMs > dayMs ? undefined : { setIds: entry.setIds, ageMs };
	}

	clear(): void {
		this.entries.clear();
	}
}

/** The imports of this process. Other processes, such as workers in n8n's queue mode, do not know them, and a restart forgets them. */
export const recentImports = new RecentImports();
