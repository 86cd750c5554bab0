import { Random } from './random';
import type { Choice, Step, Story, TriggerNode } from './story';
import type { Fates } from './execution';
import { noFates } from './world';

const longestMs = 30 * 60_000;

/** One story of at most 30 minutes. Each has only some of what may happen, so that it may happen often. */
export function storyOf(seed: number): Story {
	const random = new Random(seed);
	const version = random.pick(['3.10', '4.0', '4.3'] as const);
	const type = random.pick(['classic', 'quorum'] as const);
	const users = random.pick([['u'], ['u', 'v'], ['u', 'u', 'v']]);
	const names = random.weighted([
		[7, ['broker']],
		[1, ['broker', '10.0.0.1']],
		[1, ['broker', 'other']],
	] as const);
	const credentials = users.map((user) => ({ host: random.pick(names), user }));
	const patient = random.chance(0.5);
	const seconds = new Random(-seed);
	const secondOf = (own: Random, { credential, active }: TriggerNode): TriggerNode => ({
		...choiceOf(own, patient),
		credential: own.chance(0.7) ? credential : own.below(credentials.length),
		active,
		isSecond: true,
	});
	return {
		seed,
		kind: {
			version,
			type,
			deliveryLimit: type === 'classic' || (version === '3.10' && random.chance(0.5)) ? null : random.pick([20, 20, 5]),
			deadLetters: random.chance(0.5),
		},
		credentials,
		workflows: Array.from({ length: 1 + random.below(3) }, (_, index) => ({
			...choiceOf(random, patient),
			...(index === 0 && { filter: 'all' as const }),
			credential: random.below(credentials.length),
			active: index === 0 || random.chance(0.7),
		})).flatMap((first) => (seconds.chance(0.2) ? [first, secondOf(seconds, first)] : [first])),
		n8n: { queueMode: random.chance(0.3) },
		fates: random.chance(0.3) ? noFates : fatesOf(random),
		duration: random.weighted([
			[3, 'short'],
			[2, 'minute'],
			[1, 'long'],
		] as const),
		slow: random.chance(0.4),
		reportThrows: random.chance(0.05),
		steps: stepsOf(random, patient),
	};
}

function fatesOf(random: Random): Fates {
	const some = (chance: number, most: number) => (random.chance(chance) ? random.below(most) : 0);
	return {
		error: some(0.6, 400),
		crash: some(0.1, 200),
		nothing: some(0.1, 200),
		waiting: some(0.1, 200),
		timeout: some(0.1, 300),
		silent: some(0.15, 150),
	};
}

function choiceOf(random: Random, patient: boolean): Choice {
	return {
		filter: random.weighted([
			[4, 'all'],
			[2, 'even'],
			[2, 'setA'],
			[1, 'none'],
		] as const),
		ownLimitMs: random.chance(0.15) ? 60_000 : 0,
		options: {
			acknowledge: random.chance(0.1) ? 'onReceipt' : 'onSuccess',
			parallel: random.pick([1, 2, 5, 100]),
			keepOrderPerSet: true,
			batchSize: random.pick([1, 1, 1, 3]),
			batchWaitMs: random.pick([0, 500]),
			retries: random.pick([0, 1, 2, 5]),
			retryDelayMs: random.pick([0, 2_000, 20_000]),
			freeSlotAfterMs: random.pick(patient ? [60 * 60_000, 25 * 60_000] : [60_000, 5 * 60_000]),
			pauseOnFailures: random.chance(0.7),
			skipDuplicates: random.chance(0.7),
			unreadable: random.weighted([
				[4, 'saveAsFailedExecution'],
				[1, 'emit'],
				[1, 'discard'],
			] as const),
		},
	};
}

/** What would drown everything else. */
const rare = new Set<Step['do']>(['otherBroker', 'databaseAway', 'emitThrows']);

/** What may begin, and what ends it. */
const kinds: readonly (readonly [weight: number, make: (random: Random, patient: boolean) => Step])[] = [
	[
		8,
		(random) => ({
			do: 'publish',
			set: random.pick(['a', 'b', null]),
			count: random.pick([1, 1, 3, 10, 30]),
			to: random.chance(0.1) ? 1 : 0,
		}),
	],
	[
		2,
		(random, patient) => ({
			do: 'edit',
			workflow: random.below(4),
			choice: random.chance(0.5) ? choiceOf(random, patient) : null,
		}),
	],
	[1, (random) => ({ do: 'deactivate', workflow: random.below(4) })],
	[1, (random) => ({ do: 'replaceNode', workflow: random.below(4), all: random.chance(0.5) })],
	[
		1,
		(random) => ({
			do: 'replaceByCopy',
			workflow: random.below(4),
			newFirst: random.chance(0.5),
			gapMs: random.pick([0, 1_000, 4_000, 20_000]),
		}),
	],
	[1, () => ({ do: 'cut', broker: 0 })],
	[1, () => ({ do: 'brokerAway', broker: 0 })],
	[1, () => ({ do: 'queueMissing', broker: 0 })],
	[1, (random) => ({ do: 'passwordChanges', credential: random.below(3) })],
	[1, (random) => ({ do: 'credentialUnreadable', credential: random.below(3) })],
	[1, (random) => ({ do: 'otherName', credential: random.below(3) })],
	[1, (random) => ({ do: 'otherBroker', credential: random.below(3) })],
	[1, () => ({ do: 'databaseAway' })],
	[1, () => ({ do: 'emitThrows' })],
	[1, (random) => ({ do: 'behindAway', workflow: random.below(4) })],
	[2, (random) => ({ do: 'stopRun', index: random.below(10) })],
	[
		1,
		(random) => ({
			do: 'restart',
			kill: random.chance(0.5),
			awayMs: random.pick([1_000, 30_000]),
			...(random.chance(0.3) && { publishes: { workflow: random.below(4), gapMs: random.below(9_000) } }),
		}),
	],
	[1, () => ({ do: 'leaderChange' })],
	[1, () => ({ do: 'publishUnreadable' })],
	[1, (random) => ({ do: 'publishLarge', count: random.pick([1, 2, 3]) })],
	[1, () => ({ do: 'publishPoison' })],
	[1, (random) => ({ do: 'publishCopy', of: random.below(40) })],
];

const endings: Partial<Record<Step['do'], Step['do']>> = {
	brokerAway: 'brokerBack',
	queueMissing: 'queueBack',
	passwordChanges: 'passwordRepaired',
	credentialUnreadable: 'credentialReadable',
	databaseAway: 'databaseBack',
	emitThrows: 'emitWorks',
	behindAway: 'behindBack',
};

function stepsOf(random: Random, patient: boolean): Step[] {
	const [publish, ...others] = kinds;
	const chosen = [
		publish!,
		...others.filter(([, make]) => random.chance(rare.has(make(random, patient).do) ? 0.08 : 0.3)),
	];
	const steps: Step[] = [];
	let left = longestMs;
	for (let count = 5 + random.below(45); count > 0; count--) {
		const step = random.weighted(chosen)(random, patient);
		const ending = endings[step.do];
		// What has begun ends at the second time.
		const begun = steps.findLast((other) => other.do === step.do || other.do === ending);
		steps.push(ending && begun?.do === step.do ? ({ ...begun, do: ending } as Step) : step);
		if (random.chance(0.3)) continue;
		const ms = Math.min(
			left,
			random.pick([0, 100, 1_000, 1_000, 6_000, 26_000, 31_000, 61_000, 61_000, 5 * 60_000, 11 * 60_000]),
		);
		left -= ms;
		steps.push({ do: 'pass', ms });
	}
	return steps;
}
