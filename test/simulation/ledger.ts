import type { Handover } from './channel';
import type { Execution } from './execution';
import type { Activation } from './process';
import type { Stored } from './queue';
import { passes, type SimulatedWorkflow, type Version } from './workflow';
import type { World } from './world';

export type Run = {
	readonly member: Member;
	readonly execution: Execution;
	readonly version: Version;
	endedAt: number | null;
};

/** `firstAt`, `lastAt`: when the first and the last failed run ended. */
type Failures = { count: number; readonly firstAt: number; readonly lastAt: number; fewestRetries: number };
type Success = { readonly contents: readonly number[]; readonly startedAt: number; readonly endedAt: number };

/** One trigger node of a workflow in one process: what it was and did there. */
export type Member = {
	readonly processNumber: number;
	readonly id: string;
	readonly workflow: SimulatedWorkflow;
	version: Version;
	/** The version's filter, and since when. */
	readonly versions: { readonly version: Version; readonly from: number }[];
	current: Activation | null;
	/** n8n has not heard yet whether it could be published. */
	pending: boolean;
	joinedAt: number;
	leftAt: number | null;
	/** Contents that a reported success has ended, and when. */
	readonly done: Map<number, number>;
	/** Those whose runs ended after they had been given up: nobody may have listened any more. */
	readonly late: Set<number>;
	readonly failures: Map<number, Failures>;
	readonly successes: Success[];
	readonly stopped: Set<number>;
	readonly recorded: Set<number>;
	/** Its own. */
	readonly running: Set<Run>;
	/** When n8n refused starts. */
	readonly refusals: number[];
	readonly told: { readonly at: number; readonly message: string }[];
	/** The trigger node whose place it took, which may have left too long ago. */
	readonly former: Member | undefined;
	/** Whether it goes on with the executions of that one: no other trigger node of the workflow had left, each time it was published. */
	goesOn: boolean;
};

/** Everything that happened, as somebody would know it who sees all sides. */
export class Ledger {
	readonly members: Member[] = [];
	/** What is delivered and neither answered nor lost, by process. */
	readonly atHand = new Map<number, Set<Handover>>();
	/** When a process last had so much that nothing is kept any more for who is not active: see `endHoldIfFull`. */
	readonly fullAt = new Map<number, number>();
	/** Acknowledgements and rejections that never reached the broker. */
	readonly lostAnswers = new Set<number>();
	/** How often a content was published. */
	readonly copies = new Map<number, number>();
	/** Returned by the code's own choice. */
	readonly returned: (Handover & { readonly before: number })[] = [];
	#order = 0;

	constructor(private readonly world: World) {}

	delivered(stored: Stored, processNumber: number, host: string): Handover {
		const handover: Handover = {
			stored,
			processNumber,
			host,
			order: this.#order++,
			arrivedAt: this.world.time.now(),
			answered: null,
			overAt: null,
		};
		const atHand = this.atHand.get(processNumber) ?? new Set();
		for (const each of atHand) if (each.overAt !== null) atHand.delete(each);
		this.atHand.set(processNumber, atHand.add(handover));
		this.lastFullAt(processNumber);
		this.world.note(`message ${stored.number} (${stored.content}) arrives in process ${processNumber}`);
		return handover;
	}

	/** `before`: the order of the next delivery, which only the broker can let overtake it. */
	noteReturned(handover: Handover): void {
		this.returned.push({ ...handover, before: this.#order });
	}

	answerLost({ stored }: Handover): void {
		this.lostAnswers.add(stored.content);
	}

	/** What it has now, and what it gave back at the given time. */
	handedTo(processNumber: number, orOverAt: number | null = null): Handover[] {
		const atHand = this.atHand.get(processNumber) ?? [];
		return [...atHand].filter(({ overAt }) => overAt === null || overAt === orOverAt);
	}

	/** `fullAt` up to now: nothing is given up for fullness while nobody reads. */
	lastFullAt(processNumber: number): number {
		const now = this.world.time.now();
		const bodies = this.handedTo(processNumber, now).map(({ stored }) => stored.body.length);
		const bytes = bodies.reduce((sum, length) => sum + length, 0);
		const isRead = this.membersOf(processNumber).some(({ current }) => current !== null);
		if (isRead && (bodies.length >= 2_000 || bytes > 64 * 1024 * 1024)) this.fullAt.set(processNumber, now);
		return this.fullAt.get(processNumber) ?? -Infinity;
	}

	holderOf(stored: Stored): string | null {
		for (const [number, atHand] of this.atHand)
			for (const handover of atHand)
				if (handover.stored === stored && handover.overAt === null)
					return `unanswered in process ${number} since ${handover.arrivedAt}`;
		return null;
	}

	membersOf(processNumber: number): Member[] {
		return this.members.filter((member) => member.processNumber === processNumber);
	}

	/** Also those of the trigger node that it has replaced, unless several of the workflow have left. */
	runningOf({ running, former, goesOn, processNumber, workflow }: Member): readonly Run[] {
		const isContinued = former && goesOn && this.#isOnlyOne(processNumber, workflow);
		return [...running, ...(isContinued ? this.runningOf(former) : [])];
	}

	#isOnlyOne(processNumber: number, workflow: SimulatedWorkflow): boolean {
		const others = this.membersOf(processNumber).filter((other) => other.workflow !== workflow);
		return others.every((other) => other.workflow.id !== workflow.id || other.current !== null);
	}

	joining(processNumber: number, activation: Activation, { counts }: { counts: boolean }): Member {
		const { workflow, version } = activation;
		const id = `${workflow.id}/${version.nodeId}`;
		const now = this.world.time.now();
		const own = this.membersOf(processNumber).filter((member) => member.workflow === workflow);
		const known = own.find((member) => member.id === id);
		// A trigger node that was replaced: the new one goes on with what the old one knew.
		const former = own.at(-1);
		const member: Member = known ?? {
			processNumber,
			id,
			workflow,
			version,
			versions: [],
			current: null,
			pending: true,
			joinedAt: now,
			leftAt: null,
			done: former?.done ?? new Map<number, number>(),
			late: former?.late ?? new Set(),
			failures: former?.failures ?? new Map<number, Failures>(),
			successes: former?.successes ?? [],
			stopped: former?.stopped ?? new Set(),
			recorded: former?.recorded ?? new Set(),
			running: new Set(),
			former,
			goesOn: true,
			refusals: former?.refusals ?? [],
			told: [],
		};
		if (!known) this.members.push(member);
		member.goesOn &&= this.#isOnlyOne(processNumber, workflow);
		member.current = activation;
		member.version = version;
		member.versions.push({ version, from: now });
		member.pending = !counts;
		member.joinedAt = now;
		if (counts) member.leftAt = null;
		return member;
	}

	joined(member: Member): void {
		this.world.note(`${member.id} has joined`);
		member.pending = false;
		member.joinedAt = this.world.time.now();
		member.leftAt = null;
	}

	/** What was not published is in force for nobody: it has left with the version before. */
	refused(member: Member): void {
		member.versions.pop();
		const { version, from } = member.versions.at(-1) ?? { version: member.version, from: member.joinedAt };
		Object.assign(member, { version, joinedAt: from });
		member.pending = false;
		member.current = null;
		member.leftAt ??= -Infinity;
	}

	left(member: Member, activation: Activation): void {
		if (member.current !== activation) return;
		this.world.note(`${member.id} has left`);
		member.current = null;
		member.pending = false;
		member.leftAt ??= this.world.time.now();
	}

	killed(processNumber: number): void {
		for (const member of this.membersOf(processNumber)) {
			member.current = null;
			member.leftAt ??= -Infinity;
		}
	}
}

/** Whether it wants the message with its present version; what cannot be read passes every filter. */
export function wants({ version }: Member, stored: Stored): boolean {
	return stored.readable ? passes(version.filter, stored) : version.options.unreadable !== 'discard';
}

/** Whether each of its versions since then wanted it. */
export function hasWantedSince({ versions, joinedAt, leftAt }: Member, stored: Stored, since: number): boolean {
	if (joinedAt > since && leftAt === null && versions.length === 1) return false;
	const [first] = versions;
	if (!first || first.from > since) return false;
	return versions.every(({ version }, index) => {
		const until = versions[index + 1]?.from ?? Infinity;
		return until <= since || passes(version.filter, stored);
	});
}

/** Whether it is done with the content, or has finally failed it: nothing is to be waited for. */
export function hasEnded(member: Member, { content }: Stored): boolean {
	return member.done.has(content) || hasFailed(member, content);
}

/** Whether its own executions entitle it to reject. */
export function hasFailed({ failures, stopped, recorded }: Member, content: number): boolean {
	if (stopped.has(content) || recorded.has(content)) return true;
	const failed = failures.get(content);
	return failed !== undefined && failed.count > failed.fewestRetries;
}
