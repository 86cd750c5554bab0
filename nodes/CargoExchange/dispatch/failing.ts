import type { RunOptions } from './workflow';
import { delayBeyondRetriesMs, firstRunsToFail, longestDelayMs, manyDeliveries, stepsMs } from './limits';

/**
 * What one workflow's runs say about it. Moments are numbers in the order of what happened, so that it is known of two things
 * in one millisecond which came first.
 */
export type Health = {
	/** Of the runs that have succeeded, or that n8n has started, the moment at which the last one began. */
	lastSuccessBegan: number;
	lastStartBegan: number;
	/** The first failure since the last success; Infinity: none. */
	failedAt: number;
	/** How many first runs have failed in succession since, and whether one message has failed too often. */
	failedFirstRuns: number;
	failedOften: boolean;
	/** When n8n last refused to start a run. */
	refusedAt: number;
	/** How many tries have failed, and when the next one may follow (monotonic milliseconds). */
	failedTries: number;
	nextAt: number;
};

/** A run that has ended. `isFirst`: of one message, which had not been run alone before. `isTry`: it was one step of the clock. */
type EndedRun = { readonly began: number; readonly isFirst: boolean; readonly isTry: boolean };
type Time = { readonly now: number; readonly moment: number };

export function healthy(): Health {
	return {
		lastSuccessBegan: -1,
		lastStartBegan: -1,
		failedAt: Infinity,
		failedFirstRuns: 0,
		failedOften: false,
		refusedAt: -1,
		failedTries: 0,
		nextAt: Infinity,
	};
}

/** It is published: what has failed before says nothing, what has succeeded does. */
export function afresh({ lastSuccessBegan }: Health): Health {
	return { ...healthy(), lastSuccessBegan };
}

/** In doubt: a run has failed, and none has succeeded that began after that. */
export function isInDoubt({ failedAt }: Health): boolean {
	return failedAt < Infinity;
}

/** n8n has refused to start a run, and has started none since. */
export function isRefused({ refusedAt, lastStartBegan }: Health): boolean {
	return refusedAt > lastStartBegan;
}

/** In doubt, and too many have failed. */
export function hasFailedOften(health: Health): boolean {
	return isInDoubt(health) && (health.failedFirstRuns >= firstRunsToFail || health.failedOften);
}

/** Failing: too many have failed, if that is to pause the workflow; or refused. */
export function isFailing(health: Health, { acknowledge, pauseOnFailures }: RunOptions): boolean {
	return isRefused(health) || (hasFailedOften(health) && pauseOnFailures && acknowledge === 'onSuccess');
}

/** Only a run that began after the last refusal, or after the first of the failures, says anything about now. */
function isNews({ failedAt, refusedAt }: Health, { began }: EndedRun): boolean {
	return began > refusedAt && (failedAt === Infinity || began > failedAt);
}

export function noteStarted(health: Health, { began }: EndedRun): void {
	health.lastStartBegan = Math.max(health.lastStartBegan, began);
}

/** Ends both doubt and failing, unless the run is older than these. */
export function noteSuccess(health: Health, { began }: EndedRun): void {
	health.lastSuccessBegan = Math.max(health.lastSuccessBegan, began);
	if (began > health.failedAt) {
		health.failedAt = Infinity;
		health.failedFirstRuns = 0;
		health.failedOften = false;
	}
	if (isInDoubt(health) || isRefused(health)) return;
	health.failedTries = 0;
	health.nextAt = Infinity;
}

export function noteFailure(health: Health, run: EndedRun, { now, moment }: Time): void {
	// Whoever is in doubt has a clock, or it would never be tried again.
	if (isNews(health, run) || health.nextAt === Infinity) setClock(health, run, now);
	if (run.isFirst) health.failedFirstRuns++;
	health.failedAt = Math.min(health.failedAt, moment);
}

/** The runs of one message have failed so often that the message may not be the cause. */
export function noteFailedOften(health: Health): void {
	health.failedOften = true;
}

/** Returns whether that is news. */
export function noteRefusal(health: Health, run: EndedRun, { now, moment }: Time): boolean {
	const news = isNews(health, run) || !isRefused(health);
	if (!news) return false;
	setClock(health, run, now);
	health.refusedAt = moment;
	return true;
}

/** Any other end of a try. */
export function noteOtherEnd(health: Health, { isTry }: EndedRun, now: number): void {
	if (isTry && health.nextAt < Infinity) health.nextAt = now + stepOf(health);
}

/** The delay grows by a failed try alone. */
function setClock(health: Health, { isTry }: EndedRun, now: number): void {
	if (isTry) health.failedTries++;
	if (isTry || health.nextAt === Infinity || health.nextAt <= now) health.nextAt = now + stepOf(health);
}

function stepOf({ failedTries }: Health): number {
	return stepsMs[Math.min(failedTries, stepsMs.length - 1)] ?? 0;
}

/**
 * A message's own delay after so many failed runs: it doubles up to an hour. Beyond the retries, which it exceeds only while
 * nothing succeeds, it is at least a minute, and doubles from there.
 */
export function retryDelayMs(
	{ attempts, deliveryCount }: { attempts: number; deliveryCount: number },
	{ retries, retryDelayMs: delayMs }: RunOptions,
): number {
	const doubled = (firstMs: number, count: number) =>
		count < 1 ? 0 : firstMs * (deliveryCount >= manyDeliveries ? 1 : 2 ** (count - 1));
	return Math.min(
		longestDelayMs,
		Math.max(doubled(delayMs, attempts), doubled(delayBeyondRetriesMs, attempts - retries)),
	);
}
