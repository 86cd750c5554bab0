import type { FailedExecutions } from './failedExecutions';
import type { Message } from './message';
import * as notices from './notices';
import type { Clock, Report, RunResult, Workflow } from './workflow';

const minuteMs = 60_000;
/** The first runs of so many different messages fail in succession, and nothing succeeds: the workflow does not work. */
const failuresToPause = 5;
/** So many runs of one message fail, and nothing that began after the first of them has succeeded: neither does it. */
const failuresOfOneToPause = 6;
/** When a paused workflow is tried again: after the first of these delays, and after the next one for each try that has failed. */
const tryAfterMs = [1, 2, 4, 8, 15].map((minutes) => minutes * minuteMs);
/** The same thing is reported to people once in this time. */
const tellAgainMs = 6 * 60 * minuteMs;
/** A description may contain a message, which may be long. In characters. */
const loggedAtMost = 1_500;

/** A finished run, as far as the workflow's health is concerned. `isFirst`: one of its messages had not been run before. */
type FinishedRun = { readonly startedAt: number; readonly isProbe: boolean; readonly isFirst: boolean };
/** A message that has failed again: how often, and since when. */
type FailingMessage = { readonly failures: number; readonly firstFailedAt: number };

export type HealthServices = { readonly clock: Clock; readonly failedExecutions: FailedExecutions };

/**
 * Whether one workflow works: a circuit breaker. An outage behind the workflow, or of n8n's database, pauses it instead of
 * using up the retries of its messages. Only a run that began after the trouble did says anything about now.
 *
 *   works ──(five first runs fail in succession, one message fails six times while nothing succeeds, n8n refuses to start one, or all slots are overdue)──▶ paused: only probes run
 *   paused ──(a run that began since then succeeds, or the workflow is published)──▶ works
 */
export class Health {
	readonly #clock: Clock;
	readonly #workflow: () => Workflow;
	readonly #failedExecutions: FailedExecutions;
	#paused = false;
	/** What began before then has met the trouble, or came before it (monotonic milliseconds). */
	#troubleAt = -Infinity;
	#failedFirstRuns = 0;
	/** When the first of them failed. */
	#failingSince = 0;
	/** Of the runs that have succeeded, when the last one began: what it did later may have failed by then. */
	#lastSuccessBegan = -Infinity;
	/** The same before the pause. */
	#workedUntil = -Infinity;
	#failedProbes = 0;
	#probeAt = 0;
	/** n8n has not started an execution since it refused one. */
	#refused = false;
	readonly #toldAt = new Map<string, number>();

	constructor(workflow: () => Workflow, { clock, failedExecutions }: HealthServices) {
		this.#workflow = workflow;
		this.#clock = clock;
		this.#failedExecutions = failedExecutions;
	}

	get paused(): boolean {
		return this.#paused;
	}

	/** When a paused workflow may be tried again (monotonic milliseconds). */
	get probeAt(): number {
		return this.#probeAt;
	}

	/** Whether n8n refuses to start executions. */
	get refused(): boolean {
		return this.#refused;
	}

	/** How many runs may be in progress. */
	get slots(): number {
		return this.#paused ? 0 : this.#workflow().options.parallel;
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
		this.#paused = false;
		this.#failedFirstRuns = 0;
		this.#refused = false;
		this.#toldAt.clear();
	}

	/** An execution ended, or was not started. */
	noteEnd({ startedAt, isProbe, isFirst }: FinishedRun, { end, reason = '' }: RunResult, waiting: number): void {
		const isNews = startedAt >= this.#troubleAt;
		if (end === 'notStarted') this.#noteRefusal(reason);
		else this.#noteStart(startedAt);
		if (end === 'done') this.#noteSuccess(startedAt);
		else if (end === 'failed') this.#noteFailure(isFirst, reason, waiting);
		if (!isProbe || !isNews || !this.#paused) return;
		if (end === 'failed' || end === 'notStarted') this.#failedProbes++;
		this.#scheduleProbe();
	}

	/** A message has failed again and is kept. If nothing has succeeded since it first failed, it need not be what is wrong. */
	noteFailing({ failures, firstFailedAt }: FailingMessage, reason: string, waiting: number): void {
		const { retries, pauseOnFailures } = this.#workflow().options;
		const areUsedUp = failures > retries;
		const hasWorked = this.#lastSuccessBegan >= firstFailedAt;
		if (pauseOnFailures && !hasWorked && (areUsedUp || failures >= failuresOfOneToPause))
			this.pause(notices.failing(reason, waiting), firstFailedAt);
		else if (areUsedUp) this.warn('staying', notices.staying(reason, failures));
	}

	/** Lets only probes run, until a run succeeds that began after this time. */
	pause(notice: Report, troubleAt = -Infinity): void {
		if (this.#paused) return;
		this.#paused = true;
		this.#troubleAt = troubleAt;
		this.#workedUntil = this.#lastSuccessBegan;
		this.#failedFirstRuns = 0;
		this.#failedProbes = 0;
		this.#scheduleProbe();
		this.#log(notice);
		// Of each cause by itself.
		this.tell(notice.message, notice);
	}

	/** Records an unreadable message as a failed execution. `onCertain`: n8n has saved it. */
	record(message: Message, onCertain: () => void): void {
		const record = () => {
			this.#workflow().record(message);
		};
		this.#failedExecutions.record(() => {
			this.#save(record);
		}, onCertain);
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
		this.#failedExecutions.report(() => {
			this.#save(report);
		});
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
		const delayMs = tryAfterMs[Math.min(this.#failedProbes, tryAfterMs.length - 1)] ?? 0;
		this.#probeAt = this.#clock.now() + delayMs;
	}

	#noteRefusal(reason: string): void {
		this.#refused = true;
		this.#failedExecutions.noteRefused();
		this.pause(notices.refused(reason, this.#workflow().options));
		this.#troubleAt = this.#clock.now();
	}

	#noteStart(began: number): void {
		if (began >= this.#troubleAt) this.#refused = false;
		this.#failedExecutions.noteStarted(began);
	}

	#noteSuccess(began: number): void {
		this.#lastSuccessBegan = Math.max(this.#lastSuccessBegan, began);
		this.#failedFirstRuns = 0;
		if (!this.#paused || began < this.#troubleAt) return;
		this.#paused = false;
		const { name, log } = this.#workflow();
		log.info(`Workflow "${name}": an execution succeeded; the trigger continues`);
	}

	#noteFailure(isFirst: boolean, reason: string, waiting: number): void {
		const { acknowledge, pauseOnFailures } = this.#workflow().options;
		if (acknowledge === 'onReceipt' || !pauseOnFailures) return;
		if (isFirst && this.#failedFirstRuns++ === 0) this.#failingSince = this.#clock.now();
		if (this.#failedFirstRuns >= failuresToPause) this.pause(notices.failing(reason, waiting), this.#failingSince);
	}
}
