import type { ImportReply } from '../../exchange/client';
import { ExplainedError, ImportOutcomeUnknown } from '../../errors';
import type { RunPosition } from '../../n8n/itemContext';
import { cachePer } from '../../concurrency';

/** A shipment that was sent: the exchange's reply, or an outcome that is not known. */
type SentImport = { importRef: string; reply: ImportReply } | { doubt: ImportOutcomeUnknown };

const mostNamed = 10;

/** The shipments that the node has sent in one execution. None is sent again when n8n retries the node ("Retry On Fail"). */
export const importLogOf = cachePer<ImportLog, object>(() => new ImportLog());

class ImportLog {
	readonly #byRun = new WeakMap<object, Map<string, SentImport>>();
	readonly #imported = new Set<string>();

	/** The shipment that an earlier try of the same item sent. `key`: see `importKey`. */
	atAnEarlierTry({ run, itemIndex }: RunPosition, key: string): SentImport | undefined {
		return this.#byRun.get(run)?.get(`${itemIndex} ${key}`);
	}

	/** Whether a shipment was imported with this import reference. */
	hasImported(importRef: string): boolean {
		return this.#imported.has(importRef);
	}

	/** Keeps what became of a shipment: its import if it was imported, or the error. */
	keep({ run, itemIndex }: RunPosition, key: string, sent: SentImport): void {
		const tries = this.#byRun.get(run) ?? new Map<string, SentImport>();
		this.#byRun.set(run, tries.set(`${itemIndex} ${key}`, sent));
		if ('reply' in sent) this.#imported.add(sent.importRef);
	}

	/**
	 * The error, which names the shipments that were imported before it: a workflow that stops here has no items for them, and running it
	 * again would import them twice.
	 */
	afterImports(error: unknown): unknown {
		if (this.#imported.size === 0 || !(error instanceof ExplainedError)) return error;
		const imported = [...this.#imported];
		const more = imported.length > mostNamed ? ` and ${imported.length - mostNamed} more` : '';
		return error.addAdvice(
			`Already imported in this execution: ${imported.slice(0, mostNamed).join(', ')}${more}. To import the rest, run the workflow again with "If Shipment Exists" set to "Skip".`,
		);
	}
}
