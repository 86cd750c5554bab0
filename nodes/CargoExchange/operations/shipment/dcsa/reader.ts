import { isRecord } from '../../../schemas/json';
import { groupBy } from '../convert/sums';
import { issue, type Issue } from '../validation/issue';

/** Reads one object of a document. It remembers what was read, so that the rest can be listed in the end. */
export type FieldReader = {
	/** The text of a field, without blanks around it; undefined if there is none. */
	text(name: string): string | undefined;
	number(name: string): number | undefined;
	/** A whole number. */
	count(name: string): number | undefined;
	flag(name: string): boolean | undefined;
	/** The lines of a list of texts; a text alone is one line. */
	lines(name: string): string[];
	/** The text of a field, which does not count as read by this. */
	peek(name: string): string | undefined;
	object(name: string): FieldReader;
	/** The entries of a list. Those that are null are left out; one of another kind reads as an object without fields. */
	entries(name: string): FieldReader[];
	/** Says why a field is not taken over, whatever it holds. The first reason stays. */
	skip(name: string, reason: string): void;
	/** The same for the whole object. */
	skipAll(reason: string): void;
	/** Whether the field holds anything. */
	has(name: string): boolean;
};

/** A value that was not taken over. Without a reason nothing has looked at it. */
type Unmapped = { path: string; value: unknown; reason: string | undefined };

/** What became of a value: read as it is, opened to be read field by field, or skipped for a reason, which outweighs the others. */
type Progress = { status?: 'read' | 'opened'; reason?: string; inner: Map<string, Progress> };

type Kind<Value> = { name: string; fits: (value: unknown) => value is Value };

const aText: Kind<string> = { name: 'a text', fits: isText };
const aNumber: Kind<number> = { name: 'a number', fits: isNumber };
const aCount: Kind<number> = { name: 'a whole number', fits: isCount };
const aFlag: Kind<boolean> = { name: 'true or false', fits: isFlag };
const someLines: Kind<string | (string | null)[]> = { name: 'a list of texts', fits: isLines };
const anObject: Kind<Record<string, unknown>> = { name: 'an object', fits: isRecord };
const aList: Kind<unknown[]> = { name: 'a list', fits: Array.isArray };

/** Opens a document for reading; `unmapped` then lists what was not taken over, with the reason, as notes in large pieces. */
export function openDocument(document: Record<string, unknown>): { root: FieldReader; unmapped: () => Issue[] } {
	const progress: Progress = { status: 'opened', inner: new Map() };
	return {
		root: readerOf(document, progress),
		unmapped: () => notesOf([...unmappedOf(document, progress, { path: '', name: '' })]),
	};
}

function readerOf(value: Record<string, unknown> | unknown[], progress: Progress): FieldReader {
	const values = new Map(Object.entries(value));
	const progressOf = (name: string): Progress => {
		const inner = progress.inner.get(name) ?? { inner: new Map() };
		progress.inner.set(name, inner);
		return inner;
	};
	function look<Value>(name: string, kind: Kind<Value>): Value | undefined {
		const inner = values.get(name);
		if (kind.fits(inner)) return inner;
		progressOf(name).reason ??= `It is not ${kind.name}, which the standard requires.`;
		return undefined;
	}
	function read<Value>(name: string, kind: Kind<Value>, status: Progress['status'] = 'read'): Value | undefined {
		const inner = look(name, kind);
		if (inner !== undefined) progressOf(name).status = status;
		return inner;
	}
	return {
		text: (name) => read(name, aText)?.trim() || undefined,
		number: (name) => read(name, aNumber),
		count: (name) => read(name, aCount),
		flag: (name) => read(name, aFlag),
		lines: (name) => [read(name, someLines) ?? []].flat().filter((line): line is string => (line ?? '').trim() !== ''),
		peek: (name) => look(name, aText)?.trim() || undefined,
		object: (name) => readerOf(read(name, anObject, 'opened') ?? {}, progressOf(name)),
		entries: (name) => {
			const list = read(name, aList, 'opened') ?? [];
			const reader = readerOf(list, progressOf(name));
			return list.flatMap((entry, index) => (entry === null ? [] : [reader.object(String(index))]));
		},
		skip: (name, reason) => void (progressOf(name).reason ??= reason),
		skipAll: (reason) => void (progress.reason ??= reason),
		has: (name) => !holdsNothing(values.get(name), name),
	};
}

function* unmappedOf(
	value: unknown,
	progress: Progress | undefined,
	at: { path: string; name: string },
): Iterable<Unmapped> {
	const { status, reason, inner } = progress ?? {};
	if (holdsNothing(value, reason === undefined ? at.name : '')) return;
	if (reason !== undefined || status === undefined) yield { path: at.path, value, reason };
	else if (status === 'opened' && typeof value === 'object' && value !== null)
		for (const [name, child] of Object.entries(value))
			yield* unmappedOf(child, inner?.get(name), { path: pathTo(name, at.path, value), name });
}

function pathTo(name: string, path: string, parent: object): string {
	if (Array.isArray(parent)) return `${path}[${name}]`;
	return path === '' ? name : `${path}.${name}`;
}

/** No document of the standard is nested half as deep; one that is must not exhaust the stack. */
const deepest = 40;

/** A flag that is false means no more than one that is absent; the standard's flags are named `is…`. */
function holdsNothing(value: unknown, name: string, depth = 0): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '';
	if (value === false) return /^is[A-Z]/.test(name);
	if (typeof value !== 'object' || depth > deepest) return false;
	return Object.entries(value).every(([inner, child]) => holdsNothing(child, inner, depth + 1));
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value);
}

function isFlag(value: unknown): value is boolean {
	return typeof value === 'boolean';
}

function isLines(value: unknown): value is string | (string | null)[] {
	return isText(value) || (Array.isArray(value) && value.every((line) => line === null || isText(line)));
}

const places =
	'transports\\.(portOfLoading|portOfDischarge|placeOfReceipt|placeOfDelivery)|placeOfIssue|invoicePayableAt';
const waysToNameOne =
	'locationName|city|facilityName|facility|address|addressLines|UNLocationCode|geoCoordinate|countryCode';

/** Why the import does not take over what the standard has, by the place in the document without list indexes; the first that fits. */
const reasons: readonly [RegExp, string][] = [
	[/^isToOrder$/, 'The wording of an order bill of lading is yours to choose: set sets[0].consignee.prefix.'],
	[/\.activeReeferSettings|isNonOperatingReefer$/, 'The import has no field for reefer settings.'],
	[
		/\.dangerousGoods/,
		'The import has no field for dangerous goods; the description of the cargo may have to name them.',
	],
	[/\.(HSCodes|extendedHSCodes|(extendedN|n)ationalCommodityCodes)/, 'The import has no field for commodity codes.'],
	[/^charges\[\]\.quantity$/, 'The import has the rate and the amount of a charge, not how often it applies.'],
	[/^charges\[\]\.chargeName$/, 'The extended name of the charge is used instead.'],
	[/\.(codeListProvider|codeListName)$/, 'The import has the code of a party, not the list that the code comes from.'],
	[
		new RegExp(`^(${places})\\.(${waysToNameOne})(\\.|\\[|$)`),
		'The import has one text for a place, and another one of the document is used.',
	],
	[/\.outerPackaging\.(packageCode|imoPackagingCode)$/, 'The description of the packaging is used instead.'],
	[/^shippedOnBoardDate$|^receivedForShipmentDate$/, 'The import has one date, that of issue.'],
	[/^shippingInstructionsReference$/, 'The import has no reference to shipping instructions.'],
	[/^(extendedC|c)ontractQuotationReference$/, 'The import has the number of a contract, not of a quotation.'],
	[/\.carriersAgentAtDestination/, 'The agent at the destination is not said to be the ship agent: set shipAgent.'],
	[/^termsAndConditions$/, "The carrier's terms are not a clause of this bill of lading."],
	[
		/^displayedShippedOnBoardReceivedForShipment$/,
		'It is not a clause added by the carrier: set sets[0].billOfLadingClause.',
	],
];

/** How many further places a note names. */
const mostNamed = 3;

/** What was not taken over, with the reason, as notes. Paths are those of the document. */
function notesOf(unmapped: Unmapped[]): Issue[] {
	const explained = unmapped.map(({ path, value, reason }) => ({
		path,
		value,
		why: reason ?? reasonFor(kindOf(path)),
	}));
	const alike = groupBy(explained, ({ path, why }) => `${kindOf(path)}: ${why}`);
	return [...alike.values()].flatMap(([first, ...others]) =>
		first === undefined
			? []
			: [issue(first.path, first.value, 'notMapped', `Not taken over${alsoAt(others)}. ${first.why}`, 'note')],
	);
}

function kindOf(path: string): string {
	return path.replace(/\[\d+\]/g, '[]');
}

function reasonFor(kind: string): string {
	return reasons.find(([pattern]) => pattern.test(kind))?.[1] ?? 'The import has no field for it.';
}

function alsoAt(others: { path: string }[]): string {
	if (others.length === 0) return '';
	const named = others.slice(0, mostNamed).map(({ path }) => path);
	if (others.length > mostNamed) named.push('…');
	return `, here and in ${others.length} more ${others.length === 1 ? 'place' : 'places'}: ${named.join(', ')}`;
}
