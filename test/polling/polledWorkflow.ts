import type { IDataObject, INode, INodeExecutionData, IRun, WorkflowActivateMode } from 'n8n-workflow';
import { activatePolling, type PollingContext } from '../../nodes/CargoExchange/polling/activate';
import { Pollers } from '../../nodes/CargoExchange/polling/pollers';
import { readPollingSettings } from '../../nodes/CargoExchange/polling/settings';
import type { Simulator } from '../../simulator';
import { FakeClock } from '../dispatch/fakeClock';
import { createDeferredPromise } from '../helpers/deferred';
import { LogBook } from '../helpers/broker';
import { until } from '../helpers/until';

const minute = 60_000;

/** Counts the waits for the next poll: all others that can be ended last a second. */
class PollClock extends FakeClock {
	polls = 0;
	/** Polls that have begun. */
	begun = 0;

	override sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
		if (signal && delayMs !== 1_000) this.polls++;
		return super.sleep(delayMs, signal);
	}
}

type Execution = { items: IDataObject[]; end(status: string): void };

/** An n8n with one workflow that polls the simulator. It stores static data as n8n does: at the start of an execution. */
export class PollingN8n {
	readonly executions: Execution[] = [];
	readonly reports: Error[] = [];
	readonly log = new LogBook();
	/** How each execution ends by itself; undefined: the test ends it. */
	ends: (execution: Execution) => string | undefined = () => 'success';
	refusesStarts = false;
	/** What n8n has stored. */
	stored = '{}';
	parameters: IDataObject;
	password: string | null = null;
	#clock = new PollClock();
	#pollers = this.#newPollers();
	/** Of the process that is running. */
	#alive = { value: true };
	#close: (() => Promise<void>) | null = null;

	constructor(
		readonly simulator: Pick<Simulator, 'url' | 'importUrl' | 'accounts'>,
		parameters: IDataObject = {},
	) {
		this.parameters = { everyMinutes: 5, events: ['any'], allCustomers: true, ...parameters };
	}

	/** A field of each event so far, in the order of the executions. */
	fields(name: string): unknown[] {
		return this.executions.flatMap(({ items }) => items.map((item) => item[name]));
	}

	/** The workflow is activated, and the first poll is over. */
	async activate(mode: WorkflowActivateMode = 'activate'): Promise<void> {
		const context = this.#context(mode);
		const settings = readPollingSettings(context);
		this.#close = await activatePolling(context, settings, this.#pollers);
		// n8n stores what was written during the activation.
		this.stored = JSON.stringify(context.memory);
		// The log-in of a user's activation is no poll.
		if (mode !== 'init') this.#clock.begun--;
		await this.#polled();
	}

	/** A user edits the workflow: n8n removes the old version before it adds the new one. */
	async edit(parameters: IDataObject = {}): Promise<void> {
		await this.#close?.();
		this.parameters = { ...this.parameters, ...parameters };
		await this.activate('update');
	}

	async deactivate(): Promise<void> {
		await this.#close?.();
	}

	/** The process ends without a word, and n8n starts again. */
	async restart(): Promise<void> {
		this.kill();
		await this.activate('init');
	}

	kill(): void {
		this.#alive.value = false;
		this.#alive = { value: true };
		this.#clock = new PollClock();
		this.#pollers = this.#newPollers();
	}

	/** Time goes on until the next poll is over and what it found has been started. */
	async poll(minutes = 5): Promise<void> {
		const before = this.#clock.begun;
		await this.advance(minutes);
		if (this.#clock.begun === before) throw new Error('No poll has begun');
	}

	/** Time waits for the answers of the exchange. */
	async advance(minutes: number): Promise<void> {
		for (let passed = 0; passed < minutes; passed++) {
			await this.#clock.advance(minute - 10_000);
			await this.#polled();
		}
	}

	async #polled(): Promise<void> {
		await until(() => this.#clock.polls >= this.#clock.begun, 50_000, { everyMs: 2 });
		// What has ended is stored after some seconds.
		await this.#clock.advance(10_000);
		await until(() => this.#clock.polls >= this.#clock.begun, 50_000, { everyMs: 2 });
	}

	#newPollers(): Pollers {
		return new Pollers({ clock: this.#clock, date: Date.now, random: () => 0.999, log: this.log });
	}

	#context(mode: WorkflowActivateMode) {
		const alive = this.#alive;
		const memory = JSON.parse(this.stored) as IDataObject;
		const { url: baseUrl, importUrl, accounts } = this.simulator;
		const { username, password } = accounts[0]!;
		const node: INode = {
			id: 'polling trigger',
			name: 'Polling',
			type: 'cargoExchangePollingTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const emit = (
			output: INodeExecutionData[][],
			_answer?: unknown,
			done?: { resolve(run: IRun): void; reject(error: Error): void },
		) => {
			if (!alive.value) return;
			this.stored = JSON.stringify(memory);
			try {
				if (this.refusesStarts) throw new Error('The database is away');
				const items = JSON.parse(JSON.stringify(output[0])) as INodeExecutionData[];
				const execution: Execution = {
					items: items.map(({ json }) => json),
					end: (status) => {
						if (alive.value) done?.resolve({ status, data: { resultData: { runData: {} } } } as unknown as IRun);
					},
				};
				this.executions.push(execution);
				const status = this.ends(execution);
				if (status !== undefined) execution.end(status);
			} catch (error) {
				this.log.error((error as Error).message);
				done?.reject(error as Error);
			}
		};
		const context = {
			memory,
			getActivationMode: () => mode,
			getWorkflow: () => ({ id: 'w', name: 'Changes', active: true }),
			getWorkflowSettings: () => ({}),
			getWorkflowStaticData: () => memory,
			getNode: () => node,
			getNodeParameter: (name: string) => this.parameters[name],
			getCredentials: () => {
				if (!alive.value) return Promise.reject(new Error('This process has ended'));
				this.#clock.begun++;
				return Promise.resolve({ baseUrl, importUrl, username, password: this.password ?? password });
			},
			emit,
			saveFailedExecution: (error: Error) => void this.reports.push(error),
			logger: this.log,
			helpers: { createDeferredPromise },
		};
		return context as unknown as PollingContext & Parameters<typeof readPollingSettings>[0] & { memory: IDataObject };
	}
}
