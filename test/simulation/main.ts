/**
 * `npm run simulate -- --stories 1000 --seed 1`: random stories until one is accused, which is shrunk and shown.
 * With `--all`: each accusation in a line. `npm run simulate -- patience`: the table of outages.
 */
import { parseArgs } from 'node:util';
import { storyOf } from './generate';
import { heading, lineOf, play, scenes } from './patience';
import { shrink } from './shrink';
import { tell } from './tell';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		stories: { type: 'string', default: '1000' },
		seed: { type: 'string' },
		all: { type: 'boolean', default: false },
	},
});
const startedAt = performance.now();

async function simulate(): Promise<void> {
	const first = Number(values.seed ?? Math.floor(Math.random() * 1e9));
	console.log(`${values.stories} stories from seed ${first}`);
	const counts = new Map<string, number>();
	let told = 0;
	for (; told < Number(values.stories); told++) {
		const [accusation] = (await tell(storyOf(first + told))).accusations;
		if (!accusation) continue;
		const { kind, text } = accusation;
		process.exitCode = 1;
		counts.set(kind, (counts.get(kind) ?? 0) + 1);
		console.log(`after ${told + 1} stories, seed ${first + told}: ${kind}: ${text.slice(0, 200)}`);
		if (values.all) continue;
		await explain(kind, first + told);
		break;
	}
	const aMinute = Math.round((told * 60_000) / (performance.now() - startedAt));
	console.log(`${told} stories, ${aMinute} a minute. Accusations: ${JSON.stringify(Object.fromEntries(counts))}`);
}

/** The shortest story with such an accusation: as data, to be kept in keptStories.json, and as it went. */
async function explain(kind: string, seed: number): Promise<void> {
	const shortest = await shrink(storyOf(seed), async (story) =>
		(await tell(story)).accusations.some((each) => each.kind === kind),
	);
	const { lines, totals } = await tell(shortest, { keepLines: true });
	console.log(JSON.stringify(shortest));
	console.log(lines.join('\n'));
	console.log(totals);
}

/** Outages of up to a weekend, and days with bad messages. */
async function patience(): Promise<void> {
	console.log(heading);
	for (const scene of scenes().filter(
		({ trouble }) => positionals[1] === undefined || trouble.kind === positionals[1],
	)) {
		const line = await play(scene);
		console.log(lineOf(scene, line));
		if (line.faults.length > 0) process.exitCode = 1;
	}
	console.log(`${Math.round((performance.now() - startedAt) / 1_000)} s`);
}

void (positionals[0] === 'patience' ? patience() : simulate());
