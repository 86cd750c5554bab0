import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, WorkflowActivateMode } from 'n8n-workflow';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import type { BrokerSettings } from '../../nodes/CargoExchange/amqp';
import { ActiveWorkflow, type Execution } from '../trigger/activeWorkflow';

/** Events are numbered; so many sets take turns. Events with an even number are signed, the others issued. */
export const sets = 20;

export function numberedEvent(number: number): string {
	return JSON.stringify({
		newStatus: number % 2 === 0 ? 'SIGNED' : 'ISSUED',
		action: 'ISSUE',
		instance: 'Exchange',
		setId: `set ${number % sets}`,
		parcelReference: `P-${number}`,
		updatedDate: 'Thu May 12 10:20:30 UTC 2022',
	});
}

/** One execution as the workflow saw it begin. */
type Start = { readonly number: number; readonly redelivered: boolean };

type Options = {
	/** How long each run lasts; by default 5 to 25 ms. */
	runMs?: number;
	/** The status that a run ends with; by default each succeeds. */
	ends?: (number: number) => string;
	mode?: WorkflowActivateMode;
};

/** An active workflow whose runs last a moment, and all that it was given. */
export class WorkflowRecorder {
	readonly starts: Start[] = [];
	readonly #seen = new Set<number>();
	#active: ActiveWorkflow | null = null;

	constructor(
		readonly name: string,
		readonly account: BrokerSettings | (() => BrokerSettings),
		readonly parameters: IDataObject,
		readonly options: Options = {},
	) {}

	/** Publishes a workflow with our trigger on this queue. */
	static async activate(...details: ConstructorParameters<typeof WorkflowRecorder>): Promise<WorkflowRecorder> {
		const recorder = new WorkflowRecorder(...details);
		await recorder.activateAgain(recorder.options.mode);
		return recorder;
	}

	/** Publishes it after `deactivate`: with mode `update` as n8n does when it was edited. */
	async activateAgain(mode: WorkflowActivateMode = 'activate'): Promise<void> {
		const { runMs, ends = () => 'success' } = this.options;
		const setup = {
			queueAccount: this.account,
			parameters: this.parameters,
			ends: (execution: Execution) => {
				const number = this.#note(execution);
				void sleep(runMs ?? 5 + Math.random() * 20).then(() => {
					execution.end(ends(number));
				});
				return undefined;
			},
		};
		this.#active = await ActiveWorkflow.start(new CargoExchangeTrigger(), this.name, setup, mode);
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

	/**
	 * Every event of these once or more, no other, and the first runs of each set in the order of publishing. Without `redelivered`, those
	 * that the broker had delivered before may come later: nobody knows of what was on its way when it was killed.
	 */
	expectAllInOrder(expected: readonly number[], { redelivered: alsoRedelivered = true } = {}): void {
		expect([...this.#seen].toSorted((one, other) => one - other)).toEqual(expected);
		const firsts = new Map(this.starts.toReversed().map((start) => [start.number, start]));
		const last = new Map<number, number>();
		for (const number of this.#seen) {
			if (firsts.get(number)?.redelivered && !alsoRedelivered) continue;
			expect(number).toBeGreaterThan(last.get(number % sets) ?? -1);
			last.set(number % sets, number);
		}
	}

	/** Gives the number of the run's last event. */
	#note({ items }: Execution): number {
		let number = NaN;
		for (const { json } of items) {
			number = Number(/"P-(\d+)/.exec(JSON.stringify(json))?.[1]);
			this.starts.push({ number, redelivered: json['redelivered'] === true });
			this.#seen.add(number);
		}
		return number;
	}
}
