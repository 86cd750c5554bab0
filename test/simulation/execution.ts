import { createDeferredPromise } from '../helpers/deferred';
import { chanceOf } from './random';
import type { RunContext } from './dispatcherUnderTest';
import type { Activation } from './process';
import type { World } from './world';

/** What really became of an execution, which n8n may or may not report. */
export type Truth = 'running' | 'success' | 'failed' | 'stopped' | 'cutOff' | 'refused' | 'silent';

/** Of 1,000 executions, how many end so. The rest succeed. */
export type Fates = {
	readonly error: number;
	readonly crash: number;
	readonly nothing: number;
	readonly waiting: number;
	/** Runs into the workflow's own time limit. */
	readonly timeout: number;
	/** Ends without n8n ever telling the trigger. */
	readonly silent: number;
};
export type Duration = 'short' | 'minute' | 'long';

type Done = NonNullable<Parameters<RunContext['emit']>[2]>;
type Answer = Parameters<RunContext['emit']>[1];
type Report = Parameters<Done['resolve']>[0];

/** As n8n names them; the package knows them by their names. */
class ManualExecutionCancelledError extends Error {
	readonly reason = 'manual';
}
class SystemShutdownExecutionCancelledError extends Error {
	readonly reason = 'shutdown';
}

const durations: Record<Duration, readonly [from: number, to: number]> = {
	short: [50, 3_000],
	minute: [20_000, 100_000],
	long: [200_000, 4_000_000],
};

/** One execution of n8n: lasts a while, ends somehow, and reports it as n8n does. */
export class Execution {
	readonly startedAt: number;
	truth: Truth = 'running';
	/** n8n has told the trigger, or never will. */
	settled = false;
	#done: Done | null = null;
	#answer: Answer;

	constructor(
		private readonly world: World,
		readonly activation: Activation,
		readonly contents: readonly number[],
		readonly readable: boolean,
	) {
		this.startedAt = world.time.now();
	}

	/** The part of n8n's trigger context that starts executions. */
	get context(): RunContext {
		return {
			emit: (_items, answer, done) => {
				this.#answer = answer;
				this.#done = done ?? null;
				this.#start();
			},
			getWorkflowSettings: () => ({ ...(this.#ownLimitMs && { executionTimeout: this.#ownLimitMs / 1_000 }) }),
			helpers: {
				createDeferredPromise: <Value>() => {
					const deferred = createDeferredPromise<Value>();
					// n8n rejects promises that nobody waits for any more, too.
					deferred.promise.catch(() => undefined);
					return deferred;
				},
			},
		};
	}

	stopByPerson(): void {
		if (this.truth !== 'running') return;
		this.truth = 'stopped';
		const { queueMode } = this.world.story.n8n;
		// n8n never reports the end of a queued one.
		if (queueMode && this.#chance(5) < 0.2) this.truth = 'silent';
		else if (this.#chance(6) < 0.5) this.#resolve('canceled', { reason: 'manual' });
		else this.#reject(new ManualExecutionCancelledError('The execution was cancelled'));
	}

	cutOff(): void {
		if (this.truth !== 'running') return;
		this.truth = 'cutOff';
		this.#reject(new SystemShutdownExecutionCancelledError('The execution was cancelled'));
	}

	get #ownLimitMs(): number {
		return this.activation.version.ownLimitMs;
	}

	#chance(purpose: number): number {
		const { workflow, attempts } = this.activation;
		const [first = 0] = this.contents;
		return chanceOf(this.world.story.seed, purpose, workflow.index, first, attempts.get(first) ?? 0);
	}

	#start(): void {
		const { attempts, workflow } = this.activation;
		const [first = 0] = this.contents;
		attempts.set(first, (attempts.get(first) ?? 0) + 1);
		const { n8n } = this.world;
		n8n.hasRefused ||= n8n.emitThrows || n8n.databaseAway;
		if (n8n.emitThrows) {
			this.truth = 'refused';
			throw new Error('The workflow is not active');
		}
		if (n8n.databaseAway) {
			this.truth = 'refused';
			this.world.time.after(20, () => {
				this.#reject(new Error('SQLITE_BUSY: database is locked'));
			});
			return;
		}
		const bad = this.contents.some((content) => this.world.poison.has(content));
		const fate = bad || workflow.behindIsAway ? 'error' : this.#fate();
		const [from, to] = durations[this.#chance(2) < 0.85 ? 'short' : this.world.duration];
		const lastsMs = from + this.#chance(3) * (to - from);
		const limited = this.#ownLimitMs > 0 && lastsMs > this.#ownLimitMs;
		this.world.time.after(limited ? this.#ownLimitMs : lastsMs, () => {
			this.#end(limited ? 'timeout' : fate);
		});
	}

	#fate(): keyof Fates | 'success' {
		let left = this.#chance(1) * 1_000;
		const { fates } = this.world;
		for (const fate of ['error', 'crash', 'nothing', 'waiting', 'timeout', 'silent'] as const)
			if ((left -= fates[fate]) < 0) return fate === 'timeout' && this.#ownLimitMs === 0 ? 'error' : fate;
		return 'success';
	}

	#end(fate: keyof Fates | 'success'): void {
		if (this.truth !== 'running' || this.activation.process.killed.signal.aborted) return;
		const { queueMode } = this.world.story.n8n;
		if (fate === 'silent' && !this.world.isWell) this.truth = 'silent';
		else if (fate === 'success' || fate === 'waiting' || fate === 'silent') {
			this.truth = 'success';
			// The answer of a worker comes whatever becomes of the other promise.
			if (queueMode && fate !== 'waiting') this.#answer?.resolve({});
			if (!queueMode || this.#chance(4) > 0.1 || fate === 'waiting')
				this.#resolve(fate === 'waiting' ? 'waiting' : 'success');
		} else {
			this.truth = 'failed';
			if (fate === 'nothing') this.#done?.resolve(undefined as never);
			else if (fate !== 'timeout') this.#resolve(fate === 'crash' ? 'crashed' : 'error');
			// n8n's main process never hears of it.
			else if (queueMode) this.truth = 'silent';
			else this.#resolve('canceled', { reason: 'timeout' });
		}
	}

	#resolve(status: string, error?: object): void {
		this.settled = true;
		this.#done?.resolve({ status, data: { resultData: { runData: {}, error } } } as unknown as Report);
	}

	#reject(error: Error): void {
		this.settled = true;
		this.#done?.reject(error);
	}
}
