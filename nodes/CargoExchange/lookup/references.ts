import type { ExchangeClient } from '../exchange/client';
import type { SetRow } from '../schemas/search';

/**
 * The shipment reference of each set that a search has shown, for the process and the login: a search for the shipment is shorter than one
 * for the set.
 */
class References {
	/** About 15 MB. The oldest are forgotten first. */
	readonly #most = 50_000;
	readonly #bySet = new Map<string, string>();

	add({ keys }: ExchangeClient, rows: readonly SetRow[]): void {
		for (const { setId, shipmentRef } of rows) {
			if (shipmentRef) this.#bySet.set(`${keys.login} ${setId.toLowerCase()}`, shipmentRef);
		}
		for (const oldest of this.#bySet.keys()) {
			if (this.#bySet.size <= this.#most) return;
			this.#bySet.delete(oldest);
		}
	}

	of({ keys }: ExchangeClient, setId: string): string | undefined {
		return this.#bySet.get(`${keys.login} ${setId.toLowerCase()}`);
	}
}

export const knownReferences = new References();
