import { listNames, shownHeader } from './entries';
import { columnOf, fieldsEnding, friendlyHeaders, similarHeader } from './headers';

/** Of how many fields a header may be the end, such as Address. Others mean nothing. */
const mostPossible = 6;

/** How nodes that read files, and other programs, name a column whose header is that of another one: `Seal No_1`, `Seal No.1`. */
export const numberedRepeat = /^(.*\D)[_.]\d{1,3}$/;

/** The sentence for a header of no field, with the field that it probably means; `headers` are those of the sheet, or none for no suggestion. */
export function noSuchField(header: string, headers: readonly string[]): string {
	const advice = 'No field of the import has this name.';
	const similar = headers.length > 0 ? similarHeader(header) : undefined;
	const [, repeated = header] = numberedRepeat.exec(header) ?? [];
	const possible = fieldsEnding(headers.includes(repeated) ? repeated : header);
	if (similar === undefined && possible.length > 1 && possible.length <= mostPossible)
		return `${advice} It can be ${possible.join(', ')}. Rename the column, choose its field in Column Mapping, or add it to Ignore Columns. Each column needs a header of its own.`;
	if (similar === undefined) return `${advice} Choose its field in Column Mapping, or add it to Ignore Columns.`;
	const single = withoutNumber(similar, headers);
	const alike = headers.filter((other) => other !== header && wordsIn(other) === wordsIn(header));
	if (single === undefined || alike.length === 0)
		return `${advice} Did you mean ${single ?? similar}? Rename the column, or choose its field in Column Mapping.`;
	const all = headers.filter((other) => other === header || alike.includes(other)).map(shownHeader);
	return `${advice} Did you mean ${single}? Combine ${listNames(all)} in one column of that name.`;
}

/** In a sheet with one container in a row, the number in `Seal No 2` is not that of a container. */
function withoutNumber(similar: string, headers: readonly string[]): string | undefined {
	const target = columnOf(similar);
	if (target?.steps.at(-1)?.path !== 'containers' || !/\d/.test(similar)) return undefined;
	const numbers = headers.filter((header) => columnOf(header)?.dotted === 'sets.containers.containerNumber');
	if (numbers.length === 0 || numbers.some((header) => /\d/.test(header))) return undefined;
	return friendlyHeaders.find(({ path }) => path === target.dotted)?.header;
}

function wordsIn(header: string): string {
	return header.toLowerCase().replace(/[\d\W_]/g, '');
}
