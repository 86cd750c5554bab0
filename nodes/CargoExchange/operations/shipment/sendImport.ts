import type { ExchangeClient, ImportReply } from '../../exchange/client';
import type { ItemContext } from '../../n8n/itemContext';
import type { Existing } from './existingSets';
import { importLogOf } from './importLog';
import type { PreparedImport } from './prepareImport';
import { issue, listOf, type Issue } from './validation/issue';
import { stopIfBlocking } from './validation/validate';

type LookedUp = PreparedImport & { existing: Existing };

/** Imports the shipment unless it is present already or this is a dry run, and gives the item that says what happened. */
export async function sendImport(
	exchange: ExchangeClient,
	prepared: LookedUp,
	context: ItemContext,
): Promise<{ json: Record<string, unknown> }> {
	const { importRef, shipmentRef, existing, body, readable, input } = prepared;
	const { dryRun, validation } = input.options;
	const known = [...prepared.issues, ...existing.issues];
	if (dryRun) {
		const result = resultOf(prepared, { issues: known }, context);
		return { json: { ...result.json, payload: readable(), size: body.length } };
	}
	if (existing.isPresent) return resultOf(prepared, { issues: known }, context);
	const log = importLogOf(context.position.execution);
	const sending = { position: context.position, importRef, shipmentRef };
	const earlier = log.atAnEarlierTry(sending);
	if (earlier && 'doubt' in earlier) throw earlier.doubt;
	if (earlier) {
		const issues = [...known, notSentAgain(earlier.importRef)];
		return resultOf({ ...prepared, importRef: earlier.importRef }, { issues, reply: earlier.reply }, context);
	}
	const repeated = log.hasImported(importRef) ? [sameReference(importRef)] : [];
	const issues = [...known, ...stopIfBlocking(repeated, validation)];
	return resultOf(prepared, { issues, reply: await log.send(exchange, sending, body) }, context);
}

/** How many shipments of an execution show their warnings as hints, and how many warnings each. */
const mostHints = 10;
const mostInHint = 5;

/** The item of one shipment. Its warnings are also shown as a hint in the output panel. */
function resultOf(
	{ importRef, shipmentRef, existing }: LookedUp,
	{ issues, reply }: { issues: readonly Issue[]; reply?: ImportReply },
	{ addHint, position }: ItemContext,
): { json: Record<string, unknown> } {
	if (issues.length > 0) {
		const isShown = importLogOf(position.execution).countHint() <= mostHints;
		if (isShown) addHint(`Shipment ${shipmentRef ?? importRef}: ${listOf(issues, mostInHint)}`);
		else addHint('More shipments have warnings: see "warnings" of each item.');
	}
	return {
		json: {
			imported: reply !== undefined,
			importRef,
			shipmentRef,
			setIds: reply?.setIds ?? existing.setIds,
			warnings: issues,
			httpStatus: reply?.status ?? null,
			response: reply?.response ?? null,
		},
	};
}

function notSentAgain(importRef: string): Issue {
	const advice = 'It was imported by an earlier try of this node and was not sent again.';
	return issue('importRef', importRef, 'notSentAgain', advice, 'note');
}

function sameReference(importRef: string): Issue {
	const advice =
		'Another shipment of this execution was imported with this import reference. Give each its own, for example with an expression.';
	return issue('importRef', importRef, 'importRef', advice);
}
