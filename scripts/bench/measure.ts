import { cpus, totalmem } from 'node:os';

export type Contender = { name: string; run: () => Promise<void> };

/** What a contender took in its median round: by the clock, and of this process's processor time. */
export type Cost = { ms: number; processorMs: number };

/** Runs each contender in turn, round after round, so that a busy machine treats all alike. */
export async function race(contenders: Contender[], rounds: number): Promise<Map<string, Cost>> {
	const costs = new Map(contenders.map(({ name }) => [name, Array<Cost>()]));
	for (let round = -1; round < rounds; round++) {
		for (const { name, run } of contenders) {
			const [began, processorBefore] = [performance.now(), processorMs()];
			await run();
			// The first round warms up.
			if (round >= 0)
				costs.get(name)?.push({ ms: performance.now() - began, processorMs: processorMs() - processorBefore });
		}
	}
	const middle = (list: Cost[]) => ({
		ms: median(list.map(({ ms }) => ms)),
		processorMs: median(list.map((cost) => cost.processorMs)),
	});
	return new Map([...costs].map(([name, list]) => [name, middle(list)]));
}

/** How many times as fast `one` was as `other`, for people to read; empty where one of them did not run. */
export function speedRatio(costs: Map<string, Cost>, one: string, other: string): string {
	const [a, b] = [costs.get(one), costs.get(other)];
	return a && b
		? `${(b.ms / a.ms).toFixed(2)} by the clock, ${(b.processorMs / a.processorMs).toFixed(2)} by processor time`
		: '';
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

/** The most memory beyond the beginning, in bytes, that this process took while `run` ran. */
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
