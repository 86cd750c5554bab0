import { inCapitals, plainCode } from '../convert/conversion';
import { isAmount } from '../fields/freightCharges';
import { countryName } from '../countries';
import { importRefTarget } from './columnMapping';
import type { Column, Sheet } from './columns';
import { atCell, keyLabel, newEntry, putCell, type Cell, type Entry, type Located, type RowName } from './entries';
import { columnOf, type FieldTarget } from './headers';
import { quotable, readCell, type CellReader } from './readCell';
import { putUnits, type Filled } from './units';

export type RowPart = {
	row: RowName;
	reference: string | undefined;
	entry: Entry;
	/** Cells that cannot be read or that contradict each other. */
	issues: Located[];
	/** True if all its values are numbers or units, except the references. */
	hasOnlyFigures: boolean;
	/** Its only text, if the rest is references, numbers and units: the label of a total, for example. */
	onlyText: Cell | undefined;
	/** All its cells as one text, if it has numbers of goods. */
	goods: string | undefined;
};

/** Reads a row, each cell once; null if it is empty. */
export function readSheetRow(
	cells: Record<string, unknown>,
	row: RowName,
	{ columns, numbered, ...reader }: Pick<Sheet, 'columns' | 'numbered'> & Omit<CellReader, 'currency'>,
): RowPart | null {
	const entry = newEntry();
	const issues: Located[] = [];
	const filled: Filled[] = [];
	for (const [header, column] of columns) {
		if (!Object.hasOwn(cells, header)) continue;
		const written = cells[header];
		const target = fieldOf(column, written);
		const currency = column.unit ?? currencyBeside(target, cells, columns);
		const { conversion, remark } = readCell(target, written, { ...reader, currency });
		if ('empty' in conversion) continue;
		const quoted = quotable(written, target.field.kind === 'date' ? conversion : undefined);
		const value = 'value' in conversion ? conversion.value : quoted;
		const means = meaningOf(target, value);
		const isUnreadable = 'unreadable' in conversion;
		const cell: Cell = { value, means, written: quoted, row, header, column: column.position, isUnreadable };
		if (isUnreadable) issues.push(atCell(cell, { path: target.dotted, rule: 'cell', advice: conversion.unreadable }));
		else if (remark) issues.push(atCell(cell, { path: target.dotted, ...remark }));
		const other = putCell(entry, target, cell);
		if (other) issues.push(atCell(cell, { path: target.dotted, rule: 'cell', advice: sameField(other) }));
		// A row with nothing but an import reference is empty.
		if (target !== importRefTarget) filled.push({ target, cell, unit: column.unit });
	}
	if (filled.length === 0 && issues.length === 0) return null;
	issues.push(...putUnits(entry, filled), ...entriesWithoutKey(filled, numbered));
	const reference = entry.values.get('shipmentReference')?.value;
	const texts = filled.filter(({ target }) => !isReference(target) && !isFigure(target));
	const isLabelled = texts.length === 1 && filled.some(({ target }) => isNumber(target));
	return {
		row,
		reference: reference === undefined ? undefined : String(reference),
		entry,
		issues,
		hasOnlyFigures: filled.every(({ target }) => target.dotted === 'shipmentReference' || isFigure(target)),
		onlyText: isLabelled ? texts[0]?.cell : undefined,
		goods: filled.some(({ target }) => isOfGoods(target)) ? contentOf(filled) : undefined,
	};
}

/** A country of two letters is its code, whatever the header says. */
function fieldOf({ target }: Column, written: unknown): FieldTarget {
	if (target.dotted !== 'sets.destinationCountry.value' || typeof written !== 'string') return target;
	const isCode = countryName(inCapitals(written).trim()) !== null;
	return isCode ? (columnOf('sets.destinationCountry.unCountryCode') ?? target) : target;
}

/** The currency in the same row as an amount. */
function currencyBeside(
	{ path, dotted, steps }: FieldTarget,
	cells: Record<string, unknown>,
	columns: Sheet['columns'],
): string {
	if (!isAmount(path)) return '';
	const wanted = dotted.replace(/value$/, 'currency');
	const index = steps.at(-1)?.index;
	const isBeside = ({ target }: Column) => target.dotted === wanted && target.steps.at(-1)?.index === index;
	const [header = ''] = [...columns].find(([, column]) => isBeside(column)) ?? [];
	const currency = cells[header];
	return typeof currency === 'string' ? currency : '';
}

/** The value that comparisons use. */
function meaningOf({ field }: FieldTarget, value: Cell['value']): Cell['value'] {
	if (field.kind !== 'text') return value;
	const text = String(value).normalize('NFC').replace(/ +/g, ' ').trim();
	return field.anyWriting ? plainCode(text) : text;
}

/** A numbered column, such as Notify Party 2 Address, never fills another number: its entry needs its name. */
function entriesWithoutKey(filled: readonly Filled[], numbered: Sheet['numbered']): Located[] {
	if (numbered.size === 0) return [];
	const firsts = new Map<string, Filled>();
	const withKey = new Set<string>();
	for (const each of filled) {
		const step = each.target.steps.at(-1);
		if (!step || !numbered.has(step.list) || step.list.key.length === 0) continue;
		const entry = `${step.path} ${step.index}`;
		if (!firsts.has(entry)) firsts.set(entry, each);
		if (step.list.key.includes(each.target.path)) withKey.add(entry);
	}
	return [...firsts].flatMap(([entry, { target, cell }]) => {
		const step = target.steps.at(-1);
		if (!step || withKey.has(entry)) return [];
		const advice = `Fill in ${step.list.entry} ${step.index + 1} ${keyLabel(step.list)}, or leave this cell empty.`;
		return [atCell(cell, { path: target.dotted, rule: 'cell', advice })];
	});
}

const unitField = /(?:^|\.)(?:crossRefId|label|format|packingUnit|totalContainers|currency)$/;

function isFigure(target: FieldTarget): boolean {
	return isNumber(target) || unitField.test(target.path);
}

function isNumber({ field }: FieldTarget): boolean {
	return field.kind === 'number' || field.kind === 'integer';
}

function isReference({ dotted }: FieldTarget): boolean {
	return dotted === 'shipmentReference' || dotted === 'sets.blNumber';
}

const ofGoods = /^sets\.(?:cargos|containers)\./;

function isOfGoods(target: FieldTarget): boolean {
	return isNumber(target) && ofGoods.test(target.dotted);
}

function contentOf(filled: readonly Filled[]): string {
	return JSON.stringify(filled.map(({ cell: { means, column } }) => [column, means]));
}

function sameField({ written, header }: Cell): string {
	return `The column ${header} is for the same field and has "${String(written)}". Keep one of the two columns, and add the other to Ignore Columns.`;
}
