import {
	AmqpError,
	Dispatcher,
	execute,
	workersOf,
	type Clock,
	type Message,
	type SubscribeOptions,
	type Workers,
	type Workflow,
} from './dispatcherUnderTest';
import { SimulatedConsumer } from './consumer';
import { Execution } from './execution';
import type { Member } from './ledger';
import { contentOf, passes, type SimulatedWorkflow, type Version } from './workflow';
import type { World } from './world';

export type Mode = 'activate' | 'update' | 'init';
const thrown: Record<Mode, SubscribeOptions['throws']> = { activate: 'all', update: 'permanent', init: 'none' };

/** Where a trigger node stands in its workflow: one that replaced another is behind those that were there. */
const placeOf = ({ nodeId }: Version) => Number(nodeId.split(' at ')[1] ?? 0);

/** One version of a workflow as a main process runs it. */
export class Activation {
	readonly closing = new AbortController();
	handle: { unsubscribe(): void } | null = null;
	member: Member | null = null;
	/** Starts of each content, over all versions. */
	readonly attempts: Map<number, number>;
	/** In queue mode. */
	readonly workers: Workers | null;

	constructor(
		readonly process: Process,
		readonly workflow: SimulatedWorkflow,
		readonly version: Version,
	) {
		this.attempts = process.world.attempts;
		const { queueMode } = process.world.story.n8n;
		this.workers = queueMode ? workersOf(process.clock, version.ownLimitMs, version.options) : null;
	}

	close(): void {
		if (this.closing.signal.aborted) return;
		this.closing.abort();
		if (this.handle) this.unsubscribe(this.handle);
	}

	/** What n8n still waits for cannot be closed before. */
	unsubscribe(handle: { unsubscribe(): void }): void {
		if (this.member) this.process.world.ledger.left(this.member, this);
		handle.unsubscribe();
	}
}

/** One main process of n8n, with a dispatcher of its own. */
export class Process {
	readonly killed = new AbortController();
	readonly activations = new Map<number, Activation>();
	readonly executions = new Set<Execution>();
	readonly consumers: SimulatedConsumer[] = [];
	/** Workflows that are active, and that n8n has not come to since its start. */
	readonly unstarted = new Set<SimulatedWorkflow>();
	readonly #dispatcher: Dispatcher;
	readonly clock: Clock;
	#stopped = false;
	/** n8n makes one change of a workflow after the other, and changes several workflows at once. */
	readonly #turns = new Map<string, Promise<void>>();

	constructor(
		readonly number: number,
		readonly world: World,
	) {
		const { time, network, oracle } = world;
		const startedAt = time.now();
		const clock = (this.clock = time.clock(this.killed.signal, () => {
			oracle.accuse('spin', '1,000 waits without any time passing: the process stands still');
		}));
		const never = new Promise<never>(() => undefined);
		this.#dispatcher = new Dispatcher({
			clock,
			random: () => world.random.next(),
			uptimeMs: () => time.now() - startedAt,
			log: this.#log(),
			consume: (options) => {
				const consumer = new SimulatedConsumer(options, world, { number, killed: this.killed.signal });
				this.consumers.push(consumer);
				return consumer;
			},
			verify: async (settings) => {
				await world.slowly('connect');
				if (this.killed.signal.aborted) return await never;
				const broker = network.reach(settings);
				if (broker instanceof AmqpError) return broker;
				const { ready, takers } = broker.queue;
				return { messages: ready, consumers: takers.length, clusterName: broker.clusterName };
			},
		});
	}

	/**
	 * Starts, or replaces, trigger nodes of a workflow: n8n removes all of them before it adds the first. It adds them as the
	 * workflow was when it began, in the order of its nodes: a new one is behind the others. If one is refused when the workflow
	 * is switched on, none stays.
	 */
	activate(nodes: readonly SimulatedWorkflow[], mode: Mode): Promise<void> {
		return this.#inTurn(nodes, async () => {
			const inOrder = nodes.map((node) => ({ node, version: node.version }));
			inOrder.sort((one, other) => placeOf(one.version) - placeOf(other.version));
			for (const node of nodes) this.#close(node);
			for (const { node, version } of inOrder) {
				if (await this.#activate(node, version, mode)) continue;
				// What is being published when n8n stops is published when it starts.
				if (mode !== 'activate' || this.#isStopped()) this.#retry(node, mode);
				else {
					for (const each of nodes) this.#close(each);
					for (const each of nodes) each.active = false;
					return;
				}
			}
		});
	}

	deactivate(nodes: readonly SimulatedWorkflow[]): Promise<void> {
		return this.#inTurn(nodes, () => {
			for (const node of nodes) this.unstarted.delete(node);
			for (const node of nodes) this.#close(node);
			return Promise.resolve();
		});
	}

	stopAll(): void {
		this.#stopped = true;
		for (const activation of this.activations.values()) activation.close();
		this.activations.clear();
	}

	kill(): void {
		this.killed.abort();
		for (const execution of this.executions) if (execution.truth === 'running') execution.truth = 'cutOff';
		this.world.ledger.killed(this.number);
	}

	#inTurn([first]: readonly SimulatedWorkflow[], change: () => Promise<void>): Promise<void> {
		const id = first?.id ?? '';
		const turn = (this.#turns.get(id) ?? Promise.resolve()).then(async () => {
			if (!this.killed.signal.aborted) await change();
		});
		this.#turns.set(id, turn);
		return turn;
	}

	#close({ index }: SimulatedWorkflow): void {
		this.activations.get(index)?.close();
		this.activations.delete(index);
	}

	/** Returns whether it was not refused. */
	async #activate(workflow: SimulatedWorkflow, version: Version, mode: Mode): Promise<boolean> {
		this.unstarted.delete(workflow);
		if (!workflow.active || this.#isStopped()) return true;
		const { ledger } = this.world;
		const activation = new Activation(this, workflow, version);
		const throws = thrown[mode];
		activation.member = ledger.joining(this.number, activation, { counts: throws === 'none' });
		this.activations.set(workflow.index, activation);
		try {
			activation.handle = await this.#dispatcher.subscribe(this.#workflowOf(activation), {
				throws,
			});
			ledger.joined(activation.member);
			if (activation.closing.signal.aborted) activation.unsubscribe(activation.handle);
			return true;
		} catch (error) {
			if (throws === 'none') this.world.oracle.accuse('thrown at start', String(error));
			if (throws !== 'none') ledger.refused(activation.member);
			this.activations.delete(workflow.index);
			return false;
		}
	}

	/** Whether it starts no workflow any more. A function, because it changes while somebody waits. */
	#isStopped(): boolean {
		return this.#stopped;
	}

	/** n8n tries for ever. */
	#retry(workflow: SimulatedWorkflow, mode: Mode): void {
		this.world.time.after(10_000, () => {
			if (workflow.active && !this.activations.has(workflow.index)) void this.activate([workflow], mode);
		});
	}

	#workflowOf(activation: Activation): Workflow {
		const { workflow, version } = activation;
		const { world } = this;
		const member = activation.member!;
		return {
			id: `${workflow.id}/${version.nodeId}`,
			workflowId: workflow.id,
			name: workflow.id,
			queue: 'queue',
			options: version.options,
			log: this.#log(),
			credential: () => version.credential.read(),
			wants: (message) => passes(version.filter, { content: contentOf(message), set: message.setId }),
			run: (messages) => this.#run(activation, messages),
			record: (message) => {
				world.oracle.recorded(member, contentOf(message));
			},
			report: (notice) => {
				world.oracle.told(member, notice);
				if (world.story.reportThrows) throw new Error('The database is locked');
			},
		};
	}

	async #run(activation: Activation, messages: readonly Message[]) {
		const { world } = this;
		const contents = messages.map(contentOf);
		const execution = new Execution(world, activation, contents, messages[0]?.reading.ok ?? false);
		const run = world.oracle.started(activation.member!, execution);
		this.executions.add(execution);
		const result = await execute(execution.context, {
			closing: activation.closing.signal,
			clock: this.clock,
			workers: activation.workers,
		});
		if (this.killed.signal.aborted) return await new Promise<never>(() => undefined);
		this.executions.delete(execution);
		world.oracle.ended(run, result.end);
		return result;
	}

	#log() {
		const ignore = () => undefined;
		const suspicious = /unexpectedly|could not be processed|threw/;
		return {
			debug: ignore,
			info: (line: string) => {
				this.world.note(line);
			},
			warn: (line: string) => {
				this.world.note(line);
			},
			error: (line: string) => {
				this.world.note(line);
				if (suspicious.test(line)) this.world.oracle.accuse('log', line);
			},
		};
	}
}
