import { finding, type Finding } from '../validation/issue';
import { columnOf, plainHeader, type Column } from './headers';
import { looseColumn } from './looseHeaders';
import { numberedColumn } from './numberedHeaders';

/** What a column holds: a field of the payload, or something that goes beside it. */
export type Meaning = Column | 'importRef' | 'rowNumber';

/** Columns that go beside the payload. Google Sheets gives each row its number in the sheet. */
const besidePayload = new Map<string, Meaning>([
	['importref', 'importRef'],
	['importreference', 'importRef'],
	['rownumber', 'rowNumber'],
]);

/** A unit or the like behind a header: `Gross Weight (KGS)`, `Volume [m3]`, `Net Weight kg`. */
const remark = /\s*(?:\([^()]*\)|\[[^[\]]*\]|\s(?:in )?(?:kgs?|kgm|lbs?|cbm|m3|m³))\.?\s*$/i;

/** The columns of a sheet. Headers are the same on every row: each is looked up once. */
export class Columns {
	private readonly found = new Map<string, Meaning | undefined>();
	private readonly withRemark = new Set<string>();
	private headersOfSheet: ReadonlySet<string> | undefined;

	constructor(private readonly rows: readonly Record<string, unknown>[]) {}

	find(header: string): Meaning | undefined {
		if (!this.found.has(header)) this.found.set(header, this.lookUp(header));
		return this.found.get(header);
	}

	/** What users should know about the headers seen so far. */
	notes(): Finding[] {
		const ignored = [...this.found].filter(([, meaning]) => meaning === undefined);
		return [...ignored.map(([header]) => ignoredColumn(header)), ...[...this.withRemark].map(unitInHeader)];
	}

	hold(path: string): boolean {
		return [...this.found.values()].some((meaning) => typeof meaning === 'object' && meaning.path === path);
	}

	/** Where a column leads, without indexes of entries; nothing for one that leads to no field. */
	pathOf(header: string): string | undefined {
		const meaning = this.find(header);
		return typeof meaning === 'object' ? dottedPath(meaning) : undefined;
	}

	holdNumbers(header: string): boolean {
		const meaning = this.find(header);
		return typeof meaning === 'object' && (meaning.field.kind === 'number' || meaning.field.kind === 'integer');
	}

	headers(): string[] {
		return [...this.found.keys()];
	}

	/** Those of empty columns as well. Rows may lack the fields of their empty cells. */
	private allHeaders(): ReadonlySet<string> {
		this.headersOfSheet ??= new Set(this.rows.flatMap((row) => Object.keys(row)));
		return this.headersOfSheet;
	}

	private columnAmongOthers(header: string): Column | undefined {
		return looseColumn(header, () => this.allHeaders()) ?? columnOf(header);
	}

	private lookUp(header: string): Meaning | undefined {
		const meaning =
			besidePayload.get(plainHeader(header)) ??
			numberedColumn(header, () => this.allHeaders()) ??
			this.columnAmongOthers(header);
		if (meaning) return meaning;
		const bare = remark.test(header) ? this.columnAmongOthers(header.replace(remark, '')) : undefined;
		// What stands behind the header of a text may well change what it means: Shipper (Tax ID).
		if (bare?.field.kind !== 'number' && bare?.field.kind !== 'integer' && bare?.field.kind !== 'date')
			return undefined;
		this.withRemark.add(header);
		return bare;
	}
}

function dottedPath({ levels, path }: Column): string {
	return [...levels.map((level) => level.path), path].join('.');
}

function ignoredColumn(header: string): Finding {
	const advice = 'No field of the import has this name: the column was not read.';
	return finding(header, undefined, 'unknownColumn', advice, 'note');
}

function unitInHeader(header: string): Finding {
	const advice =
		'The header is read without its addition. A unit is sent only from a column of its own, such as Weight Unit.';
	return finding(header, undefined, 'unitInHeader', advice, 'note');
}
