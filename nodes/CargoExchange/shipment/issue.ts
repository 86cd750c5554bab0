import { toDecide } from '../errors';
import { inList } from './structure';

/** `stops` whatever the user chose; `stopsIfStrict`: probably wrong, a note under *Warn*; `note`: worth knowing. */
export type Severity = 'stops' | 'stopsIfStrict' | 'note';

/** A row of the sheet: its position in the input, its number in the sheet, and its name for users. */
export type RowName = { index: number; number: number; name: string };

/**
 * A position in a sheet: its rows, or none for all of them, and a column, or infinity for whole rows. `header` is that of a cell, or of the cells
 * of a sum. `isEntry`: users know it as an entry such as *Bill of lading BL-1*.
 */
export type SheetPosition = {
	rows: readonly RowName[];
	column: number;
	header?: string;
	isSum?: true;
	isEntry?: true;
};

/** Something in a shipment that the user should know, in plain words. */
export type Issue = {
	/** The place in the payload, e.g. `sets[0].containers[2].containerNumber`. */
	path: string;
	/** The value there, shortened; of a list or an object the beginning of its JSON. */
	value: string | number | boolean | null;
	/** The rule's identifier, the same for every issue of its kind. */
	rule: string;
	/** The reason, and a value that would fit. */
	advice: string;
	/** What can be done about it in the node, and not in the sheet. */
	inNode?: string;
	/** The advice for a model, if it is another: see `ExplainedError`. */
	forModel?: string;
	severity: Severity;
	/** The row and column of the sheet that the value came from, for users. */
	source?: string;
	at?: SheetPosition;
	/** What distinguishes it from others of its rule and column, if its advice does not, or is about one value. */
	cause?: string;
	/** The name of its place within an entry, where no header names it. */
	label?: string;
	/** The name of what is missing. */
	missing?: string;
	/** What lets it pass as an entry of *Accept Values*. */
	accept?: string;
};

export type Description = Pick<Issue, 'path' | 'rule' | 'advice'> & {
	value?: unknown;
	severity?: Severity;
	source?: string | undefined;
	at?: SheetPosition | undefined;
	inNode?: string | undefined;
	forModel?: string | undefined;
	cause?: string | undefined;
	label?: string | undefined;
	missing?: string | undefined;
	accept?: string | undefined;
};

/** An issue with its value shortened. It stops a shipment under *Strict*, unless it says otherwise. */
export function issue(found: Description): Issue {
	const { path, value, rule, advice, severity = 'stopsIfStrict', ...more } = found;
	const given = Object.entries(more).filter(([, each]) => each !== undefined);
	return { path, value: quotable(value), rule, advice, severity, ...Object.fromEntries(given) };
}

/** The place of a value for users: a cell with its text, or an entry such as *Bill of lading BL-1* and the field in it. */
export type IssuePlace = { source: string; label?: string; written?: unknown; at?: SheetPosition };

/** The issue with its place, and with its value as it was written there. */
export function atPlace(found: Issue, { source, label = '', written, at }: IssuePlace): Issue {
	const place = label === '' || found.missing !== undefined ? source : `${source}, ${label}`;
	return issue({
		...found,
		source: place,
		at,
		label: label === '' ? undefined : label,
		...(written === undefined ? {} : { value: written }),
	});
}

/** A line for each issue, at most `most`. */
export function listOf(issues: readonly Issue[], most: number, lineFor = lineOf): string {
	return listLines(issues.map(lineFor), most);
}

/** The first lines, and how many more there are. */
export function listLines(lines: readonly string[], most: number): string {
	const more = lines.length > most ? [`… and ${lines.length - most} more.`] : [];
	return [...lines.slice(0, most), ...more].join('\n');
}

/** Place, value, advice, and the way to let it pass. */
export function lineOf(found: Issue): string {
	const { accept, inNode } = found;
	const ways = [inNode ?? [], accept === undefined ? [] : wayOut(accept)].flat();
	return [withoutWays(found), ...ways].join(' ');
}

/** The same for a model, which must not get past a check: that is for a person to decide. */
export function lineForModel(found: Issue): string {
	const { advice, forModel = advice, accept } = found;
	return `${withoutWays({ ...found, advice: forModel })}${accept === undefined ? '' : ` ${toDecide}`}`;
}

/** Place, value and advice. */
export function withoutWays({ path, source = path, value, advice }: Issue): string {
	const place = source === '' ? '' : `${source}: `;
	return `${place}${value === null ? '' : `"${value}". `}${advice}`;
}

/** What *Accept Values* calls a rule of one column, as in *Weight: units*. */
export function ruleOfColumn(column: string, rule: string): string {
	return `${inOneLine(column)}: ${rule}`;
}

export function wayOut(...accepted: string[]): string {
	return `If it is right as it is, add ${accepted.map((text) => inList(inOneLine(text))).join(', ')} to Accept Values (it then passes every time).`;
}

/** As the field *Accept Values* holds it. */
function inOneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

/** In characters. */
const longestValue = 100;

function quotable(value: unknown): Issue['value'] {
	if (value === undefined || value === null || typeof value === 'boolean') return value ?? null;
	if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
