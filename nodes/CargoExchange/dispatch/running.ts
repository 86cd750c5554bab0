/** What starts when, what the end of a run means for its messages, and runs that last too long. */
import { ask } from './asking';
import {
	isFailing,
	isInDoubt,
	isRefused,
	noteFailedOften,
	noteFailure,
	noteOtherEnd,
	noteRefusal,
	noteStarted,
	noteSuccess,
	retryDelayMs,
} from './failing';
import { runsOfOneToFail } from './limits';
import { identityOf } from './message';
import { hasEnded, isActive, type Run, type State, type Subscriber, type Task } from './model';
import * as notices from './notices';
import { logNotice, noteCannotSave, noteCanSave, record, tell, tellAfresh, tellAlways, warn } from './telling';
import { beginTask, endTask, freeSet, waitAlone } from './unsettled';
import type { RunResult } from './workflow';

/** Starts what may start now, and notes when there is more. */
export function startReady(state: State, subscriber: Subscriber): void {
	subscriber.wakeAt = Infinity;
	if (!isActive(subscriber)) return;
	for (const task of subscriber.toRecord) record(state, task);
	const { health, lines, workflow } = subscriber;
	const { batchSize, batchWaitMs } = workflow.options;
	if (isStuck(subscriber)) return;
	const fails = isFailing(health, workflow.options);
	if (fails || isInDoubt(health)) tryOne(state, subscriber);
	if (fails) return;
	while (hasFreeSlot(subscriber)) {
		const tasks = lines.next(batchSize, state.now);
		const [first] = tasks;
		const isComplete = tasks.length === batchSize || first?.alone === true;
		const startAt = !first ? lines.nextAt : isComplete ? state.now : first.message.arrivedAt + batchWaitMs;
		if (startAt > state.now) {
			subscriber.wakeAt = Math.min(subscriber.wakeAt, startAt);
			return;
		}
		begin(state, subscriber, tasks, { isTry: false });
	}
}

function hasFreeSlot({ runs, workflow }: Subscriber): boolean {
	let taken = 0;
	for (const run of runs) if (takesSlot(run)) taken++;
	return taken < workflow.options.parallel;
}

export function takesSlot({ state }: Run): boolean {
	return state === 'running';
}

/** Whether as many runs as may run at a time have lasted too long: nothing starts until one ends. */
function isStuck({ runs, health, workflow }: Subscriber): boolean {
	let overdue = 0;
	for (const { state, began } of runs) if (state === 'overdue' && began > health.refusedAt) overdue++;
	return overdue >= workflow.options.parallel;
}

/** Failing or stuck: it starts nothing but tries. */
export function isPaused(subscriber: Subscriber): boolean {
	return isFailing(subscriber.health, subscriber.workflow.options) || isStuck(subscriber);
}

/** At each step of the clock one run: of anything while the workflow is failing, of what has failed while it is in doubt. */
function tryOne(state: State, subscriber: Subscriber): void {
	const { health, runs } = subscriber;
	if ([...runs].some((run) => run.isTry && takesSlot(run)) || !hasFreeSlot(subscriber)) return;
	if (health.nextAt > state.now) subscriber.wakeAt = health.nextAt;
	else {
		const task = nextTry(subscriber);
		if (task) begin(state, subscriber, [task], { isTry: true });
	}
}

/**
 * The newest message not tried yet that its set allows, else the one tried longest ago; after a refusal the oldest that its
 * set allows. What is in the queue again is tried as a copy only while the workflow is failing, or no more are taken for
 * its sake.
 */
export function nextTry({ health, lines, workflow, isHeldBack }: Subscriber): Task | undefined {
	const isOpen = isFailing(health, workflow.options) || isHeldBack;
	const firsts = isOpen
		? lines.firsts
		: lines.firsts.filter(({ attempts, message }) => attempts > 0 && message.delivery !== null);
	const byPlace = firsts.toSorted((one, other) => one.message.place - other.message.place);
	const isUntried = ({ triedAt }: Task) => triedAt === null;
	const untried = isRefused(health) ? byPlace.find(isUntried) : byPlace.findLast(isUntried);
	return untried ?? byPlace.toSorted((one, other) => (one.triedAt ?? 0) - (other.triedAt ?? 0))[0];
}

function begin(state: State, subscriber: Subscriber, tasks: readonly Task[], { isTry }: { isTry: boolean }): void {
	const { health, workflow } = subscriber;
	const began = ++state.moment;
	const run: Run = {
		subscriber,
		tasks,
		startedAt: state.now,
		began,
		isFirst: tasks.length === 1 && tasks[0]?.triedAt === null,
		isTry,
		beganFailing: isFailing(health, workflow.options),
		state: 'running',
	};
	for (const task of tasks) beginTask(task, 'running');
	subscriber.runs.add(run);
	state.runs.set(began, run);
	state.outputs.push({ do: 'start', run: began, workflow, messages: tasks.map(({ message }) => message.content) });
	if (workflow.options.acknowledge === 'onReceipt') for (const task of tasks) endTask(state, task, 'done');
}

/** n8n has reported the end of a run, or it must be assumed. */
export function end(state: State, began: number, result: RunResult, isLast: boolean): void {
	const run = state.runs.get(began);
	if (!run) return;
	if (isLast) state.runs.delete(began);
	// Of a run that was given up, only a success counts.
	if (run.state === 'over' && result.end !== 'done') return;
	const { subscriber } = run;
	const { health, workflow } = subscriber;
	finish(run);
	const wasFailing = isFailing(health, workflow.options);
	noteEnd(state, run, result);
	for (const task of run.tasks) if (!hasEnded(task)) conclude(state, task, run, { ...result, wasFailing });
	announce(state, subscriber, { wasFailing, reason: result.reason ?? '' });
	state.changed.add(subscriber);
}

function noteEnd(state: State, run: Run, { end: how }: RunResult): void {
	const { health, runs } = run.subscriber;
	state.moment++;
	if (how === 'notStarted') {
		if (noteRefusal(health, run, state)) for (const each of runs) if (takesSlot(each)) each.state = 'older';
		noteCannotSave(state);
		return;
	}
	noteStarted(health, run);
	noteCanSave(state, run.began);
	if (how === 'done') noteSuccess(health, run);
	else if (how === 'failed') noteFailure(health, run, state);
	else noteOtherEnd(health, run, state.now);
}

/** What the end of a run says about one of its messages. */
function conclude(state: State, task: Task, run: Run, result: RunResult & { wasFailing: boolean }): void {
	const { retryDelayMs: delayMs } = task.subscriber.workflow.options;
	// A failed batch says nothing about one message: each runs alone, which is its first run.
	const saysNothing = result.end === 'notStarted' || (result.end === 'failed' && run.tasks.length > 1);
	if (!saysNothing) task.triedAt = state.now;
	if (result.end === 'done') endTask(state, task, 'done');
	else if (result.end === 'stopped') reject(state, task, 'its execution was stopped');
	else if (saysNothing) putBack(state, task, task.dueAt);
	else if (result.end === 'cutOff') putBack(state, task, state.now + delayMs);
	else fail(state, task, { ...result, counts: !run.beganFailing && !result.wasFailing });
}

/**
 * A run of this message alone failed. Against the message counts the first such end, and each later one only if something
 * has succeeded that began after the first had ended; and none of a failing workflow, unless there are no retries.
 */
function fail(state: State, task: Task, { counts, reason = '' }: { counts: boolean; reason?: string }): void {
	const { subscriber, message } = task;
	const { health, workflow } = subscriber;
	const { retries } = workflow.options;
	const hasWorked = health.lastSuccessBegan > task.firstFailedAt;
	if (counts) {
		task.attempts++;
		if (task.failures === 0) task.firstFailedAt = state.moment;
		if (task.failures === 0 || hasWorked) task.failures++;
	}
	if (retries === 0 || task.failures > retries) {
		const { attempts } = task;
		reject(state, task, attempts > 1 ? `all ${attempts} executions failed` : 'its execution failed');
		return;
	}
	if (counts && !hasWorked && task.attempts >= runsOfOneToFail) noteFailedOften(health);
	else if (counts && task.attempts > retries)
		warn(state, subscriber, 'staying', notices.staying(reason, task.attempts));
	const { attempts } = task;
	const { deliveryCount } = message.content;
	putBack(state, task, state.now + (counts ? retryDelayMs({ attempts, deliveryCount }, workflow.options) : 0));
}

function reject(state: State, task: Task, reason: string): void {
	const { workflow } = task.subscriber;
	const text = `The workflow "${workflow.name}" rejected a message: ${reason}. ${identityOf(task.message.content)}`;
	state.outputs.push({ do: 'log', workflow, level: 'warn', text });
	endTask(state, task, 'failed');
}

/** It runs again, alone, unless it is not this workflow's business any more. */
function putBack(state: State, task: Task, dueAt: number): void {
	waitAlone(state, task, dueAt);
	ask(state, task.message);
}

/** A pause and its end. */
function announce(
	state: State,
	subscriber: Subscriber,
	{ wasFailing, reason }: { wasFailing: boolean; reason: string },
) {
	const { health, lines, workflow } = subscriber;
	const isNow = isFailing(health, workflow.options);
	if (isNow && !wasFailing) {
		const notice = isRefused(health) ? notices.refused(reason, workflow.options) : notices.failing(reason, lines.size);
		logNotice(state, subscriber, notice);
		tell(state, subscriber, 'pause', notice);
	} else if (!isNow && wasFailing) {
		tellAfresh(state, subscriber, 'pause');
		const text = `Workflow "${workflow.name}": n8n runs its executions again; the trigger continues`;
		state.outputs.push({ do: 'log', workflow, level: 'info', text });
	}
}

/** Its slot and its set are free. */
function finish(run: Run): void {
	if (run.state === 'over') return;
	run.state = 'over';
	run.subscriber.runs.delete(run);
	for (const task of run.tasks) freeSet(task);
}

/** A run beyond its limit frees its slot and is reported, once; its set stays closed until it ends. */
export function checkOverdue(state: State): void {
	for (const subscriber of state.subscribers.values()) {
		const { freeSlotAfterMs } = subscriber.workflow.options;
		for (const run of subscriber.runs) {
			if (run.state === 'overdue' || run.startedAt > state.now - freeSlotAfterMs) continue;
			run.state = 'overdue';
			for (const task of run.tasks) {
				const notice = notices.overdue(freeSlotAfterMs, { message: task.message.content, ended: hasEnded(task) });
				tellAlways(state, subscriber, notice);
				logNotice(state, subscriber, notice);
			}
			if (isStuck(subscriber)) {
				const notice = notices.noSlots();
				logNotice(state, subscriber, notice);
				tell(state, subscriber, notice.message, notice);
			}
			state.changed.add(subscriber);
		}
	}
	for (const [began, run] of state.runs)
		if (run.state === 'over' && run.tasks.every(hasEnded)) state.runs.delete(began);
}

/** Publishing gives runs up that last too long: their messages run again. */
export function giveUpOverdue(state: State, { runs }: Subscriber): void {
	for (const run of [...runs]) {
		if (run.state !== 'overdue') continue;
		finish(run);
		for (const task of run.tasks) if (!hasEnded(task)) putBack(state, task, state.now);
	}
}
