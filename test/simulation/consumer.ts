import type { SimulatedBroker } from './broker';
import { outage, SimulatedChannel, type Home } from './channel';
import { AmqpError, type ConsumeOptions, type QueueConsumer } from './dispatcherUnderTest';
import type { World } from './world';

/** A process's reading of a queue, as the package's own consumer does it, on a broker and a network that are slow. */
export class SimulatedConsumer implements QueueConsumer {
	#channel: SimulatedChannel | null = null;
	#stopped = false;
	#isOut = false;

	constructor(
		private readonly options: ConsumeOptions,
		private readonly world: World,
		private readonly home: Home,
	) {
		home.killed.addEventListener('abort', () => this.#channel?.lose());
		void this.#connect(1);
	}

	/** The broker that it is connected to. */
	get broker(): SimulatedBroker | null {
		return this.#channel?.isLost() === false ? this.#channel.broker : null;
	}

	get isConsuming(): boolean {
		return this.#channel?.isConsuming ?? false;
	}

	setPrefetch(count: number): void {
		if (!this.#stopped) void this.#channel?.setPrefetch(count);
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		const channel = this.#channel;
		if (!channel) return;
		channel.isStopped = true;
		await channel.setPrefetch(0);
	}

	async close(): Promise<void> {
		await this.stop();
		const channel = this.#channel;
		if (!channel || channel.isLost() || this.home.killed.aborted) return;
		channel.flush();
		await this.world.slowly('answer');
		if (channel.forgotten > 0 && !channel.isLost())
			this.world.oracle.accuse('forgotten', `a consumer was closed with ${channel.forgotten} unanswered messages`);
		channel.lose();
	}

	countReady(): Promise<number> {
		return Promise.resolve(this.broker?.queue.ready ?? 0);
	}

	#isOver(): boolean {
		return this.#stopped || this.home.killed.aborted;
	}

	async #connect(attempt: number): Promise<void> {
		const fault = await this.#tryToConnect().catch(() => outage('The queue credential could not be read'));
		if (!fault || this.#isOver()) return;
		this.#noteOutage(fault);
		const delayMs = fault.permanent ? 30_000 : Math.min(4_000, 250 * 2 ** attempt);
		this.world.time.after(delayMs, () => {
			if (!this.#isOver()) void this.#connect(attempt + 1);
		});
	}

	async #tryToConnect(): Promise<AmqpError | null> {
		const settings = await this.options.settings();
		await this.world.slowly('connect');
		if (this.#isOver()) return null;
		const broker = this.world.network.reach(settings);
		if (broker instanceof AmqpError) return broker;
		const channel = new SimulatedChannel(broker, settings, this.options, this.world, this.home, (fault) => {
			if (this.#isOver()) return;
			this.#noteOutage(fault);
			void this.#connect(1);
		});
		const others = broker.queue.takers.length;
		this.#channel = channel;
		const fault = await channel.begin(this.options.prefetch()).then(
			() => null,
			(thrown: unknown) => thrown as AmqpError,
		);
		if (fault) channel.lose();
		if (fault || this.#isOver() || channel.isLost()) return fault;
		this.#isOut = false;
		this.options.onReady?.(others);
		return null;
	}

	#noteOutage(fault: AmqpError): void {
		if (this.#isOut && !fault.permanent) return;
		this.#isOut = true;
		this.options.onOutage?.(fault);
	}
}
