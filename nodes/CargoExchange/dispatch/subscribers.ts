import type { QueueAccount } from '../amqp';
import type { Desk } from './subscriber';
import { prefetchFor } from './prefetch';

/** A workflow on a queue. `absent`: it has left, and is waited for until this aborts. */
type Member = { readonly desk: Desk; absent: AbortController | null };

/** The workflows of one queue, in order of joining. One that has left stays listed while its return is waited for. */
export class Roster {
	readonly #members: Member[] = [];
	#desks: readonly Desk[] = [];
	#connects = 0;

	get desks(): readonly Desk[] {
		return this.#desks;
	}

	get names(): string {
		return this.desks.map(({ subscription }) => subscription.name).join(', ');
	}

	get prefetch(): number {
		return prefetchFor(this.desks.map(({ subscription }) => subscription.wishes));
	}

	/** Whether every workflow has left. */
	get deserted(): boolean {
		return this.#members.every(({ absent }) => absent);
	}

	join(desk: Desk): void {
		const known = this.#find(desk);
		known?.absent?.abort();
		if (known) known.absent = null;
		else this.#members.push({ desk, absent: null });
		this.#desks = this.#members.map((member) => member.desk);
	}

	/** Notes that a workflow has left. The signal aborts with its return; null: it is not here. */
	leave(desk: Desk): AbortSignal | null {
		const member = this.#find(desk);
		if (!member || member.absent) return null;
		member.absent = new AbortController();
		return member.absent.signal;
	}

	strike(desk: Desk): void {
		const place = this.#members.findIndex((member) => member.desk === desk);
		if (place >= 0) this.#members.splice(place, 1);
		this.#desks = this.#members.map((member) => member.desk);
	}

	/**
	 * The credential for the next connection: the newest workflow's, because where a password was changed, the newest knows
	 * it; then the others' in turn, until `connected`.
	 */
	async nextAccount(): Promise<QueueAccount> {
		const newestFirst = this.#members.filter(({ absent }) => !absent).reverse();
		const member = newestFirst[this.#connects++ % newestFirst.length] ?? this.#members[0];
		if (!member) throw new Error('No workflow reads the queue any more');
		return await member.desk.subscription.account();
	}

	connected(): void {
		this.#connects = 0;
	}

	#find(desk: Desk): Member | undefined {
		return this.#members.find((member) => member.desk === desk);
	}
}
