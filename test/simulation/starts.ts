/** Whether an execution may start: now, once more, before others. */
import type { Handover } from './channel';
import type { Execution } from './execution';
import { hasEnded, hasWantedSince, type Member, type Run } from './ledger';
import type { World } from './world';

export function faultsOfStart(world: World, member: Member, execution: Execution): string[] {
	const { activation, contents } = execution;
	const { options } = activation.version;
	const faults: string[] = [];
	// What began before a refused start does not take the slots of what begins after it.
	const others = world.ledger
		.runningOf(member)
		.filter((run) => !isGivenUp(world, run) && run.execution.startedAt > (member.refusals.at(-1) ?? -Infinity));
	// Nobody can unsubscribe what n8n is still waiting for.
	if (activation.closing.signal.aborted && activation.handle)
		faults.push('inactive: it starts although its workflow is not active');
	// At another address it is a workflow of its own.
	if (!world.isMoved && others.length >= options.parallel)
		faults.push(
			`parallel: ${others.map(({ execution }) => execution.contents.join('+')).join(', ')} already run in ${member.id}`,
		);
	if (contents.length > options.batchSize) faults.push(`batch: ${contents.length} messages`);
	for (const [index, content] of contents.entries()) {
		const fault = repeatOf(world, member, content) ?? overtakingOf(world, member, contents, index);
		if (fault) faults.push(fault);
	}
	return faults;
}

/** Whether its slot and its set are free, although it has not ended. */
export function isGivenUp({ ledger, time }: World, { execution, member }: Run): boolean {
	const own = ledger.membersOf(member.processNumber).filter(({ workflow }) => workflow === member.workflow);
	const limits = own.flatMap(({ versions }) => versions.map(({ version }) => version.options.freeSlotAfterMs));
	// Its clock and ours are not read in the same moment.
	return time.now() - execution.startedAt >= Math.min(...limits) - 1;
}

function repeatOf(world: World, member: Member, content: number): string | null {
	const { ledger } = world;
	const { done, stopped, versions } = member;
	if (member.former || world.isMoved || member.late.has(content)) return null;
	const everSkips = versions.every(({ version }) => version.options.skipDuplicates);
	const copied = (ledger.copies.get(content) ?? 1) > 1;
	// The memory of a settled message may be gone; so may the answer that settled it.
	if (!everSkips && (copied || ledger.lostAnswers.has(content))) return null;
	if (done.has(content)) return `repeat: message ${content} runs again in ${member.id} after its success`;
	if (stopped.has(content) && !copied && !ledger.lostAnswers.has(content))
		return `repeat: message ${content} runs again in ${member.id} although a person stopped it`;
	const already = ledger
		.runningOf(member)
		.some(
			(run) => run.execution.truth === 'running' && !isGivenUp(world, run) && run.execution.contents.includes(content),
		);
	return already ? `repeat: message ${content} runs twice at a time in ${member.id}` : null;
}

function overtakingOf(world: World, member: Member, contents: readonly number[], index: number): string | null {
	const { ledger } = world;
	const content = contents[index]!;
	const { keepOrderPerSet } = member.version.options;
	const atHand = ledger.handedTo(member.processNumber);
	const copies = atHand.filter(({ stored }) => stored.content === content);
	const set = copies[0]?.stored.set ?? null;
	if (world.isMoved || !keepOrderPerSet || set === null) return null;
	const running = ledger
		.runningOf(member)
		.find(
			(run) =>
				!isGivenUp(world, run) &&
				run.execution.truth === 'running' &&
				run.execution.contents.some((other) => world.setOf(other) === set),
		);
	if (running)
		return `order: ${content} starts in ${member.id} beside ${running.execution.contents.join(', ')} of its set`;
	// It may be any of its copies that starts.
	const verdicts = copies.map((own) => overtakingBy(world, member, own, contents.slice(0, index)));
	return verdicts.includes(null) ? null : (verdicts[0] ?? null);
}

/** `before`: what stands before it in the same run. */
function overtakingBy(world: World, member: Member, own: Handover, before: readonly number[]): string | null {
	const { ledger } = world;
	const atHand = ledger.handedTo(member.processNumber);
	const { set, content } = own.stored;
	const mayPass = ({ stored, arrivedAt }: Handover): boolean =>
		stored.set !== set ||
		// A quorum queue may deliver what was returned to it in another order.
		stored.number > own.stored.number ||
		stored.queue !== own.stored.queue ||
		before.includes(stored.content) ||
		hasEnded(member, stored) ||
		!hasWantedSince(member, stored, arrivedAt);
	const passed = atHand.find((other) => other.order < own.order && !mayPass(other));
	if (passed) return `order: ${content} starts in ${member.id} before ${passed.stored.content}, which came first`;
	const leftOut = ledger.returned.find(
		(other) =>
			other.processNumber === member.processNumber &&
			other.order < own.order &&
			own.order < other.before &&
			other.stored.state !== 'ack' &&
			other.stored.state !== 'reject' &&
			!mayPass(other) &&
			!atHand.some(({ stored }) => stored === other.stored),
	);
	return leftOut
		? `order: ${content} starts in ${member.id} while ${leftOut.stored.content}, which came first, was returned alone`
		: null;
}
