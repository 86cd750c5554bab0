import { isFailing } from './failing';
import type { State, Subscriber } from './model';

/** Whether as many runs as may run at a time have lasted too long: nothing starts until one ends. */
export function isStuck({ runs, health, workflow }: Subscriber): boolean {
	let overdue = 0;
	for (const { isOverdue, began } of runs) if (isOverdue && began > health.refusedAt) overdue++;
	return overdue >= workflow.options.parallel;
}

/** Failing or stuck: it starts nothing but tries. */
export function isPaused(subscriber: Subscriber): boolean {
	return isFailing(subscriber.health, subscriber.workflow.options) || isStuck(subscriber);
}

/** What the messages of one queue are waiting for. */
export type CoreStatus = {
	/** Here and not settled. */
	readonly received: number;
	readonly waitingForRetry: number;
	readonly pausedWorkflows: ReadonlyArray<{ id: string; name: string }>;
};

export function coreStatusOf({ here, subscribers }: State): CoreStatus {
	const active = [...subscribers.values()].filter(({ isActive }) => isActive);
	const retries = active.flatMap(({ lines }) => [...lines].filter(({ triedAt }) => triedAt !== null));
	return {
		received: here.size,
		waitingForRetry: new Set(retries.map(({ message }) => message)).size,
		pausedWorkflows: active.filter(isPaused).map(({ workflow }) => ({ id: workflow.workflowId, name: workflow.name })),
	};
}
