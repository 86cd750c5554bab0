/** Whether a message may leave its queue, or go back to it: each answer needs a reason. */
import type { Handover } from './channel';
import { promises, type Settlement } from './dispatcherUnderTest';
import { hasEnded, hasFailed, wants, type Member } from './ledger';
import { passes, type SimulatedWorkflow } from './workflow';
import type { World } from './world';

/** What the code holds, waits and retries by its own clock may be a moment late. */
const toleranceMs = 2_000;
const holdMs = 10 * 60_000;
/** A credential that works again is tried within this time. */
const retryVerificationMs = 65_000;
/** A verification that has begun has read its credential. */
export const verifiesWithinMs = 10_000;

/** The fault of an answer; null: it has a reason. */
export function faultOf(world: World, handover: Handover, settlement: Settlement): string | null {
	if (settlement === 'requeue') return faultOfReturn(world, handover);
	const { stored } = handover;
	const unstarted = unstartedOf(world, handover);
	if (unstarted) return `n8n has not started ${unstarted.id} yet`;
	const waiting = asked(world, handover).filter(
		(member) => !hasEnded(member, stored) && !isRecorded(world, member, handover),
	);
	if (waiting.length > 0)
		return `${waiting.map(({ id }) => id).join(', ')} ${waiting.length > 1 ? 'have' : 'has'} not ended it`;
	return settlement === 'ack' ? faultOfAcknowledgement(world, handover) : faultOfRejection(world, handover);
}

/** An active workflow that wants the message, and that n8n is yet to start in this process. */
function unstartedOf(world: World, { stored, processNumber }: Handover): SimulatedWorkflow | undefined {
	const process = [world.process, ...world.former].find(({ number }) => number === processNumber);
	return [...(process?.unstarted ?? [])].find(
		({ version: { filter, credential } }) =>
			(!stored.readable || passes(filter, stored)) && credential.leadsTo(world.network)?.queue === stored.queue,
	);
}

/** Of those that want unreadable messages recorded, one does it for all; an execution that failed is a record as well. */
function isRecorded(world: World, { version }: Member, { stored, processNumber }: Handover): boolean {
	if (stored.readable || version.options.unreadable !== 'saveAsFailedExecution') return false;
	return world.ledger.membersOf(processNumber).some((other) => hasFailed(other, stored.content));
}

function faultOfAcknowledgement(world: World, handover: Handover): string | null {
	const { stored, processNumber } = handover;
	const failed = asked(world, handover).find((member) => !member.done.has(stored.content));
	if (failed) return `${failed.id} has failed it`;
	if (readers(world, handover).length > 0) return null;
	const done = world.ledger.membersOf(processNumber).some((member) => member.done.has(stored.content));
	return done ? null : 'nobody reads the queue, and nobody is done with it';
}

function faultOfRejection({ ledger }: World, { stored, processNumber }: Handover): string | null {
	const members = ledger.membersOf(processNumber);
	const failed = members.filter((member) => hasFailed(member, stored.content));
	if (failed.length === 0) {
		const counts = members.map(({ id, failures }) => `${id}: ${failures.get(stored.content)?.count ?? 0}`);
		return `nobody has failed it finally (failed runs: ${counts.join(', ')})`;
	}
	if (failed.some((member) => member.stopped.has(stored.content) || member.recorded.has(stored.content))) return null;
	const hasCopies = (ledger.copies.get(stored.content) ?? 1) > 1;
	const works = failed.some(({ failures, successes }) => {
		const { firstAt = Infinity, lastAt = 0, fewestRetries = 0 } = failures.get(stored.content) ?? {};
		// Without retries nothing runs twice.
		if (fewestRetries === 0) return true;
		return successes.some(
			({ contents, startedAt, endedAt }) =>
				startedAt >= firstAt && endedAt <= lastAt && (hasCopies || !contents.includes(stored.content)),
		);
	});
	return works ? null : 'no other message has succeeded between its first failure and its last';
}

function faultOfReturn(world: World, handover: Handover): string | null {
	const { ledger, time } = world;
	const now = time.now();
	const { stored, processNumber } = handover;
	const reading = readers(world, handover).filter(
		(member) =>
			!isElsewhere(world, member, handover) &&
			member.version.credential.settings.hostname === handover.host &&
			leadsTo(world, member, stored.queue) &&
			member.version.credential.workedFor(retryVerificationMs, member.joinedAt, now),
	);
	if (reading.length === 0) return null;
	// A reader whose workflows all write another address ends.
	if (world.credentials.some(({ renamedAt }) => renamedAt >= 0)) return null;
	// Including those that were returned a moment before.
	const arrivals = ledger.handedTo(processNumber, now).map(({ arrivedAt }) => arrivedAt);
	return now - Math.min(handover.arrivedAt, ...arrivals) >= promises.answersWithinMs - toleranceMs
		? null
		: 'it was returned without need';
}

/** Active workflows of the queue in this process, whatever they want, those that are being published, and who leaves in this moment. */
function readers(world: World, { stored, processNumber }: Handover): Member[] {
	return world.ledger
		.membersOf(processNumber)
		.filter(({ current, leftAt }) => current !== null || leftAt === world.time.now())
		.filter((member) => mayLeadTo(world, member, stored.queue));
}

/** Everybody whose answer a message has to wait for. */
export function asked(world: World, handover: Handover): Member[] {
	const { ledger, time } = world;
	const { stored, processNumber, arrivedAt } = handover;
	const now = time.now();
	const members = ledger
		.membersOf(processNumber)
		.filter((member) => leadsTo(world, member, stored.queue) && wants(member, stored) && !mayBeExcluded(world, member));
	const isRead = readers(world, handover).length > 0;
	const fullAt = ledger.lastFullAt(processNumber);
	return members.filter((member) => {
		if (isElsewhere(world, member, handover)) return false;
		if (member.current !== null) return !member.pending;
		const leftAt = member.leftAt ?? -Infinity;
		if (isReplaced(member, ledger.membersOf(processNumber))) return false;
		// Then its messages were no longer held.
		if (fullAt >= leftAt) return false;
		if (now - leftAt < holdMs - toleranceMs) return true;
		return !isRead && leftAt >= arrivedAt && !wasRemoved(leftAt, ledger.membersOf(processNumber));
	});
}

/** Whether others went on reading for so long that its messages were no longer held. */
function wasRemoved(leftAt: number, members: readonly Member[]): boolean {
	return members.some((other) => (other.leftAt ?? Infinity) >= leftAt + holdMs - toleranceMs);
}

function leadsTo(
	world: World,
	{ version: { credential }, versions }: Member,
	queue: Handover['stored']['queue'],
): boolean {
	// That a credential leads to another broker is noticed when its workflow is published, or the connection is lost.
	return credential.movedAt < (versions.at(-1)?.from ?? 0) && credential.leadsTo(world.network)?.queue === queue;
}

/** As far as the code can know: of a credential that was changed since its workflow was published, it is not certain. */
function mayLeadTo(world: World, member: Member, queue: Handover['stored']['queue']): boolean {
	const { version, versions } = member;
	return version.credential.movedAt >= (versions.at(-1)?.from ?? 0) || leadsTo(world, member, queue);
}

/**
 * Whoever does not count where the message is: it was published later at another address, or nobody reads this one any more; or
 * it was refused there, and nothing is held for it any more.
 */
function isElsewhere({ ledger, time }: World, member: Member, handover: Handover): boolean {
	const { processNumber, joinedAt, leftAt, successes, told } = member;
	if (namesAddressOf(handover, member)) return false;
	const isRefused = told.some(({ message }) => message.includes('at another address'));
	const others = ledger.membersOf(processNumber).filter(({ current }) => current !== null);
	const isRead = others.some((other) => namesAddressOf(handover, other));
	if (publishedAt(member) >= handover.arrivedAt || (!isRefused && !isRead)) return true;
	// When the message came, it could not read since then at the earliest.
	const before = successes.map(({ startedAt }) => startedAt).filter((startedAt) => startedAt <= handover.arrivedAt);
	const since = Math.max(joinedAt, ...before);
	const until = Math.min(time.now(), leftAt ?? Infinity);
	return ledger.lastFullAt(processNumber) >= since || (isRefused && until - since >= holdMs - toleranceMs);
}

function namesAddressOf({ host }: Handover, member: Member): boolean {
	const { settings, renamedAt } = member.version.credential;
	return settings.hostname === host && renamedAt + verifiesWithinMs < publishedAt(member);
}

function publishedAt({ joinedAt, versions }: Member): number {
	return Math.max(joinedAt, versions.at(-1)?.from ?? 0);
}

/** Whether another trigger node of the same workflow has come in its place. */
function isReplaced({ id, workflow, leftAt }: Member, members: readonly Member[]): boolean {
	return members.some(
		(other) =>
			other.workflow === workflow &&
			other.id !== id &&
			// Also if that one has left, too.
			other.versions.length > 0 &&
			other.joinedAt >= (leftAt ?? 0),
	);
}

/** Whether it has been unable to read the queue for so long that others need not wait for it; or had been when it left. */
function mayBeExcluded({ time, ledger }: World, member: Member): boolean {
	const { processNumber, joinedAt, leftAt, version } = member;
	const now = Math.min(time.now(), leftAt ?? Infinity);
	const wasFull = ledger.lastFullAt(processNumber) >= joinedAt;
	const since = now - (wasFull ? retryVerificationMs : holdMs - toleranceMs);
	return (wasFull || since >= joinedAt) && !version.credential.workedFor(retryVerificationMs, since, now);
}
