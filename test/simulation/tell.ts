import { noFates, World } from './world';
import type { SimulatedBroker } from './broker';
import type { Accusation } from './oracle';
import type { Stored } from './queue';
import { repair, restart, take } from './steps';
import type { Story } from './story';

/** What became of the messages of a story. */
export type Totals = { published: number; acknowledged: number; rejected: number; dropped: number; left: number };
export type Verdict = {
	readonly accusations: readonly Accusation[];
	readonly totals: Totals;
	readonly lines: readonly string[];
};

/** Once all is well, so long until nothing is left: the longest retries and probes are an hour apart. */
const concludesWithinMs = 3 * 3_600_000;

/** Tells a story to the code under test. */
export async function tell(story: Story, { keepLines = false }: { keepLines?: boolean } = {}): Promise<Verdict> {
	const world = new World(story, { keepLines });
	const { accusations } = world.oracle;
	const accused = () => accusations.length > 0;
	await world.startAll();
	await world.time.pass(story.seed % 2 ? 15_000 : 0, accused);
	for (const step of story.steps) {
		if (accused()) break;
		world.note(JSON.stringify(step));
		await take(world, step, accused);
		world.noteCredentials();
		await world.time.pass(1, accused);
	}
	world.oracle.checkTold();
	if (!accused()) await conclude(world, accused);
	const all = world.brokers.flatMap(({ queue }) => queue.all);
	const count = (...states: string[]) => all.filter(({ state }) => states.includes(state)).length;
	const totals = {
		published: all.length,
		acknowledged: count('ack'),
		rejected: count('reject'),
		dropped: count('dropped'),
		left: count('ready', 'unanswered'),
	};
	return { accusations, totals, lines: world.lines };
}

/** In some stories, a workflow whose credential does not work never gets it repaired; others read its queue. */
function othersCanRead({ story, workflows, network }: World): boolean {
	const working = workflows.filter(({ active, version }) => active && version.credential.works);
	const readable = new Set(working.map(({ version }) => version.credential.leadsTo(network)));
	return story.seed % 4 === 0 && workflows.every(({ version }) => readable.has(version.credential.leadsTo(network)));
}

/** Whatever happened: once everybody is back and every run ends well, nothing is left. */
async function conclude(world: World, accused: () => boolean): Promise<void> {
	world.note('All is well from now on');
	world.isWell = true;
	world.fates = noFates;
	world.duration = 'short';
	world.poison.clear();
	Object.assign(world.n8n, { databaseAway: false, emitThrows: false });
	for (const broker of world.brokers) Object.assign(broker, { away: false, queueMissing: false });
	if (!othersCanRead(world)) for (const credential of world.credentials) repair(world, credential.index);
	for (const workflow of world.workflows) workflow.behindIsAway = false;
	world.noteCredentials();
	// Whose credential leads elsewhere now is published again.
	for (const workflow of world.workflows)
		if (workflow.active && workflow.version.credential.movedAt >= 0) void world.process.activate([workflow], 'update');
	const silent = [...world.process.executions].some(({ truth, settled }) => truth !== 'running' && !settled);
	if (silent) await restart(world, { kill: true, awayMs: 1_000 });
	const isRead = (broker: SimulatedBroker) =>
		world.workflows.some(({ version: { credential } }) => credential.leadsTo(world.network) === broker);
	const queues = world.brokers.filter(isRead).map(({ queue }) => queue);
	const allSettled = () => queues.every(({ unsettled }) => unsettled === 0);
	for (let passed = 0; passed < concludesWithinMs && !allSettled() && !accused(); passed += 60_000) {
		for (const workflow of world.workflows) {
			if (world.process.activations.has(workflow.index) || !workflow.version.credential.works) continue;
			workflow.active = true;
			void world.process.activate([workflow], 'update');
		}
		await world.time.pass(60_000, () => accused() || allSettled());
	}
	const holderOf = (stored: Stored) => world.ledger.holderOf(stored) ?? stored.state;
	const numbers = queues.flatMap(({ left }) => left).map((stored) => `${stored.number} (${holderOf(stored)})`);
	if (numbers.length > 0 && !accused()) world.oracle.accuse('stuck', `still unsettled: ${numbers.join(', ')}`);
}
