import type { Message } from './message';
import * as notices from './notices';
import type { Clock, Report, RunResult, Workflow } from './workflow';

const minuteMs = 60_000;
/** The first runs of so many different messages fail in succession, and nothing succeeds: the workflow does not work. */
const failuresToPause = 5;
/** So many runs of one message fail, and nothing that began after the first of them has succeeded: neither does it. */
const failuresOfOneToPause = 6;
/** When a paused workflow is tried again: after each of these delays, then after the last one for ever. */
const probeAfterMs = [1, 2, 4, 8, 15].map((minutes) => minutes * minuteMs);
/** After so many successes, the next pause begins with short delays again. */
const successesToForget = 20;
/** The same thing is reported to people once in this time. */
const tellAgainMs = 6 * 60 * minuteMs;
/** Messages recorded while n8n may already have been unable to save them. */
const recordedAtMost = 20;
/** A description may contain a message, which may be long. In characters. */
const loggedAtMost = 1_500;

/** A finished run, as far as the workflow's health is concerned. `isFirst`: one of its messages had not been run before. */
type FinishedRun = { readonly startedAt: number; readonly isProbe: boolean; readonly isFirst: boolean };
/** A message that has failed again: how often, and since when. */
type FailingMessage = { readonly failures: number; readonly firstFailedAt: number };

/**
 * Whether one workflow works: a circuit breaker. An outage behind the workflow, or of n8n's database, pauses it instead of
 * using up the retries of its messages.
 *
 *   works ──(five first runs fail in succession, one message fails six times while nothing succeeds, n8n refuses to start one, or all slots are overdue)──▶ paused: only probes run
 *   paused ──(a run succeeds)──▶ recovering: one run at a time, twice as many after each success
 *   recovering ──(as many as the workflow may run)──▶ works;  recovering ──(as from works)──▶ paused
 *   any ──(the workflow is published)──▶ works
 */
export class Health {
	readonly #clock: Clock;
	readonly #workflow: () => Workflow;
	#state: 'works' | 'paused' | 'recovering' = 'works';
	#failedFirstRuns = 0;
	#successes = 0;
	/** Of the runs that have succeeded, when the last one began: what it did later may have failed by then. */
	#lastSuccessBegan = -Infinity;
	/** The same before the pause. */
	#workedUntil = -Infinity;
	/** How many runs may be in progress while it recovers. */
	#allowed = 1;
	/** How often it was tried since the delays were last short. */
	#probes = 0;
	#probeAt = 0;
	/** n8n has not started an execution since it refused one. */
	#refused = false;
	/** Since n8n last started an execution. */
	#recorded: (() => void)[] = [];
	/** What n8n cannot save at the moment. */
	#unsaved: (() => void)[] = [];
	readonly #toldAt = new Map<string, number>();

	constructor(workflow: () => Workflow, clock: Clock) {
		this.#workflow = workflow;
		this.#clock = clock;
	}

	get paused(): boolean {
		return this.#state === 'paused';
	}

	/** When a paused workflow may be tried again (monotonic milliseconds). */
	get probeAt(): number {
		return this.#probeAt;
	}

	/** Whether n8n starts executions, and so can save failed ones. */
	get refused(): boolean {
		return this.#refused;
	}

	/** How many runs may be in progress. */
	get slots(): number {
		const { parallel } = this.#workflow().options;
		if (this.paused) return 0;
		return this.#state === 'recovering' ? Math.min(parallel, this.#allowed) : parallel;
	}

	/** When the last run that has succeeded by now began (monotonic milliseconds). */
	get lastSuccessBegan(): number {
		return this.#lastSuccessBegan;
	}

	/** Whether nothing succeeded between then and the end of the pause: what failed need not have failed by itself. */
	hasFailedThroughout(time: number): boolean {
		return time > this.#workedUntil;
	}

	/** The workflow was published. */
	reset(): void {
		this.#state = 'works';
		this.#failedFirstRuns = 0;
		this.#probes = 0;
		this.#refused = false;
		this.#toldAt.clear();
	}

	/** An execution ended, or was not started. */
	noteEnd({ startedAt, isProbe, isFirst }: FinishedRun, { end, reason = '' }: RunResult, waiting: number): void {
		if (end === 'notStarted') this.#noteRefusal(reason);
		else this.#noteStart();
		if (end === 'done') this.#noteSuccess(startedAt);
		else if (end === 'failed') this.#noteFailure(isFirst, reason, waiting);
		if (isProbe && this.paused) this.#scheduleProbe();
	}

	/** A message has failed again and is kept. If nothing has succeeded since it first failed, it need not be what is wrong. */
	noteFailing({ failures, firstFailedAt }: FailingMessage, reason: string, waiting: number): void {
		const { retries, pauseOnFailures } = this.#workflow().options;
		const areUsedUp = failures > retries;
		const hasWorked = this.#lastSuccessBegan >= firstFailedAt;
		if (pauseOnFailures && !hasWorked && (areUsedUp || failures >= failuresOfOneToPause))
			this.pause(notices.failing(reason, waiting));
		else if (areUsedUp) this.warn('staying', notices.staying(reason, failures));
	}

	/** Lets only probes run from now on. */
	pause(notice: Report): void {
		if (this.paused) return;
		this.#state = 'paused';
		this.#workedUntil = this.#lastSuccessBegan;
		this.#successes = 0;
		this.#failedFirstRuns = 0;
		this.#scheduleProbe();
		this.#log(notice);
		// Of each cause by itself.
		this.tell(notice.message, notice);
	}

	/** Records an unreadable message as a failed execution; again later if n8n does not start executions. */
	record(message: Message): void {
		const record = () => {
			this.#workflow().record(message);
		};
		this.#save(record);
		if (this.#refused) {
			this.#unsaved.push(record);
			this.#scheduleProbe();
		} else this.#recorded = [...this.#recorded, record].slice(-recordedAtMost);
	}

	/** Saves a failed execution, at most once in six hours for the same subject. Returns whether it did. */
	tell(subject: string, notice: Report): boolean {
		const now = this.#clock.now();
		if (now - (this.#toldAt.get(subject) ?? -Infinity) < tellAgainMs) return false;
		this.#toldAt.set(subject, now);
		this.#saveReport(notice);
		return true;
	}

	/** The same, and a line in n8n's log. */
	warn(subject: string, notice: Report): void {
		if (this.tell(subject, notice)) this.#log(notice);
	}

	/** The same whenever it happens. */
	report(notice: Report): void {
		this.#saveReport(notice);
		this.#log(notice);
	}

	#log({ message, description }: Report): void {
		const { name, log } = this.#workflow();
		log.warn(`Workflow "${name}": ${message}. ${description.slice(0, loggedAtMost)}`);
	}

	#saveReport(notice: Report): void {
		const report = () => {
			this.#workflow().report(notice);
		};
		this.#save(report);
		if (this.#refused) this.#unsaved.push(report);
	}

	/** n8n may be unable to save an execution, which must not disturb the messages. */
	#save(save: () => void): void {
		try {
			save();
		} catch (error) {
			const { name, log } = this.#workflow();
			log.error(`A failed execution of the workflow "${name}" could not be saved: ${String(error)}`);
		}
	}

	#scheduleProbe(): void {
		const delayMs = probeAfterMs[Math.min(this.#probes++, probeAfterMs.length - 1)] ?? 0;
		this.#probeAt = this.#clock.now() + delayMs;
	}

	#noteRefusal(reason: string): void {
		if (!this.#refused) this.#unsaved.push(...this.#recorded);
		this.#refused = true;
		this.pause(notices.refused(reason));
	}

	/** What n8n could not save until now is saved. */
	#noteStart(): void {
		const unsaved = this.#unsaved;
		this.#unsaved = [];
		this.#recorded = [];
		this.#refused = false;
		for (const save of unsaved) this.#save(save);
	}

	#noteSuccess(began: number): void {
		this.#lastSuccessBegan = Math.max(this.#lastSuccessBegan, began);
		this.#failedFirstRuns = 0;
		if (++this.#successes >= successesToForget) this.#probes = 0;
		if (this.paused) {
			this.#state = 'recovering';
			this.#allowed = 1;
			const { name, log } = this.#workflow();
			log.info(`Workflow "${name}": an execution succeeded; the trigger continues`);
		} else if (this.#state === 'recovering') {
			this.#allowed *= 2;
			if (this.#allowed >= this.#workflow().options.parallel) this.#state = 'works';
		}
	}

	#noteFailure(isFirst: boolean, reason: string, waiting: number): void {
		const { acknowledge, pauseOnFailures } = this.#workflow().options;
		if (acknowledge === 'onReceipt' || !pauseOnFailures) return;
		if (isFirst) this.#failedFirstRuns++;
		if (this.#failedFirstRuns >= failuresToPause) this.pause(notices.failing(reason, waiting));
	}
}
