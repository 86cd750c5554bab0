import { setImmediate } from 'node:timers/promises';
import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import type { ItemContext } from '../../n8n/itemContext';
import { referenceKey } from '../../lookup/findSets';
import type { InputItem, Result } from '../operation';
import type { Profile } from '../../schemas/profile';
import { acceptIssues } from '../../shipment/accept';
import { InvalidShipment, stoppingIssues } from '../../shipment/checks/verdict';
import { isEmpty } from '../../shipment/fields/parsePayload';
import { issue, type Issue } from '../../shipment/issue';
import type { Correction } from '../../shipment/sheet/corrections';
import { listNames } from '../../shipment/sheet/issues';
import { readSheet, type SheetReading } from '../../shipment/sheet/readSheet';
import { numberInSheet } from '../../shipment/sheet/rowName';
import type { RowShipment } from '../../shipment/sheet/shipments';
import { withOthers } from './doubt';
import type { Look } from './existingSets';
import type { ImportInput } from './importParameters';
import { modeOf, noRowsForTool, noShipment, wrongMode } from './inputMode';
import { readPdfsOfRows } from './pdfs';
import { billsIn, inputIssue, prepareImport, type PreparedImport, type Sought } from './prepareImport';
import { lookUp, sendAll } from './sendImports';
import {
	correctionFields,
	correctionsOf,
	ifEarlierWasWrong,
	invalidSheet,
	invalidShipment,
	presentShipments,
	rowNumbers,
	type SheetFacts,
} from './sheetErrors';

type Items = ReadonlyArray<InputItem<ImportInput>>;
/** A shipment of the sheet to look for, and one that can be sent. */
type Wanted = { shipment: RowShipment; sought: Sought; context: ItemContext };
type Ready = Wanted & { sought: PreparedImport };
type Stopped = { shipment: RowShipment; issues: readonly Issue[] };
/** The look-up has stopped it. */
type Failed = { shipment: RowShipment; failure: unknown };

/**
 * Imports the shipments in the rows of a sheet, one after the other. All of them are read, checked and looked up before the first one is
 * imported; everything that stops one is listed at once, as an error or as items, and then nothing is imported, unless failed items are to
 * continue. Parameters are those of a shipment's first row; PDFs are those of all its rows.
 */
export async function* importRows(exchange: ExchangeClient, items: Items): AsyncGenerator<Result> {
	const [first] = items;
	if (!first) return;
	const { timezone, continueOnFail, isTool, addHint } = first.context;
	const { columns, options, ifPresent } = first.parameters();
	const isSkipping = ifPresent === 'skip';
	const rows = items.map(({ context }) => context.item);
	const all = [...items.keys()];
	const mode = modeOf(first.context.item) ?? 'rows';
	if (mode !== 'rows') {
		yield { failure: wrongMode('rows', mode), from: all };
		return;
	}

	const sheet = await inPieces(readSheet(rows, { ...options, columns, timezone }));
	if (sheet.shipments.length === 0 && sheet.issues.length === 0) {
		// The model of an agent reads no hints.
		if (isTool) yield { failure: noRowsForTool(), from: all };
		else addHint(`${noShipment}.`);
		return;
	}

	const areItems = options.onCorrections === 'items';
	const isWhole = areItems || !continueOnFail;
	const { stops, notes } = judged(sheet.issues, options);
	const { ready, stopped } = await prepareAll(exchange, withNotes(sheet.shipments, notes), items);
	const isCounted = rows.some((row) => numberInSheet(row) === undefined);
	if (isCounted && ready.some(({ sought }) => sought.issues.length > 0)) addHint(rowNumbers);
	if (stops.length > 0 || (stopped.length > 0 && isWhole)) {
		const stopping = [...new Set([...stops, ...stopped.flatMap((each) => each.issues)])];
		const found = stopping.filter((each) => !mayBeUnknown(each, stops, sheet));
		const named = stopped.flatMap(({ shipment }) => wantedOf(shipment, items));
		const { failed } = await lookUpAll<Wanted>(exchange, [...ready, ...named]);
		const present = failed.flatMap(presentIssue);
		const absent = notes.filter(({ rule }) => rule === 'no such column');
		const facts = { present, isCounted, filled: sheet.filled, isSkipping, absent };
		if (areItems) yield* correctionItems(correctionsOf(found, facts), sheet, first.context, all);
		else yield { failure: invalidSheet(found, facts), from: all };
		return;
	}
	for (const { shipment, issues } of stopped)
		yield { failure: invalidShipment(shipment.name, issues), from: indexesOf(shipment) };

	const { lookedUp, failed } = await lookUpAll(exchange, ready);
	const present = failed.flatMap(presentIssue);
	if (areItems && failed.length > 0 && present.length === failed.length) {
		yield* correctionItems(correctionsOf([], { present }), sheet, first.context, all);
		return;
	}
	if (failed.length > 0 && isWhole) {
		const unsent = lookedUp.filter(({ look }) => look.unsent === null).map(nameOf);
		yield { failure: failedLookUps(failed, unsent, { isSkipping, isCounted }), from: all };
		return;
	}
	for (const { shipment, failure } of failed) yield { failure, from: indexesOf(shipment) };

	const candidates = lookedUp.map(({ shipment, sought, look, context }) => ({
		...{ name: () => nameOf({ shipment }), from: indexesOf(shipment), context },
		prepare: () => Promise.resolve({ prepared: sought, look }),
	}));
	yield* sendAll(exchange, candidates);
}

/** An item for each correction, paired with its rows; with all of them if it is about the whole sheet. */
function* correctionItems(
	corrections: readonly Correction[],
	{ keys }: SheetReading,
	{ addHint, isTool }: ItemContext,
	all: readonly number[],
): Generator<Result> {
	addHint('Nothing was imported: the sheet needs corrections, which are the output.');
	for (const correction of corrections) {
		const fields = correctionFields(correction, keys);
		const from = correction.rows.map(({ index }) => index);
		const json = { outcome: 'correction', ...fields, ...(isTool ? { advice: null } : {}) };
		yield { json, from: from.length === 0 ? all : from };
	}
}

function indexesOf({ rows }: RowShipment): number[] {
	return rows.map(({ index }) => index);
}

function nameOf({ shipment: { reference, name } }: Pick<Wanted, 'shipment'>): string {
	return reference ?? name;
}

/** Reads a sheet, and lets other work of the process pass after each piece. */
async function inPieces(reading: Generator<void, SheetReading>): Promise<SheetReading> {
	for (;;) {
		const piece = reading.next();
		if (piece.done) return piece.value;
		await setImmediate();
	}
}

/** What stops the whole sheet, and what is worth knowing about it. */
function judged(issues: readonly Issue[], { acceptValues, validation }: ImportInput['options']) {
	const accepted = acceptIssues(issues, acceptValues);
	const stops = stoppingIssues(accepted, validation);
	const stopping = new Set(stops);
	return { stops, notes: accepted.filter((found) => !stopping.has(found)) };
}

/** Whether something is missing for which the sheet has no column, unless it is one of unknown columns: those are said. */
function mayBeUnknown({ missing, path }: Issue, stops: readonly Issue[], { fields }: SheetReading): boolean {
	if (missing === undefined || !stops.some(({ rule }) => rule === 'unknown header')) return false;
	const place = path.replace(/\[\d+\]/g, '');
	return ![...fields].some((field) => field === place || field.startsWith(`${place}.`));
}

/** Notes about the sheet are shown once, with its first shipment. */
function withNotes([first, ...others]: readonly RowShipment[], notes: readonly Issue[]): RowShipment[] {
	return first ? [{ ...first, issues: [...first.issues, ...notes] }, ...others] : [];
}

/** Looks for each shipment in the exchange. A search that does not work is not tried again for the next one, unless failed items continue. */
async function lookUpAll<Each extends Wanted>(exchange: ExchangeClient, shipments: readonly Each[]) {
	const lookedUp: (Each & { look: Look })[] = [];
	const failed: Failed[] = [];
	for (const each of shipments) {
		try {
			lookedUp.push({ ...each, look: await lookUp(exchange, each.sought, each.context) });
		} catch (failure) {
			failed.push({ shipment: each.shipment, failure });
			if (!each.context.continueOnFail && !(failure instanceof InvalidInput)) break;
		}
	}
	return { lookedUp, failed };
}

/** A shipment that is stopped, to look whether it is there. */
function wantedOf(shipment: RowShipment, items: Items): Wanted[] {
	const { reference, payload, locate } = shipment;
	const first = items[shipment.rows[0]?.index ?? -1];
	if (!first || reference === undefined) return [];
	const named = { shipmentRef: reference, identity: referenceKey(reference), bills: billsIn(payload) };
	return [{ shipment, sought: { ...named, input: first.parameters(), locate }, context: first.context }];
}

/** Prepares the shipments. Those that cannot be sent are stopped, with everything that has to be corrected. */
async function prepareAll({ profile }: ExchangeClient, shipments: readonly RowShipment[], items: Items) {
	const prepared: Ready[] = [];
	const stopped: Stopped[] = [];
	for (const shipment of shipments) {
		await setImmediate();
		const one = await prepareOne(shipment, items, profile);
		if ('sought' in one) prepared.push(one);
		else stopped.push(one);
	}
	const ready: Ready[] = [];
	for (const group of Map.groupBy(prepared, ({ sought }) => sought.importRef).values()) {
		if (group.length === 1) ready.push(...group);
		else stopped.push(...sharedReference(group));
	}
	return { ready, stopped };
}

/** The shipment as it will be sent, or the issues that stop it: those of reading, and those of the checks. */
async function prepareOne(shipment: RowShipment, items: Items, profile: Profile): Promise<Ready | Stopped> {
	const { reference, payload, locate } = shipment;
	const isError = ({ severity }: Issue) => severity === 'stops';
	const errors = shipment.issues.filter(isError);
	const notes = shipment.issues.filter((each) => !isError(each));
	const rows = shipment.rows.map(({ index }) => items[index]).filter((item) => item !== undefined);
	const [first] = rows;
	if (!first || (errors.length > 0 && isEmpty(payload))) return { shipment, issues: errors };
	const importRef = shipment.importRef ?? (reference === undefined ? String(shipment.rows[0]?.index) : undefined);
	const readPdfs = async () => (reference === undefined ? [] : await readPdfsOfRows(rows));
	try {
		const sought = await prepareImport(
			first.parameters(),
			{ payload, locate, notes, importRef },
			{ profile, readPdfs },
		);
		return errors.length === 0 ? { shipment, sought, context: first.context } : { shipment, issues: errors };
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error;
		const unreadable = new Set(errors.map(({ source }) => source));
		const isUnclear = errors.some(({ rule }) => rule === 'equal figures');
		const found = (error instanceof InvalidShipment ? error.issues : [inputIssue(error, locate)])
			// Checks do not count for a cell that cannot be read, nor sums while it is unclear what a row belongs to or how often a figure is there.
			.filter(({ rule, source }) => !unreadable.has(source) && (reference !== undefined || rule !== 'missing'))
			.filter(({ rule, at }) => errors.length === 0 || !(rule === 'goods and containers' || (isUnclear && at?.isSum)));
		return { shipment, issues: [...errors, ...found] };
	}
}

function sharedReference(group: readonly Ready[]): Stopped[] {
	const advice =
		"Several shipments have this import reference, but it must be unique. Give each its own, in a column Import Reference or with an expression such as {{ $json['Shipment Reference'] }}.";
	const source = listNames(group.map(({ shipment }) => shipment.name));
	const value = group[0]?.sought.importRef;
	const at = { rows: group.flatMap(({ shipment }) => shipment.rows), column: Infinity };
	const shared = issue({ path: 'importRef', value, rule: 'importRef', advice, severity: 'stops', source, at });
	return group.map(({ shipment }) => ({ shipment, issues: [shared] }));
}

/** One error for all shipments that are present already, or may be, each with its row; or that of a search that does not work. */
function failedLookUps(failed: readonly Failed[], unsent: readonly string[], facts: SheetFacts): unknown {
	const [first, ...others] = failed;
	const broken = failed.find(({ failure }) => !(failure instanceof InvalidInput));
	if (broken) return broken.failure;
	if (first && others.length === 0 && first.failure instanceof InvalidInput) {
		const { source } = first.shipment.locate('shipmentReference');
		const advice = first.failure.beforeTheRest === null ? ` ${ifEarlierWasWrong}` : '';
		return withOthers(first.failure.addAdvice(`See ${source}.${advice}${facts.isCounted ? ` ${rowNumbers}` : ''}`), {
			unsent,
		});
	}
	return presentShipments(failed.flatMap(presentIssue), unsent, facts);
}

/** What is in the exchange already; nothing about a search that does not work. */
function presentIssue({ shipment, failure }: Failed): Issue[] {
	if (!(failure instanceof InvalidInput)) return [];
	const { source } = shipment.locate('shipmentReference');
	const at = { rows: shipment.rows, column: Infinity };
	return [issue({ path: '', rule: 'alreadyThere', advice: `${failure.message}.`, source, at })];
}
