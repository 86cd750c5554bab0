import type { Handover } from './channel';
import { promises, type Notice, type RunEnd, type Settlement } from './dispatcherUnderTest';
import type { Execution } from './execution';
import { wants, type Member, type Run } from './ledger';
import type { Stored } from './queue';
import { faultOf, verifiesWithinMs } from './settlements';
import { faultsOfStart, isGivenUp } from './starts';
import type { World } from './world';

export type Accusation = { readonly at: number; readonly kind: string; readonly text: string };

/** The same is told once in this time. */
const tellAgainMs = 6 * 60 * 60_000;
/** An outage is told after five minutes; each attempt takes its time. */
const tellsWithinMs = 7 * 60_000;
/** While n8n refuses to start executions, and there is one to start. */
const triesWithinMs = 16 * 60_000;
/** What was saved so long ago without a refusal is taken to be saved. */
const certainAfterMs = 5 * 60_000;

/** Demands a reason for everything that the code under test does. */
export class Oracle {
	readonly accusations: Accusation[] = [];
	/** Unreadable messages of which n8n has saved a failed execution, and in which outage of its database, and when, it could not save one. */
	readonly #saved = new Set<number>();
	readonly #unsavedIn = new Map<number, { readonly outage: number; readonly at: number }>();
	/** The outages in which a process was refused a start of what it reads at an address, and when it last was. */
	readonly #refusedIn = new Map<string, number>();

	constructor(private readonly world: World) {}

	accuse(kind: string, text: string): void {
		this.accusations.push({ at: this.world.time.now(), kind, text });
		this.world.note(`ACCUSED of ${kind}: ${text}`);
	}

	answered(handover: Handover, settlement: Settlement): void {
		const { stored, arrivedAt } = handover;
		const now = this.world.time.now();
		this.world.note(`message ${stored.number} (${stored.content}): ${settlement}`);
		if (now - arrivedAt > promises.answersWithinMs + 5_000)
			this.accuse(
				'held',
				`message ${stored.number} was answered after ${Math.round((now - arrivedAt) / 60_000)} minutes`,
			);
		const fault = faultOf(this.world, handover, settlement);
		if (fault) this.accuse(settlement, `message ${stored.number} (content ${stored.content}): ${fault}`);
		if (settlement === 'requeue') this.world.ledger.noteReturned(handover);
		if (settlement === 'reject' && this.#isLost(handover))
			this.accuse('lost', `the unreadable message ${stored.content} was rejected, and n8n has not saved it`);
	}

	/** No reader knows of an outage in which it has nothing to start, or not within the time until a record is certain. */
	#isLost({ stored: { content }, processNumber, host }: Handover): boolean {
		const { outage, at } = this.#unsavedIn.get(content) ?? { outage: 0, at: 0 };
		const refusedAt = this.#refusedIn.get(`${outage} in ${processNumber} at ${host}`) ?? -Infinity;
		const isKnown = refusedAt - at < certainAfterMs && this.world.time.now() - refusedAt < triesWithinMs;
		return !this.#saved.has(content) && isKnown;
	}

	dropped(stored: Stored): void {
		const { returned } = this.world.ledger;
		// What the broker would otherwise take back by itself, and what came behind it.
		const due = new Set(
			returned
				.filter(({ overAt, arrivedAt }) => (overAt ?? 0) - arrivedAt >= promises.answersWithinMs)
				.map(({ overAt }) => overAt),
		);
		const chosen = returned.filter((handover) => handover.stored === stored && !due.has(handover.overAt)).length;
		const needed = this.world.returnsNeeded;
		this.world.note(`message ${stored.number} was given up by the broker after ${stored.deliveries} deliveries`);
		if (chosen > needed)
			this.accuse(
				'spent',
				`message ${stored.number} was given up by the broker; the trigger returned it ${chosen} times, ${needed} were needed`,
			);
	}

	recorded(member: Member, content: number): void {
		const { ledger, n8n } = this.world;
		this.world.note(`${member.id} records ${content}${n8n.databaseAway ? ', which n8n cannot save' : ''}`);
		if (n8n.databaseAway) this.#unsavedIn.set(content, { outage: n8n.outages, at: this.world.time.now() });
		else this.#saved.add(content);
		const before = ledger.membersOf(member.processNumber).some(({ recorded }) => recorded.has(content));
		if (
			before &&
			(ledger.copies.get(content) ?? 1) === 1 &&
			!ledger.lostAnswers.has(content) &&
			!this.world.isMoved &&
			!this.world.n8n.hasRefused
		)
			this.accuse('recorded', `the unreadable message ${content} was recorded twice`);
		member.recorded.add(content);
	}

	told(member: Member, { message }: Notice): void {
		this.world.note(`${member.id} tells: ${message}`);
		this.world.counts.told++;
		const now = this.world.time.now();
		const before = member.told.findLast((each) => each.message === message)?.at ?? -Infinity;
		member.told.push({ at: now, message });
		// Each execution by itself; what n8n could not save is saved again; a published workflow starts afresh.
		if (message.includes('has been running for') || this.world.n8n.hasRefused || before < member.joinedAt) return;
		// A pause that has ended may be followed by another one.
		const worked = member.successes.some(({ endedAt }) => endedAt >= before);
		if (worked && message.startsWith('Paused: ')) return;
		if (now - before < tellAgainMs) this.accuse('told', `${member.id} is told twice: ${message}`);
	}

	/** Whoever has not been able to read the queue for long has been told. */
	checkTold(): void {
		const { ledger, network, process, time } = this.world;
		for (const { id, current, pending, version, versions, joinedAt, told } of ledger.membersOf(process.number)) {
			const { credential } = version;
			if (current === null || pending || credential.movedAt >= 0) continue;
			const publishedAt = versions.at(-1)?.from ?? joinedAt;
			const unavailableSince = credential.leadsTo(network)?.unavailableSince ?? Infinity;
			// An open connection outlives a changed password. Whoever changes the address is told later.
			const couldStillRead = publishedAt - credential.unreadableAt < verifiesWithinMs;
			// A verification of the same credential may have been shared.
			const cannotPublish = credential.brokenSince < publishedAt - verifiesWithinMs && !couldStillRead;
			const cannotSince = cannotPublish ? joinedAt : Math.max(unavailableSince, joinedAt);
			const since = Math.max(cannotSince, credential.renamedAt);
			if (time.now() - since < tellsWithinMs || told.some(({ at }) => at >= since - tellAgainMs)) continue;
			this.accuse('told', `${id} cannot read its queue since ${since}, and nobody has been told`);
		}
	}

	started(member: Member, execution: Execution): Run {
		const { contents, activation } = execution;
		this.world.note(`${member.id} starts ${contents.join(', ')}`);
		for (const fault of faultsOfStart(this.world, member, execution)) {
			const [kind = '', ...text] = fault.split(': ');
			this.accuse(kind, text.join(': '));
		}
		const unwanted = contents.find((content) => !this.#mayRun(member, content));
		if (unwanted !== undefined)
			this.accuse('unwanted', `${member.id} runs ${unwanted}, which is not of its queue or not wanted`);
		const run: Run = { member, execution, version: activation.version, endedAt: null };
		member.running.add(run);
		if (activation.version.options.acknowledge === 'onReceipt') this.#noteDone(member, contents);
		return run;
	}

	ended(run: Run, end: RunEnd): void {
		const { member, execution, version } = run;
		const { contents, truth } = execution;
		const now = this.world.time.now();
		this.world.note(`${member.id}: ${contents.join(', ')} ended: ${truth}, taken for ${end}`);
		run.endedAt = now;
		member.running.delete(run);
		if (truth === 'success') this.#noteDone(member, contents);
		if (end === 'done') member.successes.push({ contents, startedAt: execution.startedAt, endedAt: now });
		if (truth === 'refused') {
			member.refusals.push(now);
			const { ledger, n8n } = this.world;
			const { processNumber } = member;
			for (const { stored, host } of (n8n.databaseAway && ledger.atHand.get(processNumber)) || [])
				if (contents.includes(stored.content))
					this.#refusedIn.set(`${n8n.outages} in ${processNumber} at ${host}`, now);
		}
		if (truth === 'stopped') for (const content of contents) member.stopped.add(content);
		if (isGivenUp(this.world, run)) for (const content of contents) member.late.add(content);
		if (truth !== 'failed' && truth !== 'silent') return;
		this.world.counts.failed++;
		const [content = 0] = contents;
		// A batch says nothing about a single message.
		if (contents.length > 1) return;
		const { count = 0, firstAt = Infinity, lastAt = 0, fewestRetries = Infinity } = member.failures.get(content) ?? {};
		// An edit while it ran may have changed them.
		const versions = this.world.ledger
			.membersOf(member.processNumber)
			.filter(({ workflow }) => workflow === member.workflow)
			.flatMap((each) => each.versions);
		const retries = Math.min(version.options.retries, ...versions.map((each) => each.version.options.retries));
		// A run that was given up may end after later ones.
		member.failures.set(content, {
			count: count + 1,
			firstAt: Math.min(firstAt, now),
			lastAt: Math.max(lastAt, now),
			fewestRetries: Math.min(fewestRetries, retries),
		});
	}

	#noteDone(member: Member, contents: readonly number[]): void {
		for (const content of contents) member.done.set(content, this.world.time.now());
	}

	/** Any of its deliveries here may be the one. */
	#mayRun(member: Member, content: number): boolean {
		return this.world
			.publishedWith(content)
			.some(
				(stored) =>
					wants(member, stored) &&
					(member.version.credential.movedAt >= 0 ||
						member.version.credential.leadsTo(this.world.network)?.queue === stored.queue),
			);
	}
}
