import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import type { ItemContext } from '../../n8n/itemContext';
import type { InputItem, Result } from '../operation';
import { groupBy } from './convert/structure';
import { findExisting, type Existing } from './existingSets';
import type { ImportInput } from './importFields';
import { readPdfsOfRows } from './pdfs';
import { prepareImport, type PreparedImport } from './prepareImport';
import { asList } from './rows/columns';
import { named, readSheet, type RowShipment } from './rows/shipments';
import { sendImport } from './sendImport';
import { issue, lineOf, listOf, type Issue } from './validation/issue';
import { InvalidShipment } from './validation/validate';

type Items = ReadonlyArray<InputItem<ImportInput>>;
type Ready = { shipment: RowShipment; prepared: PreparedImport; context: ItemContext };
type LookedUp = Ready & { prepared: { existing: Existing } };
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

	const { lookedUp, failed } = await lookUpAll(exchange, ready, continueOnFail);
	if (failed.length > 0 && !continueOnFail) {
		yield { failure: failedLookUps(failed), from: all };
		return;
	}
	for (const { shipment, failure } of failed) yield { failure, from: shipment.rows };

	for (const { shipment, prepared, context } of lookedUp) {
		try {
			yield { ...(await sendImport(exchange, prepared, context)), from: shipment.rows };
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
		// A row that belongs to no shipment is not checked as if it were one.
		const isPlaced = shipment.payload['shipmentReference'] !== undefined;
		const found = isPlaced ? await prepareOne(shipment, items) : [];
		if ('prepared' in found && shipment.issues.length === 0) prepared.push(found);
		else stopped.push(stoppedWith(shipment, 'prepared' in found ? [] : found));
	}
	const byRef = [...groupBy(prepared, (each) => each.prepared.importRef).values()];
	return {
		ready: byRef.flatMap((group) => (group.length === 1 ? group : [])),
		stopped: [...stopped, ...byRef.flatMap((group) => (group.length === 1 ? [] : sharedReference(group)))],
	};
}

/** The shipment as it will be sent, or the issues that stop it. */
async function prepareOne(shipment: RowShipment, items: Items): Promise<Ready | readonly Issue[]> {
	const rows = shipment.rows.map((row) => items[row]).filter((item) => item !== undefined);
	const [first] = rows;
	if (!first) throw new RangeError('A shipment has no rows');
	try {
		const prepared = await prepareImport(first.parameters(), shipment, () => readPdfsOfRows(rows));
		const issues = prepared.issues.map(located(shipment));
		return { shipment, prepared: { ...prepared, issues }, context: first.context };
	} catch (error) {
		if (error instanceof InvalidShipment) return error.issues;
		if (!(error instanceof InvalidInput)) throw error;
		const advice = `${error.message}. ${error.description}`;
		const source = shipment.sourceOf(error.field) ?? shipment.name;
		return [{ ...issue(error.field, undefined, 'input', advice, 'error'), source }];
	}
}

/** An issue with the row and column of its value, if it has one. */
function located({ sourceOf }: RowShipment): (found: Issue) => Issue {
	return (found) => {
		const source = sourceOf(found.path);
		return source === undefined ? found : { ...found, source };
	};
}

/** The issues of reading before those of the checks, which do not count for a cell that cannot be read. */
function stoppedWith(shipment: RowShipment, found: readonly Issue[]): Stopped {
	const { name, issues } = shipment;
	const sources = new Set(issues.map(({ source }) => source));
	const further = found
		.map(located(shipment))
		.filter(({ source }) => source === undefined || !sources.has(source))
		.map((one) => ({ ...one, source: one.source ?? `${name}, ${one.path}` }));
	return { shipment, issues: [...issues, ...further] };
}

function sharedReference(group: readonly Ready[]): Stopped[] {
	const advice =
		"Several shipments have this import reference, but it must be unique. Give each its own, in a column Import Reference or with an expression such as {{ $json['Shipment Reference'] }}.";
	const shared = {
		...issue('importRef', group[0]?.prepared.importRef, 'importRef', advice, 'error'),
		source: named(group.map(({ shipment }) => shipment.name)),
	};
	return group.map(({ shipment }) => ({ shipment, issues: [shared] }));
}

/** Looks all shipments up. Without `continueOnFail` a search that does not work ends it: it would not work for the others either. */
async function lookUpAll(
	exchange: ExchangeClient,
	ready: readonly Ready[],
	continueOnFail: boolean,
): Promise<{ lookedUp: LookedUp[]; failed: Failed[] }> {
	const lookedUp: LookedUp[] = [];
	const failed: Failed[] = [];
	for (const { shipment, prepared, context } of ready) {
		try {
			const existing = await findExisting(exchange, prepared, context);
			lookedUp.push({ shipment, prepared: { ...prepared, existing }, context });
		} catch (failure) {
			if (!continueOnFail && !(failure instanceof InvalidInput)) return { lookedUp, failed: [{ shipment, failure }] };
			failed.push({ shipment, failure });
		}
	}
	return { lookedUp, failed };
}

/** One error for all shipments that are present already, or may be, each with its row. */
function failedLookUps(failed: readonly Failed[]): unknown {
	const issues = failed.flatMap(({ shipment, failure }) =>
		failure instanceof InvalidInput
			? [{ ...issue('', undefined, 'alreadyThere', `${failure.message}.`), source: sourceOfReference(shipment) }]
			: [],
	);
	const [first] = failed;
	if (failed.length === 1 || issues.length === 0)
		return first?.failure instanceof InvalidInput
			? first.failure.withHint(`See ${sourceOfReference(first.shipment)}.`)
			: first?.failure;
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
