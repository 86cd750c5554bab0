import { asCredentialFault, reconnectDelayMs, type ConnectionSettings } from '../amqp';
import type { AmqpError } from '../errors';
import type { Clock, Fault, Subscription } from './subscription';

export type VerificationServices = {
	/** Whether this credential may read this queue, by a short connection of its own: null, or why it may not. */
	verifyCredential: (credential: ConnectionSettings, queue: string) => Promise<AmqpError | null>;
	clock: Clock;
	/** 0 ≤ random() < 1; spreads the attempts. */
	random: () => number;
};

/** A workflow whose credential does not work yet. */
type Waiting = { readonly subscription: Subscription; readonly onResult: (fault: Fault | null) => void };

/** How long a result also counts for other workflows with the same credential. */
const sharedForMs = 5_000;

/**
 * Finds out which workflows may read a queue. Those that may not wait, and are tried together, again and again: each
 * distinct credential once, one after another, and workflows with the same one share the result.
 */
export class Verification {
	readonly #queue: string;
	readonly #services: VerificationServices;
	readonly #waiting = new Set<Waiting>();
	/** By credential. */
	readonly #results = new Map<string, { fault: Fault | null; at: number }>();
	#running = false;
	#wake = new AbortController();

	constructor(queue: string, services: VerificationServices) {
		this.#queue = queue;
		this.#services = services;
	}

	/** Tries the credential of one workflow now. */
	async now(subscription: Subscription): Promise<AmqpError | null> {
		return await this.#verify(await subscription.credential());
	}

	/**
	 * Tries until the credential works. `onResult` is called after every attempt, the last time with null.
	 * @returns how to stop.
	 */
	retry(subscription: Subscription, onResult: Waiting['onResult']): () => void {
		const waiting: Waiting = { subscription, onResult };
		this.#waiting.add(waiting);
		this.#wake.abort();
		void this.#run().catch((error: unknown) => {
			subscription.log.error(
				`Verifying credentials for the queue "${this.#queue}" ended unexpectedly: ${String(error)}`,
			);
		});
		return () => {
			this.#waiting.delete(waiting);
			if (this.#waiting.size === 0) this.#wake.abort();
		};
	}

	async #run(): Promise<void> {
		if (this.#running) return;
		this.#running = true;
		const { clock, random } = this.#services;
		try {
			let attempt = 1;
			while (this.#waiting.size > 0) {
				this.#wake = new AbortController();
				const { signal } = this.#wake;
				const permanent = await this.#tryAll();
				await clock.sleep(reconnectDelayMs(attempt, permanent, random), signal);
				if (signal.aborted) continue;
				attempt++;
				this.#results.clear();
			}
		} finally {
			this.#running = false;
		}
	}

	/** Returns whether only a person can help those that still wait. */
	async #tryAll(): Promise<boolean> {
		const now = this.#services.clock.now();
		for (const [key, { at }] of this.#results) if (now - at >= sharedForMs) this.#results.delete(key);
		let permanent = true;
		for (const waiting of [...this.#waiting]) {
			const fault = await this.#try(waiting.subscription);
			if (!this.#waiting.has(waiting)) continue;
			if (fault) permanent &&= fault.permanent;
			else this.#waiting.delete(waiting);
			waiting.onResult(fault);
		}
		return permanent;
	}

	async #try(subscription: Subscription): Promise<Fault | null> {
		try {
			const settings = await subscription.credential();
			const known = this.#results.get(keyOf(settings));
			return known ? known.fault : await this.#verify(settings);
		} catch (error) {
			return asCredentialFault(error);
		}
	}

	/** If it works, the cause of other faults may be gone too, such as a missing queue: all are tried again at once. */
	async #verify(settings: ConnectionSettings): Promise<AmqpError | null> {
		const fault = await this.#services.verifyCredential(settings, this.#queue);
		if (!fault) {
			this.#results.clear();
			this.#wake.abort();
		}
		this.#results.set(keyOf(settings), { fault, at: this.#services.clock.now() });
		return fault;
	}
}

function keyOf(credential: ConnectionSettings): string {
	// The filter is n8n's own object, the same for all.
	return JSON.stringify({ ...credential, egressFilter: null });
}
