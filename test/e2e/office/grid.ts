import { Refusal } from './proxy';

type Cell = string | number;

/** A range such as B3:C4 or B3: the first and the last column and row, from 0. */
const rangePattern = /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/;

const columnOf = (letters: string) =>
	Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
const lettersOf = (column: number): string =>
	column < 26
		? String.fromCharCode(65 + column)
		: lettersOf(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26));

/** The cells of a sheet. Without the format *Text*, a text that looks like a number becomes one. */
export class Grid {
	readonly rows: Cell[][];

	constructor(
		headers: string[],
		readonly isText: boolean,
	) {
		this.rows = [headers];
	}

	/** The rows as objects, by the first row. */
	records(): Array<Record<string, Cell>> {
		const [headers = [], ...rows] = this.rows;
		return rows.map((row) => Object.fromEntries(headers.map((name, column) => [String(name), row[column] ?? ''])));
	}

	get usedRange(): string {
		return `A1:${lettersOf(this.#width - 1)}${this.rows.length}`;
	}

	/** All cells, the empty ones too. */
	values(): Cell[][] {
		return this.rows.map((row) => Array.from({ length: this.#width }, (_, column) => row[column] ?? ''));
	}

	/** Writes a range; null leaves a cell as it is. `asTyped`: what looks like a number becomes one. */
	write(range: string, values: unknown[][], { asTyped }: { asTyped: boolean }): void {
		const [, from = '', top = '', to = from, bottom = top] = rangePattern.exec(range) ?? [];
		if (from === '') throw new Refusal(400, `invalidRange ${range}`);
		const [left, first] = [columnOf(from), Number(top) - 1];
		const [width, height] = [columnOf(to) - left + 1, Number(bottom) - first];
		if (values.length !== height || values.some((row) => row.length !== width))
			throw new Refusal(400, 'the number of rows or columns in the input does not match the range');
		for (const [index, row] of values.entries())
			for (const [column, value] of row.entries()) this.#put(first + index, left + column, value, asTyped);
	}

	#put(row: number, column: number, value: unknown, asTyped: boolean): void {
		if (value === null || value === undefined) return;
		while (this.rows.length <= row) this.rows.push([]);
		const text = typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
		const isNumber = asTyped && !this.isText && text !== '' && Number.isFinite(Number(text));
		const cells = this.rows[row] ?? [];
		while (cells.length < column) cells.push('');
		cells[column] = isNumber ? Number(text) : text;
	}

	get #width(): number {
		return Math.max(...this.rows.map((row) => row.length));
	}
}
