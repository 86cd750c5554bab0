/**
 * What is saved as a failed execution: notices, and messages that cannot be read. n8n does not say whether it could save one: saved is
 * what was followed by a started execution. If one was refused instead, it is saved again after the next started one.
 */
import { certainAfterMs, loggedAtMost, savedAtMost, tellAgainMs, triedWithinMs } from './limits';
import type { State, Subscriber, Task, Uncertain } from './model';
import { beginTask, endTask } from './unsettled';
import type { Report } from './workflow';

/** Once in six hours for the same subject, unless it has ended in between. Returns whether it was reported. */
export function tell(state: State, subscriber: Subscriber, subject: string, notice: Report): boolean {
	const { id } = subscriber.workflow;
	const times = state.reportTimes.get(id) ?? new Map<string, number>();
	if (state.now - (times.get(subject) ?? -Infinity) < tellAgainMs) return false;
	state.reportTimes.set(id, times.set(subject, state.now));
	tellAlways(state, subscriber, notice);
	return true;
}

/** It works again: the next time that it does not is reported, too. */
export function tellAfresh({ reportTimes }: State, { workflow }: Subscriber, subject: string): void {
	reportTimes.get(workflow.id)?.delete(subject);
}

/** The same, and a line in n8n's log. */
export function warn(state: State, subscriber: Subscriber, subject: string, notice: Report): void {
	if (tell(state, subscriber, subject, notice)) logNotice(state, subscriber, notice);
}

/** Even while it is in doubt whether n8n can save it. */
export function tellAlways(state: State, subscriber: Subscriber, notice: Report): void {
	save(state, addUncertain(state, { subscriber, notice }));
}

export function logNotice(state: State, { workflow }: Subscriber, { message, description }: Report): void {
	const text = `Workflow "${workflow.name}": ${message}. ${description.slice(0, loggedAtMost)}`;
	state.outputs.push({ do: 'log', workflow, level: 'warn', text });
}

/** An unreadable message is recorded when it arrives, and answered when that is certain. */
export function record(state: State, task: Task): void {
	beginTask(task, 'recording');
	const uncertain = addUncertain(state, { task });
	if (!uncertain.isDoubtful) save(state, uncertain);
}

/** n8n has refused to start an execution. */
export function noteCannotSave({ saving, now, moment }: State): void {
	saving.refusedAt = { now, moment };
	for (const uncertain of saving.uncertain) uncertain.isDoubtful = true;
}

/** n8n has started an execution that began at this moment; it says nothing about now if n8n has refused one since. */
export function noteCanSave(state: State, began: number): void {
	const { saving } = state;
	if (saving.refusedAt !== null && began < saving.refusedAt.moment) return;
	saving.refusedAt = null;
	for (const uncertain of saving.uncertain)
		if (uncertain.isDoubtful) save(state, uncertain);
		else if (began > uncertain.since.moment) conclude(state, uncertain);
}

/** To be called at intervals: nothing is refused because nothing is tried, or has not been for long enough. */
export function checkSaved(state: State): void {
	const { saving, now, moment } = state;
	if (saving.refusedAt !== null && now - saving.refusedAt.now >= triedWithinMs) noteCanSave(state, moment);
	for (const uncertain of saving.uncertain)
		if (!uncertain.isDoubtful && now - uncertain.since.now >= certainAfterMs) conclude(state, uncertain);
}

function addUncertain({ saving, now, moment }: State, what: Uncertain['what']): Uncertain {
	const uncertain = { what, saves: 0, since: { now, moment }, isDoubtful: saving.refusedAt !== null };
	saving.uncertain.add(uncertain);
	return uncertain;
}

function save(state: State, uncertain: Uncertain): void {
	const { saving, now, moment, outputs } = state;
	const { what } = uncertain;
	if ('task' in what) {
		const { subscriber, message } = what.task;
		outputs.push({ do: 'record', workflow: subscriber.workflow, message: message.content });
	} else outputs.push({ do: 'report', workflow: what.subscriber.workflow, notice: what.notice });
	uncertain.isDoubtful = saving.refusedAt !== null;
	uncertain.since = { now, moment };
	if (++uncertain.saves === savedAtMost) conclude(state, uncertain);
}

/** n8n certainly has it. */
function conclude(state: State, uncertain: Uncertain): void {
	state.saving.uncertain.delete(uncertain);
	if ('task' in uncertain.what) endTask(state, uncertain.what.task, 'failed');
}
