import { cachePer } from '../../concurrency';
import type { ImportReply } from '../../exchange/client';
import type { ItemContext } from '../../n8n/itemContext';
import { asShown } from '../../shipment/checks/verdict';
import { draftOf } from '../../shipment/draft';
import { issue, listOf, type Issue } from '../../shipment/issue';
import { summaryOf } from '../../shipment/summary';
import { safeName } from '../document/fileName';
import type { PreparedImport } from './prepareImport';

/** What became of a shipment. `notKnown`: another execution is sending it. `reply`: the exchange's, if there is one. */
export type Ended = {
	prepared: PreparedImport;
	outcome: 'imported' | 'dryRun' | 'skipped' | 'notKnown';
	setIds: readonly string[];
	issues: readonly Issue[];
	reply: { status: number | null; response: ImportReply['response'] } | null;
};

/** The item that says what happened. Its warnings are also shown as a hint in the output panel. */
export async function resultItem({ prepared, outcome, setIds, issues, reply }: Ended, context: ItemContext) {
	const { importRef, shipmentRef, body, pdfNames, fromProfile, input } = prepared;
	const { dryRun } = input;
	if (dryRun) context.addHint(`${dryRunOnly} To import, switch off "Dry Run".`);
	const notes = asShown([...prepared.issues, ...issues], context.isTool);
	const warnings = context.isTool && dryRun ? [...notes, askAPerson] : notes;
	if (warnings.length > 0) {
		const isShown = ++hintsOf(context.position.execution).count <= mostHints;
		if (isShown) context.addHint(`Shipment ${shipmentRef ?? importRef}: ${listOf(warnings, mostInHint)}`);
		else context.addHint('More shipments have warnings: see the field "warnings" of each item.');
	}
	const json = {
		...{ outcome, imported: outcome === 'imported', importRef, shipmentRef, setIds, warnings },
		...{ httpStatus: reply?.status ?? null, response: reply?.response ?? null },
	};
	if (!dryRun) return { json };
	const payload = body.readable();
	const draft = await context.storeFile({
		content: Buffer.from(draftOf({ payload, notes: warnings, pdfNames, fromProfile })),
		fileName: `${safeName(shipmentRef ?? importRef)} draft.html`,
		mimeType: 'text/html',
	});
	return { json: { ...json, payload, size: body.length, summary: summaryOf(payload) }, binary: { draft } };
}

/** How many shipments of an execution show their warnings as hints, and how many warnings each. */
const mostHints = 10;
const mostInHint = 5;
const hintsOf = cachePer<{ count: number }, object>(() => ({ count: 0 }));

const dryRunOnly = 'Nothing was imported: this was a dry run.';
const askAPerson = {
	...note('dryRun', `${dryRunOnly} To import the shipment, a person has to switch off "Dry Run" in this tool.`),
	...{ path: 'dryRun', value: true },
};

/** Something worth knowing about what the exchange did. */
export function note(rule: string, advice: string): Issue {
	return issue({ path: 'response', rule, advice, severity: 'note' });
}
