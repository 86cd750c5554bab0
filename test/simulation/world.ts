import { Network, SimulatedBroker } from './broker';
import { AmqpError } from './dispatcherUnderTest';
import type { Duration, Fates } from './execution';
import { Ledger } from './ledger';
import { Oracle } from './oracle';
import { Process } from './process';
import type { Stored } from './queue';
import { Random } from './random';
import type { Publishes, Story } from './story';
import { SimulatedTime } from './time';
import { bodyOf, Credential, type SimulatedWorkflow } from './workflow';

export const noFates: Fates = { error: 0, crash: 0, nothing: 0, waiting: 0, timeout: 0, silent: 0 };

/** Everything around the code under test, as a story has it. */
export class World {
	readonly time = new SimulatedTime();
	readonly random: Random;
	readonly network = new Network();
	readonly brokers: readonly SimulatedBroker[];
	readonly credentials: readonly Credential[];
	readonly workflows: SimulatedWorkflow[];
	readonly ledger: Ledger;
	readonly oracle: Oracle;
	readonly poison = new Set<number>();
	readonly attempts = new Map<number, number>();
	readonly n8n = { databaseAway: false, emitThrows: false, hasRefused: false, outages: 0 };
	/** What n8n's list of executions would hold. */
	readonly counts = { failed: 0, told: 0 };
	readonly lines: string[] = [];
	/** From now on, nothing goes wrong any more. */
	isWell = false;
	fates: Fates;
	duration: Duration;
	process: Process;
	/** The processes that are alive beside it, with runs that they have not ended. */
	readonly former: Process[] = [];
	/** Whether a queue may have had two readers: a credential has got another address, or one broker was written in two ways. Nothing follows. */
	isMoved = false;
	/** How often people and outages may have had a message returned. */
	returnsNeeded = 1;
	#published = 0;
	readonly #sets = new Map<number, string | null>();
	readonly #byContent = new Map<number, Stored[]>();

	constructor(
		readonly story: Story,
		private readonly options: { readonly keepLines: boolean },
	) {
		this.random = new Random(story.seed);
		this.fates = story.fates;
		this.duration = story.duration;
		this.ledger = new Ledger(this);
		this.oracle = new Oracle(this);
		this.brokers = [0, 1].map(
			() =>
				new SimulatedBroker('rabbit@rabbitmq', story.kind, this.time, (stored) => {
					this.oracle.dropped(stored);
				}),
		);
		for (const host of ['broker', '10.0.0.1']) this.network.hosts.set(host, this.brokers[0]!);
		this.network.hosts.set('other', this.brokers[1]!);
		this.credentials = story.credentials.map(
			({ host, user }, index) =>
				new Credential(index, {
					hostname: host,
					port: 5672,
					ssl: false,
					vhost: '/',
					username: user,
					password: 'right',
					ignoreSslIssues: false,
				}),
		);
		for (const { user } of story.credentials) for (const broker of this.brokers) broker.passwords.set(user, 'right');
		this.workflows = story.workflows.map(({ filter, options, ownLimitMs, credential, active }, index) => ({
			index,
			id: `w${story.workflows.findLastIndex(({ isSecond }, other) => other <= index && !isSecond)}`,
			version: { nodeId: `n${index}`, filter, options, ownLimitMs, credential: this.credentials[credential]! },
			active,
			behindIsAway: false,
		}));
		this.process = new Process(0, this);
		this.noteCredentials();
	}

	note(line: string): void {
		if (this.options.keepLines) this.lines.push(`${(this.time.now() / 1_000).toFixed(1).padStart(8)} s  ${line}`);
	}

	/** How long something takes over there. */
	async slowly(what: 'connect' | 'answer' | 'wire'): Promise<void> {
		const { slow } = this.story;
		if (what === 'connect') await this.time.wait(slow ? this.random.below(5_000) : 5);
		else if (slow && this.random.chance(0.5)) await this.time.wait(this.random.below(what === 'wire' ? 200 : 3_000));
	}

	publish(
		message: { set: string | null; readable: boolean; large: boolean; copyOf?: number },
		broker: SimulatedBroker = this.brokers[0]!,
	): number {
		const number = this.#published++;
		const original =
			message.copyOf === undefined ? undefined : broker.queue.all.find((stored) => stored.number === message.copyOf);
		const { content, set, readable, body } = original ?? { ...message, content: number, body: bodyOf(number, message) };
		this.ledger.copies.set(content, (this.ledger.copies.get(content) ?? 0) + 1);
		this.#sets.set(content, set);
		const stored = broker.queue.publish({ content, set, readable, body }, number);
		this.#byContent.set(content, [...this.publishedWith(content), stored]);
		this.note(
			`message ${number} is published: content ${content}, set ${String(set)}${readable ? '' : ', unreadable'}`,
		);
		return number;
	}

	publishedWith(content: number): readonly Stored[] {
		return this.#byContent.get(content) ?? [];
	}

	setOf(content: number): string | null {
		return this.#sets.get(content) ?? null;
	}

	/** All trigger nodes of its workflow. */
	nodesOf({ id }: SimulatedWorkflow): readonly SimulatedWorkflow[] {
		return this.workflows.filter((workflow) => workflow.id === id);
	}

	/** To be called after every change of what credentials depend on. */
	noteCredentials(): void {
		const hosts = new Set(this.workflows.map(({ version }) => version.credential.settings.hostname));
		const isChanged = ({ movedAt, renamedAt }: Credential) => movedAt >= 0 || renamedAt >= 0;
		this.isMoved ||= (hosts.has('broker') && hosts.has('10.0.0.1')) || this.credentials.some(isChanged);
		for (const broker of this.brokers) broker.note(this.time.now());
		for (const credential of this.credentials) {
			const works = !credential.unreadable && !(this.network.reach(credential.settings) instanceof AmqpError);
			credential.note(this.time.now(), works);
		}
	}

	/** Another main process takes the place of this one, which may live on with its runs. */
	replaceProcess(): Process {
		const former = this.process;
		this.process = new Process(former.number + 1, this);
		return former;
	}

	async startAll(publishes?: Publishes): Promise<void> {
		const { process } = this;
		for (const workflow of this.workflows) if (workflow.active) process.unstarted.add(workflow);
		if (publishes) {
			void process.activate(this.nodesOf(this.workflows[publishes.workflow % this.workflows.length]!), 'update');
			await this.time.wait(publishes.gapMs);
		}
		for (const workflow of this.workflows)
			if (process.unstarted.has(workflow)) await process.activate([workflow], 'init');
	}
}
