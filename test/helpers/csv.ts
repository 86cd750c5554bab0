import type { Row } from './sheet';

/** The rows of a CSV text, as n8n's Extract from File gives them: an object for each line, in which every cell is text. */
export function csvRows(csv: string, delimiter = ','): Row[] {
	const [headers = [], ...lines] = linesOf(csv, delimiter);
	return lines.map((cells) => Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? ''])));
}

function linesOf(csv: string, delimiter: string): string[][] {
	const lines: string[][] = [[]];
	let cell = '';
	let isQuoted = false;
	for (let index = 0; index <= csv.length; index++) {
		const character = csv[index] ?? '\n';
		if (isQuoted && character === '"' && csv[index + 1] === '"') {
			cell += '"';
			index++;
		} else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
		else if (isQuoted || (character !== delimiter && character !== '\n')) cell += character;
		else {
			lines.at(-1)?.push(cell);
			cell = '';
			if (character === '\n' && index < csv.length) lines.push([]);
		}
	}
	return lines;
}
