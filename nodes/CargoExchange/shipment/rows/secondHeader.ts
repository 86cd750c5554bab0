import { unitOf } from '../fields/goods';
import { sameWriting } from './columnMapping';
import type { Column } from './columns';
import { atRows, type Located, type RowName } from './entries';
import { endsField, fieldsEnding, longestHeader } from './headers';

/** The issue of a row that is no data: units or parts of headers below the headers, or the headers again, as after a page break. */
export function secondHeader(
	cells: Record<string, unknown>,
	row: RowName,
	columns: ReadonlyMap<string, Column>,
): Located | undefined {
	const filled = [...columns].flatMap(([header, { target }]) => {
		const cell = cells[header];
		return cell === undefined || cell === null || cell === '' ? [] : [{ header, target, cell }];
	});
	const rule = 'secondHeader';
	if (filled.length > 1 && filled.every(({ header, cell }) => sameWriting(textOf(cell)) === sameWriting(header)))
		return atRows([row], { path: '', rule, advice: 'Repeats the headers. Remove the row.' });
	const values = Object.entries(cells).filter(
		([header, cell]) => header !== 'row_number' && cell !== '' && cell !== null,
	);
	if (
		filled.length > 0 &&
		values.length > 1 &&
		values.every(([, cell]) => isHeading(textOf(cell))) &&
		values.some(([, cell]) => endsField(textOf(cell)))
	)
		return atRows([row], {
			path: '',
			rule,
			advice:
				'Looks like a second row of headers. Write each header into one cell, as in Shipper Address, and remove the row.',
		});
	const figures = filled.filter(({ target: { field } }) => field.kind === 'number' || field.kind === 'integer');
	const reference = filled.find(({ target }) => target.dotted === 'shipmentReference');
	if (/\d/.test(textOf(reference?.cell)) || !figures.some(({ cell }) => unitOf(textOf(cell)) !== undefined))
		return undefined;
	if (figures.some(({ cell }) => typeof cell === 'number' || /^\W*\d/.test(textOf(cell)))) return undefined;
	const advice =
		'Looks like a second row of headers. Write the units into the headers, as in Gross Weight (kg), and remove the row.';
	return atRows([row], { path: '', rule, advice });
}

/** A name of a field, its end or a unit: `No.`, `Gross (kg)`. */
function isHeading(text: string): boolean {
	const name = text.replace(/\([^()]*\)\s*$/, '');
	return name.length <= longestHeader && (unitOf(name) !== undefined || fieldsEnding(name).length > 0);
}

function textOf(cell: unknown): string {
	return typeof cell === 'string' ? cell : '';
}
