import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import type { QueueAccount } from '../../nodes/CargoExchange/amqp';
import { ActiveWorkflow, type Execution } from '../trigger/activeWorkflow';

/** Events are numbered; so many sets take turns, and every second event is an even one. */
export const sets = 20;

export function numberedEvent(number: number): string {
	const parity = number % 2 === 0 ? 'even' : 'odd';
	return JSON.stringify({
		newStatus: 'ISSUED',
		action: 'ISSUE',
		instance: 'Exchange',
		setId: `set ${number % sets}`,
		parcelReference: `P-${number}-${parity}`,
		updatedDate: 'Thu May 12 10:20:30 UTC 2022',
	});
}

/** One execution as the workflow saw it begin. */
type Start = { readonly number: number; readonly redelivered: boolean };

/** An active workflow whose runs last a moment, and all that it was given. */
export class Witness {
	readonly starts: Start[] = [];
	readonly #seen = new Set<number>();
	#active: ActiveWorkflow | null = null;

	/** Publishes a workflow with our trigger on this queue. */
	static async activate(name: string, queueAccount: QueueAccount, parameters: IDataObject): Promise<Witness> {
		const witness = new Witness();
		witness.#active = await ActiveWorkflow.start(new CargoExchangeTrigger(), name, {
			queueAccount,
			parameters,
			ends: (execution) => {
				witness.#note(execution);
				void sleep(5 + Math.random() * 20).then(() => {
					execution.end('success');
				});
				return undefined;
			},
		});
		return witness;
	}

	/** How many different events it was given. */
	get different(): number {
		return this.#seen.size;
	}

	/** Later runs of events that had one before. */
	get repeats(): Start[] {
		const seen = new Set<number>();
		return this.starts.filter(({ number }) => seen.size === seen.add(number).size);
	}

	async deactivate(): Promise<void> {
		await this.#active?.close();
	}

	/** Every event of these once or more, no other, and the first runs of each set in the order of publishing. */
	expectAllInOrder(expected: readonly number[]): void {
		expect([...this.#seen].toSorted((one, other) => one - other)).toEqual(expected);
		const last = new Map<number, number>();
		for (const number of this.#seen) {
			expect(number).toBeGreaterThan(last.get(number % sets) ?? -1);
			last.set(number % sets, number);
		}
	}

	#note({ items }: Execution): void {
		for (const { json } of items) {
			const number = Number(/"P-(\d+)/.exec(JSON.stringify(json))?.[1]);
			this.starts.push({ number, redelivered: json['redelivered'] === true });
			this.#seen.add(number);
		}
	}
}
