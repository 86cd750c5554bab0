import type { BrokerSettings, Message, RunOptions } from './dispatcherUnderTest';
import type { Network, SimulatedBroker } from './broker';

export type Filter = 'all' | 'even' | 'setA' | 'none';

/** A workflow as n8n's database holds it: people edit it. */
export type Version = {
	readonly nodeId: string;
	readonly filter: Filter;
	readonly credential: Credential;
	readonly options: RunOptions;
	/** The workflow's own time limit; 0: none. */
	readonly ownLimitMs: number;
};

/** A workflow with one trigger node; of several, each is one with the same id. */
export type SimulatedWorkflow = {
	readonly index: number;
	readonly id: string;
	version: Version;
	/** As n8n shows it. */
	active: boolean;
	/** What the workflow calls does not answer, so that every execution fails. */
	behindIsAway: boolean;
};

export function passes(filter: Filter, { content, set }: { content: number; set: string | null }): boolean {
	if (filter === 'all' || filter === 'none') return filter === 'all';
	return filter === 'even' ? content % 2 === 0 : set === 'a';
}

/** A credential of the queue in n8n, and since when it has worked. */
export class Credential {
	unreadable = false;
	/** When it last became that. */
	unreadableAt = -Infinity;
	/** When it last came to lead to another broker. */
	movedAt = -Infinity;
	/** When it last got another address. */
	renamedAt = -Infinity;
	readonly #changes = [{ at: 0, works: true }];

	constructor(
		readonly index: number,
		public settings: BrokerSettings,
	) {}

	read(): Promise<BrokerSettings> {
		return this.unreadable
			? Promise.reject(new Error('The secrets provider is not ready'))
			: Promise.resolve({ ...this.settings });
	}

	/** Whether it could be used to read the queue from now on. */
	note(at: number, works: boolean): void {
		if (this.#changes.at(-1)?.works !== works) this.#changes.push({ at, works });
	}

	get works(): boolean {
		return this.#changes.at(-1)?.works ?? true;
	}

	/** Since when it does not work; Infinity: it works. */
	get brokenSince(): number {
		const last = this.#changes.at(-1);
		return last && !last.works ? last.at : Infinity;
	}

	/** Whether it worked for so long without a break in this time. */
	workedFor(ms: number, from: number, to: number): boolean {
		return this.#changes.some(({ at, works }, index) => {
			const until = Math.min(to, this.#changes[index + 1]?.at ?? Infinity);
			return works && until - Math.max(at, from) >= ms;
		});
	}

	/** The broker that its address belongs to, whether it can be reached or not. */
	leadsTo(network: Network): SimulatedBroker | undefined {
		return network.hosts.get(this.settings.hostname);
	}
}

/** By its body. */
const contents = new WeakMap<Buffer, number>();

export function contentOf({ body }: Pick<Message, 'body'>): number {
	return contents.get(body) ?? Number.NaN;
}

export function bodyOf(
	content: number,
	{ set, readable, large }: { set: string | null; readable: boolean; large: boolean },
): Buffer {
	const text = readable
		? JSON.stringify({ newStatus: 'ISSUED', setId: set, parcelReference: `P-${content}` })
		: `not an event: P-${content}`;
	const body = Buffer.from(text);
	contents.set(body, content);
	// As the code sees it, without moving so many bytes around.
	if (large) Object.defineProperties(body, { length: { value: 40 * 1024 * 1024 }, toString: { value: () => text } });
	return body;
}
