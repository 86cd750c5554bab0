import { Alarm } from './alarm';
import type { Clock } from './clock';
import type { Memory } from './memory';
import type { Subscription } from './subscription';
import type { Outcome } from './verdict';
import type { Share } from './task';

/** Unreadable messages that one workflow records as failed executions: they need no run, and so no lane and no slot. */
export class Recorder {
	readonly #memory: Memory;
	readonly #clock: Clock;
	readonly #limitMs: () => number;
	readonly #alarm: Alarm;
	#held: Share[] = [];

	constructor(memory: Memory, clock: Clock, limitMs: () => number) {
		this.#memory = memory;
		this.#clock = clock;
		this.#limitMs = limitMs;
		this.#alarm = new Alarm(clock, () => {
			this.#returnOverdue();
		});
	}

	/** Records the message and rejects it. One that comes again, because it could not be answered, is not recorded twice. */
	record(share: Share, subscription: Pick<Subscription, 'record'>): void {
		const { key, redelivered } = share.message;
		if (!(redelivered && this.#memory.recall(key).recorded)) subscription.record(share.message);
		this.#memory.note(key, { recorded: true });
		share.end('failed');
	}

	/** Keeps it for a workflow that is away, until the time limit. */
	hold(share: Share): void {
		this.#held.push(share);
		this.#alarm.at(share.arrivedAt + this.#limitMs());
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

	#returnOverdue(): void {
		const limit = this.#clock.now() - this.#limitMs();
		this.end('returned', ({ arrivedAt }) => arrivedAt <= limit);
	}
}
