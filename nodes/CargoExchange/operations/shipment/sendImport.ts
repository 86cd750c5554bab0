import type { ExchangeClient, ImportReply } from '../../exchange/client';
import type { ItemContext } from '../../n8n/itemContext';
import type { Result } from '../operation';
import { ImportOutcomeUnknown } from '../../errors';
import { claimImport, type Existing } from './existingSets';
import { cachePer } from '../../concurrency';
import { importLogOf } from './importLog';
import { importKey, type ImportOutcome } from './importRegister';
import type { PreparedImport } from './prepareImport';
import { draftOf } from '../../shipment/draft';
import { summaryOf } from '../../shipment/summary';
import { safeName } from '../document/fileName';
import { issue, listOf, type Issue } from '../../shipment/issue';
import { acceptIssues, asShown, notesOf } from '../../shipment/checks/verdict';

/** How many shipments of an execution show their warnings as hints, and how many warnings each. */
const mostHints = 10;
const mostInHint = 5;
const hintsOf = cachePer<{ count: number }, object>(() => ({ count: 0 }));

/**
 * Imports the shipment unless it is present already or this is a dry run, and gives the item that says what happened. Its warnings are also
 * shown as a hint in the output panel.
 */
export async function sendImport(
	exchange: ExchangeClient,
	prepared: PreparedImport,
	existing: Existing,
	context: ItemContext,
): Promise<Result & { json: Record<string, unknown> }> {
	const { shipmentRef, body, pdfNames, input } = prepared;
	const { dryRun } = input;
	if (dryRun) context.addHint(`${dryRunOnly} To import, switch off "Dry Run".`);
	const isSent = !dryRun && !existing.isPresent;
	const sent = isSent ? await sendOnce(exchange, prepared, existing, context) : notSent(prepared, existing);
	const { importRef, reply, setIds } = sent;
	const warnings = asShown([...prepared.issues, ...sent.issues, ...(dryRun && context.isTool ? [askAPerson] : [])]);
	if (warnings.length > 0) {
		const isShown = ++hintsOf(context.position.execution).count <= mostHints;
		if (isShown) context.addHint(`Shipment ${shipmentRef ?? importRef}: ${listOf(warnings, mostInHint)}`);
		else context.addHint('More shipments have warnings: see the field "warnings" of each item.');
	}
	const json = {
		...{ imported: reply !== null, importRef, shipmentRef, setIds, warnings },
		...{ httpStatus: reply?.status ?? null, response: reply?.response ?? null },
	};
	if (!dryRun) return { json };
	const payload = body.readable();
	const draft = await context.storeFile({
		content: Buffer.from(draftOf({ payload, notes: warnings, pdfNames })),
		fileName: `${safeName(shipmentRef ?? importRef)} draft.html`,
		mimeType: 'text/html',
	});
	return { json: { ...json, payload, size: body.length, summary: summaryOf(payload) }, binary: { draft } };
}

/** What became of a shipment. `reply`: null if it was not sent, by this try of the node or an earlier one. */
type Sent = {
	importRef: string;
	reply: ImportReply | null;
	setIds: readonly string[];
	issues: readonly Issue[];
};

function notSent({ importRef }: PreparedImport, { setIds, issues }: Existing): Sent {
	return { importRef, reply: null, setIds, issues };
}

function answered(importRef: string, reply: ImportReply, issues: readonly Issue[]): Sent {
	const notes = reply.notes.map((rule) =>
		issue({ path: 'response', rule, advice: aboutReply[rule], severity: 'note' }),
	);
	return { importRef, reply, setIds: reply.setIds, issues: [...issues, ...notes] };
}

const aboutReply: Record<ImportReply['notes'][number], string> = {
	noSetId: 'The response has no set ID. To find the sets, search for the shipment reference.',
	queued: 'The exchange has accepted the shipment, but imports it later. Check later whether it is there.',
};

/** Sends the shipment, unless an earlier try of the node or another execution of this process has done so. */
async function sendOnce(
	exchange: ExchangeClient,
	prepared: PreparedImport,
	existing: Existing,
	context: ItemContext,
): Promise<Sent> {
	const { importRef, body, input } = prepared;
	const { position } = context;
	const key = importKey(exchange, prepared, position);
	const log = importLogOf(position.execution);
	const earlier = log.atAnEarlierTry(position, key);
	if (earlier && 'doubt' in earlier) throw earlier.doubt;
	if (earlier) return answered(earlier.importRef, earlier.reply, [...existing.issues, notSentAgain(earlier.importRef)]);
	const { validation, acceptValues } = input.options;
	const repeated = acceptIssues(log.hasImported(importRef) ? [sameReference(importRef)] : [], acceptValues);
	const issues = [...existing.issues, ...notesOf(repeated, validation)];
	try {
		const claimed = await claimImport(exchange, prepared, existing, context);
		if (typeof claimed !== 'function') return notSent(prepared, claimed);
		if (context.isQueueMode && input.ifPresent !== 'import') context.addHint(inQueueMode);
		const reply = await sendAs(claimed, prepared.bills, () => exchange.importShipment(importRef, body));
		log.keep(position, key, { importRef, reply });
		return answered(importRef, reply, issues);
	} catch (thrown) {
		const error = log.afterImports(thrown);
		if (error instanceof ImportOutcomeUnknown) log.keep(position, key, { doubt: error });
		throw error;
	}
}

/** Sends what was entered in the register, and enters the outcome. */
async function sendAs(
	settle: (outcome: ImportOutcome) => void,
	bills: number,
	send: () => Promise<ImportReply>,
): Promise<ImportReply> {
	let outcome: ImportOutcome = 'refused';
	try {
		const reply = await send();
		outcome = { setIds: reply.setIds, bills };
		return reply;
	} catch (thrown) {
		if (thrown instanceof ImportOutcomeUnknown) outcome = 'notKnown';
		throw thrown;
	} finally {
		settle(outcome);
	}
}

const dryRunOnly = 'Nothing was imported: this was a dry run.';
const askAPerson = issue({
	path: 'dryRun',
	value: true,
	rule: 'dryRun',
	advice: `${dryRunOnly} To import the shipment, a person has to switch off "Dry Run" in this tool.`,
	severity: 'note',
});

const inQueueMode =
	'n8n runs in queue mode, and its workers do not know what the others are importing. "If Shipment Exists" cannot prevent two executions from importing a shipment at the same time: make sure that only one does.';

function notSentAgain(importRef: string): Issue {
	const advice = 'It was imported by an earlier attempt of this node and was not sent again.';
	return issue({ path: 'importRef', value: importRef, rule: 'notSentAgain', advice, severity: 'note' });
}

function sameReference(importRef: string): Issue {
	const advice =
		'Another shipment of this execution was imported with this import reference. Give each its own, for example with an expression.';
	return issue({ path: 'importRef', value: importRef, rule: 'importRef', advice });
}
