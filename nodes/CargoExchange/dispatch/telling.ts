/** What is saved as a failed execution: notices, and messages that cannot be read. */
import type { Report } from './workflow';
import type { Failed, State, Subscriber, Task } from './model';
import type { Saved } from './saving';
import { endTask } from './settling';
import { loggedAtMost, tellAgainMs } from './limits';

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

export function tellAlways(state: State, subscriber: Subscriber, notice: Report): void {
	save(state, state.saving.add({ subscriber, notice }, state, { atOnce: true }));
}

export function logNotice(state: State, { workflow }: Subscriber, { message, description }: Report): void {
	const text = `Workflow "${workflow.name}": ${message}. ${description.slice(0, loggedAtMost)}`;
	state.outputs.push({ do: 'log', workflow, level: 'warn', text });
}

/** An unreadable message is recorded when it arrives, and answered when that is certain. */
export function record(state: State, task: Task): void {
	const failed: Failed = { task };
	state.records.set(task, failed);
	task.subscriber.toRecord.delete(task);
	save(state, state.saving.add(failed, state, { atOnce: false }));
}

/** What has to be saved now, or is certain. */
export function save(state: State, saved: Saved<Failed>): void {
	for (const failed of saved.save) {
		if ('task' in failed) {
			const { subscriber, message } = failed.task;
			state.outputs.push({ do: 'record', workflow: subscriber.workflow, message: message.content });
		} else state.outputs.push({ do: 'report', workflow: failed.subscriber.workflow, notice: failed.notice });
	}
	for (const failed of saved.certain) {
		if (!('task' in failed)) continue;
		state.records.delete(failed.task);
		endTask(state, failed.task, 'failed');
	}
}
