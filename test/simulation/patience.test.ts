/** Some lines of the table of outages; `npm run simulate -- patience` makes all of it, in minutes. */
import { play, type Scene } from './patience';

const hourMs = 3_600_000;
const scenes: Scene[] = [
	{ queue: '3.10 classic', trouble: { kind: 'behind', ms: 2 * hourMs }, perHour: 1 },
	{ queue: '4.0 quorum', trouble: { kind: 'behind', ms: 8 * hourMs }, perHour: 100 },
	{ queue: '4.3 quorum', trouble: { kind: 'database', ms: 8 * hourMs }, perHour: 5 },
	{ queue: '4.0 quorum', trouble: { kind: 'bad', percent: 30 }, perHour: 1 },
	{ queue: '4.0 quorum', trouble: { kind: 'bad', percent: 5 }, perHour: 5 },
];

it.each(scenes)(
	'loses nothing, and rejects nothing in an outage: $queue, $trouble.kind, $perHour an hour',
	async (scene) => {
		expect((await play(scene)).faults).toEqual([]);
	},
	600_000,
);
