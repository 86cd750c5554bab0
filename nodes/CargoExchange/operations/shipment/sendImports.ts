import { cachePer } from '../../concurrency';
import { ImportOutcomeUnknown } from '../../errors';
import type { ExchangeClient, ImportReply } from '../../exchange/client';
import type { ItemContext } from '../../n8n/itemContext';
import { acceptIssues } from '../../shipment/accept';
import { notesOf } from '../../shipment/checks/verdict';
import { issue, type Issue } from '../../shipment/issue';
import type { Result } from '../operation';
import { inDoubt, missingBills, withoutThisOne, withOthers } from './doubt';
import { asKnown, lookBefore, withKnown, withoutLook, type Look } from './existingSets';
import { type Ended, note, resultItem } from './importItem';
import { enterImport, importKey, type ImportOutcome } from './importRegister';
import type { PreparedImport, Sought } from './prepareImport';
import { isNewTo, listed, lookForImport, type LookAfter } from './shipmentSets';

/** A shipment to import. `name`: for messages. `from`: its input items. */
export type Candidate = {
	name: () => string;
	from: readonly number[];
	context: ItemContext;
	prepare: () => Promise<Ready>;
};

type Ready = { prepared: PreparedImport; look: Look };

/** A shipment that was sent and whose response does not confirm it. `doubt`: what to throw if the search does not show it. */
type Unconfirmed = Pick<Ended, 'prepared' | 'issues'> & {
	key: string;
	before: Look['before'];
	reply: ImportReply | null;
	doubt: ImportOutcomeUnknown;
	settle: (outcome: ImportOutcome) => Promise<void>;
};

/** What became of the shipments that the node sent in a run, which n8n may try again ("Retry On Fail"). */
const triesOf = cachePer<Map<string, Ended | Unconfirmed>, object>(() => new Map());
/** The import references of the shipments that were imported in an execution of the workflow. */
const importedOf = cachePer<Set<string>, object>(() => new Set());

/** A look-up older than this may not show what others have imported since. */
const lookUpLastsMs = 10 * 60_000;

/**
 * Imports the shipments, one after the other, and then searches for all that their responses do not confirm. Unless failed items continue,
 * the first one that fails, or whose response is unclear and which the search does not show, is the last one that is sent.
 */
export async function* sendAll(exchange: ExchangeClient, candidates: readonly Candidate[]): AsyncGenerator<Result> {
	const sent: { candidate: Candidate; end: Ended | Unconfirmed | Failed }[] = [];
	const confirmAll = async (isWanted: (end: Unconfirmed) => boolean) => {
		const confirmOne = async (one: (typeof sent)[number]) => {
			if ('doubt' in one.end) one.end = await confirm(exchange, one.end, one.candidate.context).catch(failed);
		};
		await Promise.all(sent.filter(({ end }) => 'doubt' in end && isWanted(end)).map(confirmOne));
	};
	for (const candidate of candidates) {
		const { context, prepare } = candidate;
		const isOver = () => !context.continueOnFail && sent.some(({ end }) => isUnclear(end));
		if (isOver()) break;
		const ready = await prepare().catch(failed);
		// A search for one that was sent must not show the sets of this one.
		if ('look' in ready) await confirmAll(({ key }) => key === ready.look.key);
		if (isOver()) break;
		const end = 'failure' in ready ? ready : await sendOne(exchange, ready, context).catch(failed);
		sent.push({ candidate, end });
		// If the search shows it, the others are sent, too.
		if (isOver()) await confirmAll((each) => each === end);
	}
	await confirmAll(() => true);
	const unsent = candidates.slice(sent.length).map(({ name }) => name());
	for (const [index, { candidate, end }] of sent.entries()) {
		const { from, context } = candidate;
		const sentOne = 'doubt' in end ? failed(end.doubt) : end;
		const result = 'failure' in sentOne ? sentOne : await resultItem(sentOne, context).catch(failed);
		if (!('failure' in result) || context.continueOnFail) yield { ...result, from };
		else {
			const later = sent
				.slice(index + 1)
				.flatMap(({ candidate: { name }, end }) => ('failure' in end ? [`${name()}: ${messageOf(end.failure)}`] : []));
			const imported = [...importedOf(context.position.execution)];
			yield { failure: withOthers(result.failure, { imported, failed: later, unsent }), from };
		}
	}
}

type Failed = { failure: unknown };

function isUnclear(end: Ended | Unconfirmed | Failed): boolean {
	return 'failure' in end || ('doubt' in end && end.reply?.sign !== null);
}

function failed(failure: unknown): Failed {
	return { failure };
}

function messageOf(failure: unknown): string {
	return failure instanceof Error ? failure.message : String(failure);
}

/** Looks whether the shipment is there, unless an earlier try of the node sent it. */
export async function lookUp(exchange: ExchangeClient, sought: Sought, context: ItemContext): Promise<Look> {
	const key = importKey(exchange, sought, context.position);
	const { tries, place } = tryOf(key, context);
	return tries.has(place) ? withoutLook(key) : await lookBefore(exchange, sought, key, context);
}

function tryOf(key: string, { position: { run, itemIndex } }: ItemContext) {
	return { tries: triesOf(run), place: `${itemIndex} ${key}` };
}

/** Sends the shipment, unless it is there, this is a dry run, or an earlier try of the node or another execution has sent it. */
async function sendOne(
	exchange: ExchangeClient,
	{ prepared, look: found }: Ready,
	context: ItemContext,
): Promise<Ended | Unconfirmed> {
	const { importRef, body, bills, input } = prepared;
	const { key } = found;
	if (input.dryRun) {
		const { setIds, issues } = found.unsent ?? { setIds: [], issues: [] };
		return { prepared, outcome: 'dryRun', setIds, issues: [...found.issues, ...issues], reply: null };
	}
	const { tries, place } = tryOf(key, context);
	const earlier = tries.get(place);
	if (earlier) return { ...earlier, issues: [...earlier.issues, notSentAgain] };
	const isOld = performance.now() - found.atMs > lookUpLastsMs;
	const look = isOld ? await lookBefore(exchange, prepared, key, context) : found;
	if (look.unsent) return { prepared, ...look.unsent, reply: null };

	const { validation, acceptValues, waitSeconds } = input.options;
	const imported = importedOf(context.position.execution);
	const repeated = acceptIssues(imported.has(importRef) ? [sameReference(importRef)] : [], acceptValues);
	const issues = [...look.issues, ...notesOf(repeated, validation)];
	// What another credential of the same user imported is shown to this one only if its password is right.
	await exchange.logIn();
	const { known, end: settle } = await enterImport(key, prepared, context);
	if (settle === null) return { prepared, ...asKnown(prepared, known, context), reply: null };
	const before = withKnown(look, known);
	const keep = <Sent extends Ended | Unconfirmed>(sent: Sent): Sent => {
		tries.set(place, sent);
		return sent;
	};
	try {
		const reply = await exchange.importShipment(importRef, body);
		const setIds = reply.setIds.filter(isNewTo(before));
		if (reply.sign !== null || (setIds.length < bills && waitSeconds > 0))
			return keep({ prepared, issues, key, before, reply, doubt: reply.doubt, settle });
		await settle({ setIds, bills });
		imported.add(importRef);
		const notes = setIds.length === 0 ? [noSetId] : [];
		return keep({ prepared, outcome: 'imported', setIds, issues: [...issues, ...notes], reply });
	} catch (thrown) {
		if (thrown instanceof ImportOutcomeUnknown)
			return keep({ prepared, issues, key, before, reply: null, doubt: thrown, settle });
		await settle('nothing');
		throw thrown;
	}
}

/** What the search says about a shipment that was sent. Throws ImportOutcomeUnknown unless it shows all of it, or the response was an empty success. */
async function confirm(exchange: ExchangeClient, sent: Unconfirmed, context: ItemContext): Promise<Ended> {
	const { prepared, issues, key, before, reply, doubt, settle } = sent;
	const { importRef, bills } = prepared;
	const look = await lookForImport(exchange, prepared, before, context).catch(async (error: unknown) => {
		await settle('notKnown');
		throw error;
	});
	const setIds = [...look.sets.keys()];
	const isWhole = setIds.length >= bills;
	if (!isWhole && (setIds.length > 0 || reply?.isEmpty !== true || reply.sign !== null)) {
		const named = reply?.sign === null ? reply.setIds.filter(isNewTo([...(before ?? []), ...setIds])) : [];
		const known = [...setIds, ...named];
		// What is there in part is never sent as a whole again.
		await settle(known.length > 0 ? { setIds: known, bills: known.length } : 'notKnown');
		const error = notConfirmed(sent, look);
		throw known.length > 0 ? withoutThisOne(error) : inDoubt(error, 0, context.timezone);
	}
	await settle({ setIds, bills });
	importedOf(context.position.execution).add(importRef);
	const unclear = reply?.sign === null ? [] : [unclearResponse(doubt)];
	const notes = isWhole ? unclear : [note('notVisible', `${notVisible} ${look.why}`)];
	const answer = reply ?? { status: doubt.status, response: null };
	const ended: Ended = { prepared, outcome: 'imported', setIds, issues: [...issues, ...notes], reply: answer };
	const { tries, place } = tryOf(key, context);
	tries.set(place, ended);
	return ended;
}

function notConfirmed({ prepared, doubt }: Unconfirmed, { sets, mayBeMore, why }: LookAfter): ImportOutcomeUnknown {
	const { call, status, serviceMessage, cause } = doubt;
	const { shipmentRef, bills } = prepared;
	const least = mayBeMore ? 'at least' : 'only';
	const partly = `The exchange shows ${least} ${sets.size} of ${bills} bills of lading of the shipment ${shipmentRef ?? ''} after its import`;
	const texts =
		sets.size === 0
			? { message: doubt.message, description: `${doubt.description} ${why}`.trim() }
			: { message: `${partly}${listed(sets)}`, ...missingBills('Nothing was sent again.') };
	return new ImportOutcomeUnknown({ call, status, serviceMessage, cause, ...texts });
}

const notSentAgain = note('notSentAgain', 'It was sent by an earlier attempt of this node and was not sent again.');
const noSetId = note('noSetId', 'The response has no set ID. To find the sets, search for the shipment reference.');
const notVisible = 'The exchange reported success, but its search does not show the sets yet.';

function unclearResponse({ status, serviceMessage }: ImportOutcomeUnknown): Issue {
	const answer = status === null ? 'There was no complete response' : `The response with status ${status} was unclear`;
	const quote = serviceMessage === null ? '' : ` (${serviceMessage})`;
	return note('unclearResponse', `${answer}${quote}, but the search shows the shipment.`);
}

function sameReference(importRef: string): Issue {
	const advice =
		'Another shipment of this execution was imported with this import reference. Give each its own, for example with an expression.';
	return issue({ path: 'importRef', value: importRef, rule: 'importRef', advice });
}
