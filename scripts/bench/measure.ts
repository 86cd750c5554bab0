import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import type { ChannelModel } from 'amqplib';
import * as z from 'zod/v4';
import type { Bar } from './results';

export type Contender = {
	name: string;
	/** Called before each run, not measured. */
	prepare?: () => Promise<void>;
	run: () => void | Promise<void>;
};

/** Elapsed time, and the processor time of this process. */
type Round = { ms: number; processorMs: number };

/** The rounds of each contender, by its name. */
export type Rounds = Map<string, Round[]>;

/** Runs the contenders in turns, so that a busy machine affects all of them, and collects garbage before each run. */
export async function race(contenders: Contender[], count: number): Promise<Rounds> {
	const rounds: Rounds = new Map(contenders.map(({ name }) => [name, []]));
	for (let round = -1; round < count; round++) {
		for (const { name, prepare, run } of contenders) {
			await prepare?.();
			globalThis.gc?.();
			const [began, processorBefore] = [performance.now(), processorMs()];
			await run();
			// The first round warms up.
			if (round >= 0)
				rounds.get(name)?.push({ ms: performance.now() - began, processorMs: processorMs() - processorBefore });
		}
	}
	return rounds;
}

/** The median, and the range of all values. */
export function barOf(name: string, values: number[]): Bar {
	return { name, value: median(values), range: [Math.min(...values), Math.max(...values)] };
}

/** The contenders of a race as bars: how much of `amount` each processed per second. */
export function rateBars(rounds: Rounds, amount: number): Bar[] {
	return [...rounds].map(([name, list]) =>
		barOf(
			name,
			list.map(({ ms }) => (amount / ms) * 1_000),
		),
	);
}

/** How many times as fast `one` was as `other`, as text: the median of the rounds. */
export function speedRatio(rounds: Rounds, one: string, other: string): string {
	const [ours = [], theirs = []] = [rounds.get(one), rounds.get(other)];
	const times = (of: (round: Round) => number) =>
		median(ours.flatMap((round, index) => (theirs[index] ? [of(theirs[index]) / of(round)] : []))).toFixed(2);
	return `${times(({ ms }) => ms)} by elapsed time, ${times((round) => round.processorMs)} by CPU time`;
}

function processorMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}

export function median(list: number[]): number {
	const sorted = [...list].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** The most memory, in bytes, that this process used during `run` in addition to the memory before. */
export async function extraMemory(run: () => Promise<void>): Promise<number> {
	globalThis.gc?.();
	const before = process.memoryUsage.rss();
	let peak = before;
	const timer = setInterval(() => {
		peak = Math.max(peak, process.memoryUsage.rss());
	}, 2);
	await run();
	clearInterval(timer);
	return Math.max(peak, process.memoryUsage.rss()) - before;
}

export function machine(): string {
	const [cpu] = cpus();
	return `${cpu?.model.trim() ?? 'unknown processor'} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}

export function versionOf(library: string): string {
	const manifest = path.join(__dirname, '../../node_modules', library, 'package.json');
	return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8'))).version;
}

export function brokerVersion({ connection }: ChannelModel): string {
	return z.object({ version: z.string() }).parse(connection.serverProperties).version;
}

/** Ends the process after the measurement, even if something is still listening. */
export function endProcess(work: Promise<void>): void {
	void work.then(
		() => process.exit(),
		(thrown: unknown) => {
			process.stderr.write(`${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`);
			process.exit(1);
		},
	);
}
