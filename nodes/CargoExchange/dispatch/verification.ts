import { reconnectDelayMs, type ConnectionSettings } from '../amqp';
import type { AmqpError } from '../errors';
import type { Clock } from './clock';
import type { Fault, Subscription } from './subscription';

export type VerificationServices = {
	/** Whether this credential may read this queue, by a short connection of its own: null, or what prevents it. */
	verifyCredential: (credential: ConnectionSettings, queue: string) => Promise<AmqpError | null>;
	clock: Clock;
	/** 0 ≤ random() < 1; spreads the attempts. */
	random: () => number;
};

/** A workflow whose credential does not work yet. */
type Waiting = {
	readonly subscription: Subscription;
	readonly onResult: (fault: Fault | null) => void;
	attempts: number;
	dueAt: number;
};

/** How long a result also counts for other workflows with the same credential. */
const sharedForMs = 5_000;

const unreadableCredential: Fault = {
	permanent: false,
	message: 'The queue credential could not be read',
	description: 'Check that it still exists and that this n8n can decrypt it.',
};

/**
 * Finds out which workflows may read a queue: each distinct credential is tried once, one after another, and workflows
 * with the same one share the result. What does not work is tried again for ever.
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

	/** Tries the credential of one workflow now. A good one lets the others that use it go on as well. */
	async now({ credential }: Pick<Subscription, 'credential'>): Promise<AmqpError | null> {
		return await this.#verify(await credential());
	}

	/**
	 * Tries until the credential works. `onResult` hears of every attempt, the last time with null.
	 * @returns how to stop.
	 */
	retry(subscription: Subscription, onResult: Waiting['onResult']): () => void {
		const waiting: Waiting = { subscription, onResult, attempts: 0, dueAt: this.#services.clock.now() };
		this.#waiting.add(waiting);
		this.#wake.abort();
		void this.#run().catch((error: unknown) => {
			subscription.log.error(
				`Verifying credentials for the queue "${this.#queue}" ended unexpectedly: ${String(error)}`,
			);
		});
		return () => {
			this.#waiting.delete(waiting);
		};
	}

	async #run(): Promise<void> {
		if (this.#running) return;
		this.#running = true;
		const { clock } = this.#services;
		try {
			while (this.#waiting.size > 0) {
				const dueAt = Math.min(...[...this.#waiting].map((waiting) => waiting.dueAt));
				this.#wake = new AbortController();
				if (dueAt > clock.now()) await clock.sleep(dueAt - clock.now(), this.#wake.signal);
				else await this.#tryDue();
			}
		} finally {
			this.#running = false;
		}
	}

	async #tryDue(): Promise<void> {
		for (const [key, { credential, members }] of await this.#byCredential()) {
			const now = this.#services.clock.now();
			const due = members.filter(({ dueAt }) => dueAt <= now);
			if (due.length === 0) continue;
			const known = this.#results.get(key);
			if (known && now - known.at < sharedForMs && due.every(({ attempts }) => attempts === 0)) {
				this.#share(known.fault, due);
				continue;
			}
			this.#share(credential ? await this.#verify(credential) : unreadableCredential, members);
		}
	}

	async #byCredential(): Promise<Map<string, { credential: ConnectionSettings | null; members: Waiting[] }>> {
		const groups = new Map<string, { credential: ConnectionSettings | null; members: Waiting[] }>();
		for (const waiting of [...this.#waiting]) {
			const credential = await waiting.subscription.credential().catch((error: unknown) => {
				const { name, log } = waiting.subscription;
				log.debug(`The queue credential of "${name}" could not be read: ${String(error)}`);
				return null;
			});
			const key = credential ? keyOf(credential) : '';
			const group = groups.get(key) ?? { credential, members: [] };
			group.members.push(waiting);
			groups.set(key, group);
		}
		return groups;
	}

	/** If it works, what kept the others away may be over too, such as a missing queue: they are tried at once. */
	async #verify(credential: ConnectionSettings): Promise<AmqpError | null> {
		const fault = await this.#services.verifyCredential(credential, this.#queue);
		const now = this.#services.clock.now();
		for (const [key, { at }] of this.#results) if (now - at >= sharedForMs) this.#results.delete(key);
		this.#results.set(keyOf(credential), { fault, at: now });
		if (!fault) {
			for (const waiting of this.#waiting) waiting.dueAt = now;
			this.#wake.abort();
		}
		return fault;
	}

	/** They come and go together: all of them are tried again at the same time. */
	#share(fault: Fault | null, members: readonly Waiting[]): void {
		const attempts = Math.max(...members.map((waiting) => waiting.attempts)) + 1;
		const { clock, random } = this.#services;
		const dueAt = clock.now() + (fault ? reconnectDelayMs(attempts, fault.permanent, random) : 0);
		for (const waiting of members) {
			if (!this.#waiting.has(waiting)) continue;
			if (!fault) this.#waiting.delete(waiting);
			Object.assign(waiting, { attempts, dueAt });
			try {
				waiting.onResult(fault);
			} catch (error) {
				waiting.subscription.log.error(`A verified credential could not be used: ${String(error)}`);
			}
		}
	}
}

function keyOf(credential: ConnectionSettings): string {
	return JSON.stringify(credential);
}
