import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import type { ItemContext } from '../../n8n/itemContext';
import type { InputItem, Result } from '../operation';
import { groupBy } from '../../shipment/structure';
import { findExisting, type Existing } from './existingSets';
import type { ImportInput } from './importParameters';
import { readPdfsOfRows } from './pdfs';
import { prepareImport, type PreparedImport } from './prepareImport';
import { asList } from '../../shipment/rows/columns';
import { named, readSheet, type RowShipment } from '../../shipment/rows/shipments';
import { sendImport } from './sendImport';
import { issue, lineOf, listOf, type Issue } from '../../shipment/issue';
import { InvalidShipment } from '../../shipment/checks/validate';

type Items = ReadonlyArray<InputItem<ImportInput>>;
type Ready = { shipment: RowShipment; prepared: PreparedImport; context: ItemContext };
type Stopped = { shipment: RowShipment; issues: readonly Issue[] };
type Failed = { shipment: RowShipment; failure: unknown };

/**
 * Imports the shipments in the rows of a sheet, one after the other. All of them are read, checked and looked up before the first one is
 * imported; everything that stops one is listed at once, and then nothing is imported, unless failed items are to continue. Parameters are
 * those of a shipment's first row; PDFs are those of all its rows.
 */
export async function* importRows(exchange: ExchangeClient, items: Items): AsyncGenerator<Result> {
	const [first] = items;
	if (!first) return;
	const { timezone, continueOnFail, addHint } = first.context;
	const { decimalSeparator, ignoreColumns } = first.parameters().options;
	const rows = items.map(({ context }) => context.item);
	const all = [...items.keys()];

	const sheet = readSheet(rows, { timezone, decimalSeparator, ignoreColumns });
	if (sheet.shipments.length === 0 && sheet.issues.length === 0)
		addHint('None of the rows contains a shipment, so nothing was imported.');

	const { ready, stopped } = await prepareAll(sheet.shipments, items);
	if (sheet.issues.length > 0 || (stopped.length > 0 && !continueOnFail)) {
		const issues = new Set([...sheet.issues, ...stopped.flatMap((each) => each.issues)]);
		yield { failure: invalidSheet([...issues]), from: all };
		return;
	}
	for (const each of stopped) yield { failure: invalidShipment(each), from: each.shipment.rows };

	const lookedUp: (Ready & { existing: Existing })[] = [];
	const failed: Failed[] = [];
	for (const each of ready) {
		try {
			lookedUp.push({ ...each, existing: await findExisting(exchange, each.prepared, each.context) });
		} catch (failure) {
			failed.push({ shipment: each.shipment, failure });
			// A search that does not work would not work for the others either.
			if (!continueOnFail && !(failure instanceof InvalidInput)) break;
		}
	}
	if (failed.length > 0 && !continueOnFail) {
		yield { failure: failedLookUps(failed), from: all };
		return;
	}
	for (const { shipment, failure } of failed) yield { failure, from: shipment.rows };

	for (const { shipment, prepared, existing, context } of lookedUp) {
		try {
			yield { ...(await sendImport(exchange, prepared, existing, context)), from: shipment.rows };
		} catch (failure) {
			yield { failure, from: shipment.rows };
		}
	}
}

/** Prepares the shipments. Those that cannot be sent are stopped, with everything that has to be corrected. */
async function prepareAll(
	shipments: readonly RowShipment[],
	items: Items,
): Promise<{ ready: Ready[]; stopped: Stopped[] }> {
	const prepared: Ready[] = [];
	const stopped: Stopped[] = [];
	for (const shipment of shipments) {
		const one = await prepareOne(shipment, items);
		if ('prepared' in one) prepared.push(one);
		else stopped.push(one);
	}
	const ready: Ready[] = [];
	for (const group of groupBy(prepared, (each) => each.prepared.importRef).values()) {
		if (group.length === 1) ready.push(...group);
		else stopped.push(...sharedReference(group));
	}
	return { ready, stopped };
}

/** The shipment as it will be sent, or the issues that stop it: those of reading, then those of the checks. */
async function prepareOne(shipment: RowShipment, items: Items): Promise<Ready | Stopped> {
	const { issues, payload, sourceOf, name } = shipment;
	const rows = shipment.rows.map((row) => items[row]).filter((item) => item !== undefined);
	const [first] = rows;
	// A row that belongs to no shipment is not checked as if it were one.
	if (!first || payload['shipmentReference'] === undefined) return { shipment, issues };
	try {
		const prepared = await prepareImport(first.parameters(), shipment, () => readPdfsOfRows(rows));
		return issues.length === 0 ? { shipment, prepared, context: first.context } : { shipment, issues };
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error;
		const { field, message, description } = error;
		const found =
			error instanceof InvalidShipment
				? error.issues
				: [
						issue({
							path: field,
							rule: 'input',
							advice: `${message}. ${description}`,
							severity: 'error',
							source: sourceOf(field) ?? name,
						}),
					];
		// Checks do not count for a cell that cannot be read.
		const unreadable = new Set(issues.map(({ source }) => source));
		const further = found.filter(({ source }) => source === undefined || !unreadable.has(source));
		return { shipment, issues: [...issues, ...further.map((one) => ({ source: `${name}, ${one.path}`, ...one }))] };
	}
}

function sharedReference(group: readonly Ready[]): Stopped[] {
	const advice =
		"Several shipments have this import reference, but it must be unique. Give each its own, in a column Import Reference or with an expression such as {{ $json['Shipment Reference'] }}.";
	const names = named(group.map(({ shipment }) => shipment.name));
	const shared = issue({
		path: 'importRef',
		value: group[0]?.prepared.importRef,
		rule: 'importRef',
		advice,
		severity: 'error',
		source: names,
	});
	return group.map(({ shipment }) => ({ shipment, issues: [shared] }));
}

/** One error for all shipments that are present already, or may be, each with its row; or that of a search that does not work. */
function failedLookUps(failed: readonly Failed[]): unknown {
	const issues: Issue[] = [];
	for (const { shipment, failure } of failed) {
		if (!(failure instanceof InvalidInput)) return failure;
		const source = sourceOfReference(shipment);
		if (failed.length === 1) return failure.withHint(`See ${source}.`);
		issues.push(issue({ path: '', rule: 'alreadyThere', advice: `${failure.message}.`, severity: 'warning', source }));
	}
	return new InvalidInput({
		field: 'ifPresent',
		message: `${failed.length} shipments of the sheet are already in the exchange, or may be; nothing was imported`,
		description: `${listOf(issues, mostListed)}\nTo import the others, set "If Present" to "Skip". To import all of them again, set it to "Import Anyway".`,
	});
}

function sourceOfReference({ sourceOf, name }: RowShipment): string {
	return sourceOf('shipmentReference') ?? name;
}

/** How many corrections a list names, and a sentence. */
const mostListed = 100;
const mostInSentence = 10;

/** Everything that has to be corrected in a sheet, with rows and columns, and the value of Ignore Columns that leaves out unknown columns. */
function invalidSheet(issues: readonly Issue[]): InvalidInput {
	const [first] = issues;
	const unknown = issues.filter(({ rule }) => rule === 'unknownColumn').map(({ path }) => path);
	const hints = [
		...(unknown.length > 0 ? [`To ignore the unknown columns, copy this into Ignore Columns: ${asList(unknown)}`] : []),
		...(issues.some(({ rule }) => rule === 'unplaceable') ? [fillDown] : []),
	];
	const isOne = issues.length === 1;
	return new InvalidInput({
		field: first?.path ?? 'items',
		message: first && isOne ? lineOf(first) : `The sheet needs ${issues.length} corrections; nothing was imported`,
		description: [isOne ? 'Nothing was imported.' : listOf(issues, mostListed), ...hints].join('\n'),
	});
}

/** The same for one shipment, in one sentence: a failed item has no description. */
function invalidShipment({ shipment: { name }, issues }: Stopped): InvalidInput {
	const { field, description, message } = invalidSheet(issues);
	if (issues.length === 1) return new InvalidInput({ field, message, description });
	const list = listOf(issues, mostInSentence).replaceAll('\n', ' ');
	const sentence = `${name} needs ${issues.length} corrections and was not imported: ${list}`;
	return new InvalidInput({ field, message: sentence, description });
}

const fillDown =
	'To fill empty cells with the value above them in Excel: unmerge the cells, select the column, choose Home > Find & Select > Go To Special > Blanks, type = and the up arrow, and press Ctrl+Enter.';
