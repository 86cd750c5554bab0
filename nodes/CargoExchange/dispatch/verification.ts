import { asCredentialFault, reconnectDelayMs, type BrokerSettings, type QueueState } from '../amqp';
import { AmqpError } from '../errors';
import { sharedForMs, tellAfterMs } from './limits';
import * as notices from './notices';
import type { Clock, Fault, Workflow } from './workflow';

export type VerificationServices = {
	/** Whether this credential may read this queue, by a short connection of its own: its state, or why it may not. */
	verify: (credential: BrokerSettings, queue: string) => Promise<QueueState | AmqpError>;
	clock: Clock;
	/** 0 ≤ random() < 1; spreads the attempts. */
	random: () => number;
};

/** A credential, and what the broker that it leads to calls itself. */
export type Leading = { readonly credential: BrokerSettings; readonly clusterName: string | null };

/** A credential that may read the queue, and how many consumers the queue has there. */
export type Verified = Leading & { readonly consumers: number };

/** A workflow whose credential does not work yet, and what to do with each result: why it has to be tried again, if so. */
type Waiting = { readonly workflow: Workflow; readonly onResult: (result: Verified | Fault) => Promise<Fault | null> };

/**
 * Finds out which workflows may read a queue. Those that may not wait, and are tried together, again and again: each
 * distinct credential once, one after another, and workflows with the same one share the result.
 */
export class Verification {
	readonly #queue: string;
	readonly #services: VerificationServices;
	readonly #waiting = new Set<Waiting>();
	/** By credential. */
	readonly #results = new Map<string, { result: Verified | AmqpError; at: number }>();
	#running = false;
	#wake = new AbortController();

	constructor(queue: string, services: VerificationServices) {
		this.#queue = queue;
		this.#services = services;
	}

	/** Whether it has nothing to do and knows nothing. */
	get isIdle(): boolean {
		this.#dropOldResults();
		return this.#waiting.size === 0 && this.#results.size === 0;
	}

	/** Tries the credential of one workflow now. */
	async now(workflow: Workflow): Promise<Verified | AmqpError> {
		const result = await this.#verify(await workflow.credential());
		if (!(result instanceof AmqpError)) this.#tryOthersAgain();
		return result;
	}

	/**
	 * Tries until `onResult`, which is called after every attempt, has no fault.
	 * @returns how to stop.
	 */
	retry(workflow: Workflow, onResult: Waiting['onResult']): () => void {
		const waiting: Waiting = { workflow, onResult };
		this.#waiting.add(waiting);
		this.#wake.abort();
		if (!this.#running) void this.#run();
		return () => {
			this.#waiting.delete(waiting);
			if (this.#waiting.size === 0) this.#wake.abort();
		};
	}

	async #run(): Promise<void> {
		this.#running = true;
		const { clock, random } = this.#services;
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
		this.#running = false;
	}

	/** Returns whether only a person can help those that still wait. */
	async #tryAll(): Promise<boolean> {
		this.#dropOldResults();
		let permanent = true;
		for (const waiting of [...this.#waiting]) {
			const result = await this.#try(waiting.workflow);
			if (!this.#waiting.has(waiting)) continue;
			const fault = await this.#report(waiting, result);
			if (fault) permanent &&= fault.permanent;
			else {
				this.#waiting.delete(waiting);
				this.#tryOthersAgain();
			}
		}
		return permanent;
	}

	#dropOldResults(): void {
		const now = this.#services.clock.now();
		for (const [key, { at }] of this.#results) if (now - at >= sharedForMs) this.#results.delete(key);
	}

	/** A credential works: the cause of other faults may be gone too, such as a missing queue. */
	#tryOthersAgain(): void {
		for (const [key, { result }] of this.#results) if (result instanceof AmqpError) this.#results.delete(key);
		this.#wake.abort();
	}

	/** What one workflow does with a result must not end the verification of the others. */
	async #report({ workflow, onResult }: Waiting, result: Verified | Fault): Promise<Fault | null> {
		try {
			return await onResult(result);
		} catch (error) {
			workflow.log.error(`Verifying the credential for the queue "${this.#queue}" threw: ${String(error)}`);
			return asCredentialFault(error);
		}
	}

	async #try(workflow: Workflow): Promise<Verified | Fault> {
		try {
			const credential = await workflow.credential();
			const known = this.#results.get(credentialKey(credential));
			return known ? known.result : await this.#verify(credential);
		} catch (error) {
			return asCredentialFault(error);
		}
	}

	async #verify(credential: BrokerSettings): Promise<Verified | AmqpError> {
		const found = await this.#services.verify(credential, this.#queue);
		const result =
			found instanceof AmqpError ? found : { credential, clusterName: found.clusterName, consumers: found.consumers };
		this.#results.set(credentialKey(credential), { result, at: this.#services.clock.now() });
		return result;
	}
}

function credentialKey(credential: BrokerSettings): string {
	// The filter is n8n's own object, the same for all.
	return JSON.stringify({ ...credential, egressFilter: null });
}

/** A workflow whose credential does not work yet. */
export class Pending {
	/** Ends its verification. */
	stop: () => void = () => {};
	readonly #workflow: Workflow;
	#fault: Fault | null = null;
	#faultSince = 0;

	constructor(workflow: Workflow) {
		this.#workflow = workflow;
	}

	get fault(): Fault {
		return (
			this.#fault ?? {
				message: 'The credential is not verified yet',
				description: 'It is tried at least every 30 seconds.',
				permanent: false,
			}
		);
	}

	/** Logs why it cannot read its queue when that changes. Returns whether to tell it, because it is permanent or lasts. */
	note(fault: Fault, now: number): boolean {
		const { log } = this.#workflow;
		if (this.#fault?.message !== fault.message)
			log[fault.permanent ? 'error' : 'warn'](notices.notYet(this.#workflow, fault));
		if (!this.#fault) this.#faultSince = now;
		this.#fault = fault;
		return fault.permanent || now - this.#faultSince >= tellAfterMs;
	}

	/** Its credential works. */
	end(): void {
		const { name, queue, log } = this.#workflow;
		if (this.#fault) log.info(`The workflow "${name}" can read the queue "${queue}" now`);
	}
}
