import type { ExchangeClient, ImportReply } from '../../exchange/client';
import type { ItemContext } from '../../n8n/itemContext';
import type { Existing } from './existingSets';
import { importLogOf } from './importLog';
import type { PreparedImport } from './prepareImport';
import { issue, listOf, type Issue } from '../../shipment/issue';
import { stopIfBlocking } from '../../shipment/checks/validate';

/** How many shipments of an execution show their warnings as hints, and how many warnings each. */
const mostHints = 10;
const mostInHint = 5;

/**
 * Imports the shipment unless it is present already or this is a dry run, and gives the item that says what happened. Its warnings are also
 * shown as a hint in the output panel.
 */
export async function sendImport(
	exchange: ExchangeClient,
	prepared: PreparedImport,
	existing: Existing,
	{ position, addHint }: ItemContext,
): Promise<{ json: Record<string, unknown> }> {
	const { importRef, shipmentRef, body, input } = prepared;
	const { dryRun, validation } = input.options;
	const log = importLogOf(position.execution);
	const warnings = [...prepared.issues, ...existing.issues];
	let sent: { importRef: string; reply?: ImportReply } = { importRef };
	if (!dryRun && !existing.isPresent) {
		const sending = { position, importRef, shipmentRef };
		const earlier = log.atAnEarlierTry(sending);
		if (earlier && 'doubt' in earlier) throw earlier.doubt;
		if (earlier) warnings.push(notSentAgain(earlier.importRef));
		else if (log.hasImported(importRef)) warnings.push(...stopIfBlocking([sameReference(importRef)], validation));
		sent = earlier ?? { importRef, reply: await log.send(exchange, sending, body) };
	}
	if (warnings.length > 0) {
		const isShown = log.countHint() <= mostHints;
		if (isShown) addHint(`Shipment ${shipmentRef ?? sent.importRef}: ${listOf(warnings, mostInHint)}`);
		else addHint('More shipments have warnings: see "warnings" of each item.');
	}
	const { reply } = sent;
	return {
		json: {
			imported: reply !== undefined,
			importRef: sent.importRef,
			shipmentRef,
			setIds: reply?.setIds ?? existing.setIds,
			warnings,
			httpStatus: reply?.status ?? null,
			response: reply?.response ?? null,
			...(dryRun ? { payload: body.readable(), size: body.length } : {}),
		},
	};
}

function notSentAgain(importRef: string): Issue {
	const advice = 'It was imported by an earlier try of this node and was not sent again.';
	return issue({ path: 'importRef', value: importRef, rule: 'notSentAgain', advice, severity: 'note' });
}

function sameReference(importRef: string): Issue {
	const advice =
		'Another shipment of this execution was imported with this import reference. Give each its own, for example with an expression.';
	return issue({ path: 'importRef', value: importRef, rule: 'importRef', advice });
}
