import * as notices from './notices';
import type { Fault, Workflow } from './workflow';
import { tellAfterMs } from './limits';

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
