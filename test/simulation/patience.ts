/** What outages of hours behind a workflow, or of n8n's database, and bad messages do to a queue. */
import type { QueueKind } from './queue';
import type { Story } from './story';
import { noFates, World } from './world';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/**
 * How long a good message may wait beside so many bad ones (percent). Beside 30 %, the longest of 1,700 waits is 35 to 98
 * minutes, by the seed.
 */
const waitAtMostMinutes = { 5: 60, 30: 120 };

export type Trouble =
	| { readonly kind: 'behind' | 'database'; readonly ms: number }
	/** For a day, this share of the messages fails always. */
	| { readonly kind: 'bad'; readonly percent: keyof typeof waitAtMostMinutes };
export type Scene = { readonly perHour: number; readonly trouble: Trouble; readonly queue: keyof typeof queues };

export const queues = {
	'3.10 classic': { version: '3.10', type: 'classic', deliveryLimit: null, deadLetters: false },
	'4.0 quorum': { version: '4.0', type: 'quorum', deliveryLimit: 20, deadLetters: false },
	'4.3 quorum': { version: '4.3', type: 'quorum', deliveryLimit: 20, deadLetters: false },
} satisfies Record<string, QueueKind>;

/** One line of the table; `faults`: what must hold and does not. */
export type Line = {
	published: number;
	run: number;
	rejected: number;
	dropped: number;
	failedExecutions: number;
	/** After the end of the outage: the first run that succeeded, and the last message. */
	firstRunMinutes: number;
	lastRunMinutes: number;
	/** Of good messages in sets without a bad one. */
	longestWaitMinutes: number;
	faults: string[];
};

const parallel = 5;
/** Runs take up to three seconds. */
const runMs = 3_000;

export function scenes(): Scene[] {
	const outages = [12, 2 * 60, 8 * 60, 60 * 60].flatMap((minutes) =>
		(['behind', 'database'] as const).map((kind) => ({ kind, ms: minutes * minuteMs })),
	);
	const troubles: Trouble[] = [...outages, { kind: 'bad', percent: 5 }, { kind: 'bad', percent: 30 }];
	const names = Object.keys(queues) as (keyof typeof queues)[];
	return names.flatMap((queue) =>
		troubles.flatMap((trouble) => [1, 5, 100].map((perHour) => ({ queue, trouble, perHour }))),
	);
}

export async function play({ perHour, trouble, queue }: Scene, seed = 1): Promise<Line> {
	const world = new World(storyOn(queues[queue], seed), { keepLines: false });
	const { time } = world;
	await world.startAll();
	await time.pass(15_000);

	const startsAt = hourMs;
	const lastsMs = trouble.kind === 'bad' ? 24 * hourMs : trouble.ms;
	const endsAt = startsAt + lastsMs;
	const publishedAt = new Map<number, number>();
	const badSets = new Set<string>();
	const publish = (number: number) => {
		const at = (number + world.random.next()) * (hourMs / perHour);
		// After the days with bad messages come days without.
		if (at > endsAt && trouble.kind !== 'bad') return;
		time.after(at - time.now(), () => {
			const set = `set ${Math.floor(number / 3)}`;
			const content = world.publish({ set, readable: true, large: false });
			publishedAt.set(content, time.now());
			if (trouble.kind === 'bad' && at <= endsAt && world.random.chance(trouble.percent / 100)) {
				world.poison.add(content);
				badSets.add(set);
			}
			publish(number + 1);
		});
	};
	publish(0);
	const set = (away: boolean) => {
		for (const workflow of world.workflows) workflow.behindIsAway = away && trouble.kind === 'behind';
		world.n8n.databaseAway = away && trouble.kind === 'database';
	};
	await time.pass(startsAt - time.now());
	set(true);
	await time.pass(endsAt - time.now());
	set(false);
	const { queue: held } = world.brokers[0]!;
	const backlog = held.left.length;
	// A day after the end, what is left is late beyond all bounds.
	const inQuestion = [...held.all];
	const isOver = () => inQuestion.every(({ state }) => state !== 'ready' && state !== 'unanswered');
	for (let minutes = 0; minutes < 24 * 60 && !isOver(); minutes++) await time.pass(minuteMs);
	const [member] = world.ledger.members;
	const done = new Map([...(member?.done ?? [])].filter(([content]) => content < inQuestion.length));
	const count = (state: string) => inQuestion.filter((stored) => stored.state === state).length;
	const afterEnd = [...done.values()].filter((at) => at > endsAt);
	const waits = [...publishedAt]
		.filter(([content]) => !badSets.has(world.setOf(content) ?? ''))
		.map(([content, at]) => (member?.done.get(content) ?? time.now()) - at);
	const minutes = (ms: number) => Math.round(ms / minuteMs);
	const line: Line = {
		published: inQuestion.length,
		run: done.size,
		rejected: count('reject'),
		dropped: count('dropped'),
		failedExecutions: world.counts.failed + world.counts.told,
		firstRunMinutes: minutes(Math.min(...afterEnd, Infinity) - endsAt),
		lastRunMinutes: minutes(Math.max(...afterEnd, endsAt) - endsAt),
		longestWaitMinutes: minutes(Math.max(0, ...waits)),
		faults: world.oracle.accusations.map(({ kind, text }) => `${kind}: ${text}`),
	};
	line.faults.push(
		...(trouble.kind === 'bad'
			? faultsOfBad(line, world, trouble.percent)
			: faultsOfOutage(line, { lastsMs, backlog })),
	);
	return line;
}

function faultsOfOutage(line: Line, { lastsMs, backlog }: { lastsMs: number; backlog: number }): string[] {
	const lastsMinutes = 16 + ((backlog * runMs) / parallel / minuteMs) * 1.2 + 1;
	const failedAtMost = 120 * Math.max(1, lastsMs / (24 * hourMs));
	return [
		...(line.rejected > 0 ? [`${line.rejected} rejected`] : []),
		...(line.dropped > 0 ? [`${line.dropped} given up by the broker`] : []),
		...(line.run < line.published ? [`${line.published - line.run} not run`] : []),
		...(backlog > 0 && line.firstRunMinutes > 16 ? [`the first run came after ${line.firstRunMinutes} minutes`] : []),
		...(line.lastRunMinutes > lastsMinutes ? [`the last run came after ${line.lastRunMinutes} minutes`] : []),
		...(line.failedExecutions > failedAtMost ? [`${line.failedExecutions} failed executions`] : []),
	];
}

function faultsOfBad(line: Line, { brokers, poison }: World, percent: keyof typeof waitAtMostMinutes): string[] {
	const wronglyRejected = brokers[0]!.queue.all.filter(
		({ state, content }) => state === 'reject' && !poison.has(content),
	).length;
	return [
		...(wronglyRejected > 0 ? [`${wronglyRejected} good messages were rejected`] : []),
		...(line.dropped > 0 ? [`${line.dropped} given up by the broker`] : []),
		...(line.run + poison.size < line.published
			? [`${line.published - line.run - poison.size} good messages not run`]
			: []),
		...(line.longestWaitMinutes > waitAtMostMinutes[percent]
			? [`a good message waited for ${line.longestWaitMinutes} minutes`]
			: []),
	];
}

function storyOn(kind: QueueKind, seed: number): Story {
	return {
		seed,
		kind,
		credentials: [{ host: 'broker', user: 'u' }],
		workflows: [
			{
				filter: 'all',
				ownLimitMs: 0,
				credential: 0,
				active: true,
				options: {
					acknowledge: 'onSuccess',
					parallel,
					keepOrderPerSet: true,
					batchSize: 1,
					batchWaitMs: 1_000,
					retries: 10,
					retryDelayMs: 30_000,
					freeSlotAfterMs: hourMs,
					pauseOnFailures: true,
					skipDuplicates: true,
					unreadable: 'saveAsFailedExecution',
				},
			},
		],
		n8n: { queueMode: false },
		fates: noFates,
		duration: 'short',
		slow: false,
		reportThrows: false,
		steps: [],
	};
}

/** A table for people, a line for each scene. */
export function lineOf({ perHour, trouble, queue }: Scene, line: Line): string {
	const name = trouble.kind === 'bad' ? `${trouble.percent} % bad` : `${trouble.kind} ${trouble.ms / minuteMs} min`;
	const {
		published,
		run,
		rejected,
		dropped,
		failedExecutions,
		firstRunMinutes,
		lastRunMinutes,
		longestWaitMinutes,
		faults,
	} = line;
	const cells = [queue, name, `${perHour}/h`, published, run, rejected, dropped, failedExecutions];
	const delays = trouble.kind === 'bad' ? ['', '', longestWaitMinutes] : [firstRunMinutes, lastRunMinutes, ''];
	return `| ${[...cells, ...delays, faults.length === 0 ? 'ok' : faults.slice(0, 3).join('; ')].join(' | ')} |`;
}

export const heading =
	'| Queue | Trouble | Rate | Published | Run | Rejected | Dropped | Failed executions | First run after (min) | Last run after (min) | Longest wait (min) | |\n' +
	`|${'---|'.repeat(12)}`;
