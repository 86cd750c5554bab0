import type { Message } from './message';
import type { Fault, Report, RunOptions, Workflow } from './workflow';

/** What a failed execution says to people: what happened, that nothing is lost, what to do. */

/** A message whose execution takes too long. `ended`: it was acknowledged when that started. */
type Overdue = { readonly message: Message; readonly ended: boolean };

export function failing(reason: string, waiting: number): Report {
	return {
		message: `Paused: executions fail, and none succeeds${inBrackets(reason)}`,
		description:
			`${quoting('The last execution', reason)}No event is lost: ${waiting === 1 ? 'one event waits' : `${waiting} events wait`} in the trigger. ` +
			'Repair what the failed executions name, and publish the workflow if you have changed it. The trigger tries one event from time to time, and usually continues by itself within 15 minutes of the repair.',
	};
}

export function staying(reason: string, executions: number): Report {
	return {
		message: `One event keeps failing (${executions} executions so far) and is still retried`,
		description:
			`${quoting('The last execution', reason)}No other event has succeeded between the first and the last of them, so the event need not be the cause. It is not lost: the trigger tries it again, at least once an hour. ` +
			'Check the systems that the workflow uses.',
	};
}

export function notPublished({ message, description }: Fault): Report {
	return {
		message: 'This workflow no longer reads its queue: its new version could not be published',
		description:
			`${message}. ${description} While other workflows read the queue, messages are kept for this one for ten minutes. ` +
			'Correct the cause, then publish the workflow again: n8n may not try again by itself, even if it shows the workflow as published.',
	};
}

export function refused(reason: string, { acknowledge }: Pick<RunOptions, 'acknowledge'>): Report {
	const lost =
		acknowledge === 'onSuccess'
			? 'No event is lost.'
			: 'With On Start, the event of this execution is lost, because it counted as processed before n8n refused it. The others are not.';
	return {
		message: 'Paused: n8n did not start an execution',
		description: `${quoting('n8n', reason)}${lost} The trigger continues by itself as soon as n8n starts executions again. If that takes long, ask your n8n administrator to check n8n's log and database. If somebody stopped the execution before n8n began it, nothing is wrong.`,
	};
}

export function noSlots(): Report {
	return {
		message: 'Paused: too many executions run for too long',
		description:
			'As many executions as "Parallel Executions" allows have run for longer than "Free Slot After (Minutes)". No event is lost: the next one starts as soon as one of these executions ends. ' +
			'If they only take long, wait. If they hang, publish the trigger with other options, which runs their events again (not with On Start), then stop them in the list of executions. In the other order, their events would be given up without a retry.',
	};
}

export function overdue(limitMs: number, task: Overdue): Report {
	const { body } = task.message;
	return {
		message: `An execution has been running for more than ${minutes(limitMs)}`,
		description: `${whatHappensTo(task)} If it is meant to take so long, increase "Free Slot After (Minutes)" when it has ended: publishing the trigger with another value runs the events of unfinished executions again.\nIts event, as received: ${body.toString('utf8', 0, 64 * 1024)}`,
	};
}

/** For the other workflows of a queue. */
export function heldFor(paused: readonly string[]): Report {
	return {
		message: 'A paused workflow blocks this queue',
		description:
			`Paused on the same queue: ${paused.map((name) => `"${name}"`).join(', ')}. ` +
			'Unless that ends soon, messages wait in the queue for all workflows. Repair what is paused: its own list of executions says why it is.',
	};
}

export function outage({ message, description, permanent }: Fault, since: Date): Report {
	return {
		message: permanent ? message : `The queue has not been read since ${moment(since)}: ${message}`,
		description: `${description} Messages that are in the queue wait there. The trigger keeps trying until it succeeds.`,
	};
}

/** The same for an exchange that is searched. */
export function searchOutage({ message, description, permanent }: Fault, since: Date): Report {
	return {
		message: permanent ? message : `The exchange has not been searched successfully since ${moment(since)}: ${message}`,
		description: `${description} The trigger keeps trying until it succeeds, and then finds what has changed.`,
	};
}

export function cannotRead({ message, description }: Report): Report {
	return {
		message,
		description: `${description} The trigger retries automatically. While other workflows read the queue, messages are kept for this one for ten minutes; after that, it misses them until it can read the queue.`,
	};
}

/** For n8n's log. */
export function otherReaders(queue: string, count: number): string {
	const readers = `${count} other ${count === 1 ? 'reader' : 'readers'}`;
	return `The queue "${queue}" has ${readers}, and each message goes to only one reader. To get all messages, ask the operator of the exchange for a queue of your own`;
}

export function unwanted(queue: string, count: number): string {
	return `No published workflow wanted ${count === 1 ? 'one message' : `${count} messages`} of the queue "${queue}" in the last hour, by its events and filters: removed from the queue`;
}

export function connectionLost(queue: string, count: number): string {
	const messages = `${count} unacknowledged ${count === 1 ? 'message' : 'messages'}`;
	return `The connection to the queue "${queue}" was lost with ${messages}; unless the queue was deleted, the queue server delivers them again`;
}

export function joinedLate(name: string): string {
	return `n8n started the workflow "${name}" after its queue was being read: it may have missed messages`;
}

export function notYet({ name, queue }: Workflow, { message, description }: Report): string {
	return `The workflow "${name}" cannot read the queue "${queue}" yet: ${message}. ${description}`;
}

/** For a workflow that has left. */
export function notKept(count: number): Report {
	return {
		message: `${messages(count)} no longer kept for this workflow, which is not published`,
		description: `Other workflows read its queue, so messages are kept for it for ten minutes, or until 2,000 of them wait. ${sinceThen}`,
	};
}

/** For one whose credential does not work. */
export function misses(count: number, { message, description }: Report): Report {
	return {
		message: `${messages(count)} no longer kept for this workflow, which cannot read its queue`,
		description: `${message}. ${description} Other workflows read the queue, so messages are kept for this one for ten minutes, or until 2,000 of them wait. ${sinceThen}`,
	};
}

const sinceThen = 'These do not come any more. It gets the messages that arrive after it reads the queue again.';

function messages(count: number): string {
	return count === 0 ? 'Messages are' : count === 1 ? 'One message is' : `${count.toLocaleString('en')} messages are`;
}

/** Why a credential that works does not read the queue: the workflow `reader` reads it, or another queue of that name. */
export function twoAddresses(queue: string, host: string, reader: string | undefined): Report {
	const who = reader === undefined ? 'Another workflow' : `The workflow "${reader}"`;
	return {
		message: `${who} reads the queue "${queue}" at another address`,
		description: `Its queue server and ${host} give the same cluster name, so this may be one queue, which two readers would share. ${sameAddress}`,
	};
}

const sameAddress =
	'Use one credential for both triggers, or enter the same address in both credentials. If they are two queue servers, give one of them another cluster name.';

function quoting(who: string, reason: string): string {
	return reason === '' ? '' : `${who} says: ${reason.replace(/[.\s]+$/, '')}. `;
}

/** The beginning of a reason, for a list of executions. */
function inBrackets(reason: string): string {
	const [line = ''] = reason.trim().split('\n', 1);
	return line === '' ? '' : ` (${line.length > 100 ? `${line.slice(0, 99)}…` : line.replace(/\.$/, '')})`;
}

function minutes(ms: number): string {
	const count = Math.round(ms / 60_000);
	return count === 1 ? 'a minute' : `${count} minutes`;
}

/** A moment that is still right when it is read later, such as "26 Nov, 09:14 UTC". */
function moment(time: Date): string {
	const [, day, month, , clock = ''] = time.toUTCString().split(' ');
	return `${day} ${month}, ${clock.slice(0, 5)} UTC`;
}

function whatHappensTo({ ended }: Overdue): string {
	const others = 'The trigger no longer waits for it, and nothing was stopped.';
	if (ended) return `${others} Its event was marked as processed when the execution started.`;
	return `${others} Other events go on; those of the same set wait. Its event is kept until it ends, the workflow is published again, or n8n restarts. If it hangs, stop it in the list of executions: its event is then given up without a retry.`;
}
