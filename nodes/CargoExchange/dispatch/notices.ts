import { identityOf, type Message } from './message';
import type { Fault, Report, RunOptions, Workflow } from './workflow';

/** What a failed execution says to people: what happened, that nothing is lost, what to do. */

/** A message whose execution has not ended in time. `ended`: it was acknowledged when that started. */
type Overdue = { readonly message: Message; readonly ended: boolean };

export function failing(reason: string, waiting: number): Report {
	return {
		message: 'Paused: executions fail, and none succeeds',
		description:
			`${becauseOf(reason)}No event is lost: ${waiting === 1 ? 'one event waits' : `${waiting} events wait`} here. ` +
			'The trigger tries one event from time to time, at least every 15 minutes, and continues by itself as soon as an execution succeeds. To continue at once, unpublish the workflow, then publish it again.',
	};
}

export function staying(reason: string, executions: number): Report {
	return {
		message: `An event is kept although ${executions} executions failed`,
		description:
			`${becauseOf(reason)}No other event has succeeded between the first and the last of them, so the event need not be the cause. It is not lost: the trigger tries it again, at least once an hour. ` +
			'Check the systems that the workflow uses.',
	};
}

export function notPublished({ message, description }: Fault): Report {
	return {
		message: 'This workflow no longer reads its queue: its new version could not be published',
		description:
			`${message}. ${description} While other workflows read the queue, messages are held for this one for ten minutes. ` +
			'Correct the cause, then publish the workflow again: n8n does not try again by itself, even if it shows the workflow as published.',
	};
}

export function refused(reason: string, { acknowledge }: Pick<RunOptions, 'acknowledge'>): Report {
	const lost =
		acknowledge === 'onSuccess'
			? 'No event is lost.'
			: 'With On Start, the event of this execution is lost, because it counted as processed before n8n refused it. The others are not.';
	return {
		message: 'Paused: n8n did not start an execution',
		description: `${becauseOf(reason)}${lost} The trigger continues by itself as soon as n8n starts executions again. Check n8n's log, and its database. If somebody stopped the execution before n8n began it, nothing is wrong.`,
	};
}

export function noSlots(): Report {
	return {
		message: 'Paused: too many executions have not ended in time',
		description:
			'As many executions as Parallel Runs allows have lasted longer than Run Timeout. No event is lost: the trigger tries one from time to time, at least every 15 minutes. ' +
			'Stop these executions in the list of executions, unpublish the workflow, then publish it again.',
	};
}

export function overdue(limitMs: number, task: Overdue, { runsAgain }: { runsAgain: boolean }): Report {
	const { message } = task;
	return {
		message: `An execution has not ended within ${Math.round(limitMs / 60_000)} minutes (Run Timeout)`,
		description: `${whatHappensTo(task, runsAgain)} ${identityOf(message)}. Its text: ${message.body.toString('utf8', 0, 64 * 1024)}`,
	};
}

/** For the other workflows of a queue. */
export function heldFor(paused: readonly string[]): Report {
	return {
		message: 'A paused workflow holds up this queue',
		description:
			`Paused on the same queue because executions fail: ${paused.map((name) => `"${name}"`).join(', ')}. ` +
			'Unless that ends soon, messages wait in the queue for all workflows. Repair or unpublish what is paused.',
	};
}

export function outage({ message, description, permanent }: Fault): Report {
	return {
		message: permanent ? message : `The queue has not been read for more than five minutes: ${message}`,
		description: `${description} Messages that are in the queue wait there. The trigger keeps trying until it succeeds.`,
	};
}

export function cannotRead({ message, description }: Report): Report {
	return {
		message,
		description: `${description} The trigger retries automatically. While other workflows read the queue, messages for this workflow are held for ten minutes; after that, it misses them until it can read the queue.`,
	};
}

/** For n8n's log. */
export function otherReaders(queue: string, count: number): string {
	const readers = `${count} other ${count === 1 ? 'reader' : 'readers'}`;
	return `The queue "${queue}" has ${readers}: the broker delivers each message to only one of them`;
}

export function connectionLost(queue: string, count: number): string {
	const messages = `${count} unacknowledged ${count === 1 ? 'message' : 'messages'}`;
	return `The connection to the queue "${queue}" was lost with ${messages}; unless the queue was deleted, the broker delivers them again`;
}

export function joinedLate(name: string): string {
	return `n8n started the workflow "${name}" after its queue was being read: it may have missed messages`;
}

export function notYet({ name, queue }: Workflow, { message, description }: Report): string {
	return `The workflow "${name}" cannot read the queue "${queue}" yet: ${message}. ${description}`;
}

export function noLongerHeld({ name, queue }: Workflow): string {
	return `Messages on the queue "${queue}" are no longer held for the workflow "${name}", which is not published`;
}

export function misses({ name, queue }: Workflow, { message, description }: Report): string {
	return (
		`The workflow "${name}" has not been able to read the queue "${queue}" for ten minutes while other workflows read it: ` +
		`messages are no longer held for it. It misses them until its credential works. ${message}. ${description}`
	);
}

/** Why a credential that works does not read the queue: another workflow reads it, or another queue of that name. */
export function notComparable(queue: string, host: string): Report {
	return {
		message: `It is not certain yet whether two addresses lead to the same queue "${queue}"`,
		description: `Another workflow reads a queue of that name on a broker that calls itself the same as ${host}, and is not connected at the moment. The trigger compares them as soon as it is. ${sameAddress}`,
	};
}

export function twoAddresses(queue: string, host: string): Report {
	return {
		message: `Another workflow reads the queue "${queue}" at another address`,
		description: `Its broker calls itself the same as ${host}. ${sameAddress}`,
	};
}

const sameAddress =
	'Use one credential for both workflows, or enter the same address in both credentials. If they are two brokers, give one of them another cluster name.';

function becauseOf(reason: string): string {
	return reason === '' ? '' : `The last one: ${reason.replace(/[.\s]+$/, '')}. `;
}

function whatHappensTo({ ended }: Overdue, runsAgain: boolean): string {
	if (ended)
		return 'Other events no longer wait for it. Its event has counted as processed since the execution started.';
	if (runsAgain)
		return 'Its event runs again, once, because this version of n8n does not report the end of every execution.';
	return 'Other events no longer wait for it, except those of the same set. Its event is kept until the execution ends, the workflow is unpublished and published again, or n8n is restarted.';
}
