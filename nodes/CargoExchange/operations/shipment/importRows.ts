import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import type { InputItem, Result } from '../operation';
import type { ItemContext } from '../../n8n/itemContext';
import { groupBy } from './convert/sums';
import { findExisting } from './existingSets';
import type { ImportInput } from './importFields';
import { readPdfs } from './pdfs';
import { prepareImport, sendImport, type PreparedImport } from './prepareImport';
import type { AttachedPdf } from './requestBody';
import { asList } from './rows/analyseSheet';
import { named, readSheet, type RowShipment } from './rows/shipments';
import { issue, lineOf, listOf, type Issue } from './validation/issue';
import { InvalidShipment } from './validation/validate';

type Ready = { rows: number[]; name: string; prepared: PreparedImport; context: ItemContext };
type Stopped = { rows: number[]; name: string; issues: readonly Issue[] };

/**
 * Imports the shipments that the items hold as rows, one after the other. All of them are read, checked and, if the user wants that, looked
 * up before the first one is imported. Whatever has to be corrected is listed at once; nothing is imported then, unless the others shall
 * continue. Parameters are those of a shipment's first row; PDFs are those of all its rows.
 */
export async function* importRows(
	exchange: ExchangeClient,
	items: ReadonlyArray<InputItem<ImportInput>>,
): AsyncGenerator<Result> {
	const [first] = items;
	if (!first) return;
	const { decimalSeparator, ignoreColumns } = first.parameters().options;
	const { timezone, continueOnFail, addHint } = first.context;
	const rows = items.map(({ context }) => context.item);
	const sheet = readSheet(rows, { timezone, decimalSeparator, ignoreColumns });
	if (sheet.shipments.length === 0 && sheet.issues.length === 0)
		addHint('No row holds anything, so there was nothing to import.');
	const { ready, stopped } = await prepareAll(sheet.shipments, items);
	if (sheet.issues.length > 0 || (stopped.length > 0 && !continueOnFail)) {
		const issues = new Set([...sheet.issues, ...stopped.flatMap((shipment) => shipment.issues)]);
		yield { failure: invalidSheet([...issues]), from: [...items.keys()] };
		return;
	}
	for (const shipment of stopped) yield { failure: invalidShipment(shipment), from: shipment.rows };
	const lookedUp: (Ready & { prepared: { existing: Awaited<ReturnType<typeof findExisting>> } })[] = [];
	for (const shipment of ready) {
		const { prepared, context } = shipment;
		try {
			lookedUp.push({
				...shipment,
				prepared: { ...prepared, existing: await findExisting(exchange, prepared, context) },
			});
		} catch (failure) {
			yield { failure, from: shipment.rows };
		}
	}
	for (const { rows: from, prepared, context } of lookedUp) {
		try {
			yield { ...(await sendImport(exchange, prepared, context)), from };
		} catch (failure) {
			yield { failure, from };
		}
	}
}

/** Makes the shipments ready to be sent; those that cannot be are stopped, with everything that has to be corrected. */
async function prepareAll(
	shipments: readonly RowShipment[],
	items: ReadonlyArray<InputItem<ImportInput>>,
): Promise<{ ready: Ready[]; stopped: Stopped[] }> {
	const all: Ready[] = [];
	const stopped: Stopped[] = [];
	for (const shipment of shipments) {
		// A row that belongs to no shipment is not checked as if it were one.
		const isPlaced = shipment.payload['shipmentReference'] !== undefined;
		const found = isPlaced ? await prepareOne(shipment, items) : [];
		if ('prepared' in found && shipment.issues.length === 0) all.push(found);
		else stopped.push(stoppedWith(shipment, 'prepared' in found ? [] : found));
	}
	const byRef = [...groupBy(all, ({ prepared }) => prepared.importRef).values()];
	return {
		ready: byRef.flatMap((group) => (group.length === 1 ? group : [])),
		stopped: [...stopped, ...byRef.flatMap((group) => (group.length === 1 ? [] : sharedReference(group)))],
	};
}

/** The shipment as it will be sent, or what stops it. */
async function prepareOne(
	shipment: RowShipment,
	items: ReadonlyArray<InputItem<ImportInput>>,
): Promise<Ready | readonly Issue[]> {
	const { rows, name } = shipment;
	const first = items[rows[0] ?? 0];
	if (!first) throw new RangeError('A shipment has no row');
	const given = rows.map((row) => items[row]).filter((item) => item !== undefined);
	try {
		const prepared = await prepareImport(first.parameters(), shipment, () => pdfsOfRows(given));
		const issues = prepared.issues.map(located(shipment));
		return { rows, name, prepared: { ...prepared, issues }, context: first.context };
	} catch (error) {
		if (error instanceof InvalidShipment) return error.issues;
		if (!(error instanceof InvalidInput)) throw error;
		const advice = `${error.message}. ${error.description}`;
		return [{ ...issue(error.field, undefined, 'input', advice, 'error'), source: name }];
	}
}

/**
 * The PDFs of a shipment: each of its rows may have some, in the fields that the parameters name for that row. A file that several rows
 * have goes along once. Throws InvalidInput if PDFs are wanted and no row has one.
 */
async function pdfsOfRows(rows: ReadonlyArray<InputItem<ImportInput>>): Promise<AttachedPdf[]> {
	const wanted = rows[0]?.parameters().pdfs.pdf ?? [];
	const named = wanted.flatMap(({ binaryPropertyName }) => binaryPropertyName);
	if (named.length === 0) return [];
	const pdfs: AttachedPdf[] = [];
	// Only rows that may have a file have their parameters read: there may be thousands of others.
	for (const row of rows.filter(({ context }, index) => index === 0 || context.mayHaveFiles)) {
		const { context } = row;
		const there = row.parameters().pdfs.pdf.map(({ binaryPropertyName, ...pdf }) => ({
			...pdf,
			binaryPropertyName: (binaryPropertyName ?? []).filter((file) => context.hasFile(file)),
		}));
		pdfs.push(...(await readPdfs({ pdf: there }, context)));
	}
	if (pdfs.length === 0) throw noPdf(named);
	return onceEach(pdfs);
}

function onceEach(pdfs: AttachedPdf[]): AttachedPdf[] {
	const isSame = (one: AttachedPdf, other: AttachedPdf) =>
		one.file.storeId === other.file.storeId && one.documentName === other.documentName;
	return pdfs.filter(
		(pdf, index) => pdf.file.storeId === undefined || pdfs.findIndex((other) => isSame(pdf, other)) === index,
	);
}

function noPdf(files: ReadonlyArray<string | object | null>): InvalidInput {
	const names = files.filter((file) => typeof file === 'string').map((name) => ` in "${name}"`);
	return new InvalidInput({
		field: 'pdfs',
		message: `None of its rows has a PDF${names.join(' or')}`,
		description: 'Give one of its rows the file, or take the entry out of "PDFs".',
	});
}

/** An issue with the row and column that its value came from, if it came from one. */
function located({ sourceOf }: RowShipment): (found: Issue) => Issue {
	return (found) => {
		const source = sourceOf(found.path);
		return source === undefined ? found : { ...found, source };
	};
}

/** The issues of reading the rows before those that checks found; a cell that cannot be read is not checked, too. */
function stoppedWith(shipment: RowShipment, found: readonly Issue[]): Stopped {
	const { rows, name, issues } = shipment;
	const sources = new Set(issues.map(({ source }) => source));
	const further = found
		.map(located(shipment))
		.filter(({ source }) => source === undefined || !sources.has(source))
		.map((one) => ({ ...one, source: one.source ?? `${name}, ${one.path}` }));
	return { rows, name, issues: [...issues, ...further] };
}

function sharedReference(group: readonly Ready[]): Stopped[] {
	const advice =
		"One import reference for several shipments; it tells imports apart. Give each its own, in a column Import Reference or by an expression such as {{ $json['Shipment Reference'] }}.";
	const shared = {
		...issue('importRef', group[0]?.prepared.importRef, 'importRef', advice, 'error'),
		source: named(group.map(({ name }) => name)),
	};
	return group.map(({ rows, name }) => ({ rows, name, issues: [shared] }));
}

/** How many corrections a list names, and a sentence. */
const mostListed = 100;
const mostInSentence = 10;

/** Everything that has to be corrected in a sheet, with rows and columns, and what leaves out the columns that are not understood. */
function invalidSheet(issues: readonly Issue[]): InvalidInput {
	const [first] = issues;
	const unknown = issues.filter(({ rule }) => rule === 'unknownColumn').map(({ path }) => path);
	const hints = [
		...(unknown.length > 0 ? [`To leave out what is not understood, put into Ignore Columns: ${asList(unknown)}`] : []),
		...(issues.some(({ rule }) => rule === 'unplaceable') ? [fillDown] : []),
	];
	const isOne = issues.length === 1;
	return new InvalidInput({
		field: first?.path ?? 'items',
		message: first && isOne ? lineOf(first) : `The sheet needs ${issues.length} corrections; nothing was imported`,
		description: [isOne ? 'Nothing was imported.' : listOf(issues, mostListed), ...hints].join('\n'),
	});
}

/** The same for one shipment, in one sentence: an item that failed has no description. */
function invalidShipment({ name, issues }: Stopped): InvalidInput {
	const { field, description, message } = invalidSheet(issues);
	if (issues.length === 1) return new InvalidInput({ field, message, description });
	const list = listOf(issues, mostInSentence).replaceAll('\n', ' ');
	const said = `${name} needs ${issues.length} corrections and was not imported: ${list}`;
	return new InvalidInput({ field, message: said, description });
}

/** What to do if a sheet says once what holds for the rows below. */
const fillDown =
	'To fill the cells of a column from those above them in Excel: unmerge them, select the column, Home > Find & Select > Go To Special > Blanks, type = and the up arrow, press Ctrl+Enter.';
