/** Runs that last too long. */
import { hasEnded, type State, type Subscriber } from './model';
import * as notices from './notices';
import { finish, putBack } from './running';
import { isStuck } from './status';
import { logNotice, tell, tellAlways } from './telling';

/** A run beyond its limit frees its slot and is reported, once; its set stays closed until it ends. */
export function checkOverdue(state: State): void {
	for (const subscriber of state.subscribers.values()) {
		const { options } = subscriber.workflow;
		for (const run of [...subscriber.runs]) {
			if (run.isOverdue || run.startedAt > state.now - options.freeSlotAfterMs) continue;
			Object.assign(run, { isOverdue: true, takesSlot: false });
			for (const task of run.tasks) {
				const overdue = { message: task.message.content, ended: hasEnded(task) };
				const notice = notices.overdue(options.freeSlotAfterMs, overdue);
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
	for (const [id, { isOver, tasks }] of state.runs) if (isOver && tasks.every(hasEnded)) state.runs.delete(id);
}

/** Publishing gives runs up that last too long: their messages run again. */
export function giveUpOverdue(state: State, { runs }: Subscriber): void {
	for (const run of [...runs]) {
		if (!run.isOverdue) continue;
		finish(run);
		for (const task of run.tasks) if (!hasEnded(task)) putBack(state, task, state.now);
	}
}
