import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import type { ChannelModel } from 'amqplib';
import * as z from 'zod/v4';
import type { Bar, Range } from './page';

export type Contender = {
	name: string;
	/** Called before each run, not measured. */
	prepare?: () => Promise<void>;
	run: () => void | Promise<void>;
};

type Round = { ms: number; processorMs: number };

/**
 * What a contender took in its median round: by elapsed time, and of this process's processor time; and the clock of its
 * fastest and slowest round.
 */
export type Cost = Round & { fastestMs: number; slowestMs: number; rounds: Round[] };

/** Runs the contenders in turns, so that a busy machine affects all of them, and collects garbage before each run. */
export async function race(contenders: Contender[], rounds: number): Promise<Map<string, Cost>> {
	const costs = new Map(contenders.map(({ name }) => [name, Array<Round>()]));
	for (let round = -1; round < rounds; round++) {
		for (const { name, prepare, run } of contenders) {
			await prepare?.();
			globalThis.gc?.();
			const [began, processorBefore] = [performance.now(), processorMs()];
			await run();
			// The first round warms up.
			if (round >= 0)
				costs.get(name)?.push({ ms: performance.now() - began, processorMs: processorMs() - processorBefore });
		}
	}
	const middle = (list: Round[]) => {
		const clock = list.map(({ ms }) => ms);
		return {
			ms: median(clock),
			processorMs: median(list.map((round) => round.processorMs)),
			fastestMs: Math.min(...clock),
			slowestMs: Math.max(...clock),
			rounds: list,
		};
	};
	return new Map([...costs].map(([name, list]) => [name, middle(list)]));
}

/** The contenders of a race as bars: how much of `amount` each processed per second. */
export function rateBars(costs: Map<string, Cost>, amount: number, ours: string): Bar[] {
	const perSecond = (ms: number) => (amount / ms) * 1_000;
	return [...costs].map(([name, { ms, fastestMs, slowestMs }]) => ({
		name,
		value: perSecond(ms),
		range: [perSecond(slowestMs), perSecond(fastestMs)],
		ours: name === ours,
	}));
}

export function rangeOf(list: number[]): Range {
	return [Math.min(...list), Math.max(...list)];
}

/** How many times as fast `one` was as `other`, as text: the median of the rounds. Empty if one of them did not run. */
export function speedRatio(costs: Map<string, Cost>, one: string, other: string): string {
	const [a, b] = [costs.get(one)?.rounds ?? [], costs.get(other)?.rounds ?? []];
	const times = (of: (round: Round) => number) =>
		median(a.flatMap((round, index) => (b[index] ? [of(b[index]) / of(round)] : [])));
	const [clock, processor] = [times(({ ms }) => ms), times((round) => round.processorMs)];
	return Number.isNaN(clock) ? '' : `${clock.toFixed(2)} by elapsed time, ${processor.toFixed(2)} by CPU time`;
}

/** Processor time that this process has taken so far, in ms. */
export function processorMs(): number {
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
