import type { Memory } from './memory';
import type { Subscription } from './subscription';
import type { Outcome } from './verdict';
import type { Share } from './work';

/** Unreadable messages that one workflow records as failed executions: they need no run, and so no lane and no slot. */
export class Recorder {
	readonly #memory: Memory;
	#held: Share[] = [];

	constructor(memory: Memory) {
		this.#memory = memory;
	}

	/** Records the message and rejects it. One that comes again, because it could not be answered, is not recorded twice. */
	record(share: Share, subscription: Pick<Subscription, 'record'>): void {
		const { key, redelivered } = share.message;
		if (!(redelivered && this.#memory.recall(key).recorded)) subscription.record(share.message);
		this.#memory.note(key, { recorded: true });
		share.end('failed');
	}

	hold(share: Share): void {
		this.#held.push(share);
	}

	/** Hands back what was held and is still ours to answer. */
	take(): Share[] {
		const held = this.#held;
		this.#held = [];
		return held;
	}

	end(outcome: Outcome, which: (share: Share) => boolean = () => true): void {
		for (const share of this.take()) {
			if (which(share)) share.end(outcome);
			else this.hold(share);
		}
	}
}
