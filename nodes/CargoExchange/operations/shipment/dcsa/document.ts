import { isRecord } from '../../../wire/json';

/** A part of a document. Everything that is read is remembered, so that in the end the rest can be told. */
export type Part = {
	/** The text under this name, without space around it; nothing where there is none. */
	text(name: string): string | undefined;
	number(name: string): number | undefined;
	/** A whole number. */
	count(name: string): number | undefined;
	flag(name: string): boolean | undefined;
	/** The lines of a list of texts; a text alone is one line. */
	lines(name: string): string[];
	part(name: string): Part;
	parts(name: string): Part[];
	/** Tells why what stands here was not taken over, or, with null, that it needs no telling. */
	leave(name: string, reason: string | null): void;
	/** Whether there is anything under this name. */
	has(name: string): boolean;
};

/** A value that was not taken over; `path` is that of the first of its kind, `count` how many there are. */
export type Unread = { path: string; value: unknown; reason: string | undefined; count: number };

/** No document of the standard is nested half as deep; what is must not exhaust the stack. */
const deepest = 40;

type Ledger = { read: Set<string>; opened: Set<string>; reasons: Map<string, string | null> };

/** Opens a document for reading; `unread` lists afterwards what nobody asked for. */
export function openDocument(document: Record<string, unknown>): { root: Part; unread: () => Unread[] } {
	const ledger: Ledger = { read: new Set(), opened: new Set(), reasons: new Map() };
	return { root: partAt(document, '', ledger), unread: () => gather(document, ledger) };
}

function partAt(value: unknown, path: string, ledger: Ledger): Part {
	ledger.opened.add(path);
	const at = (name: string) => (path === '' ? name : `${path}.${name}`);
	const under = (name: string) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined);
	function read<Value>(name: string, fits: (inner: unknown) => inner is Value, kind: string): Value | undefined {
		const inner = under(name);
		if (inner === undefined || inner === null) return undefined;
		if (fits(inner)) {
			ledger.read.add(at(name));
			return inner;
		}
		ledger.reasons.set(at(name), `It is not ${kind}, as the standard has it.`);
		return undefined;
	}
	return {
		text: (name) => read(name, isText, 'a text')?.trim() || undefined,
		number: (name) => read(name, isNumber, 'a number'),
		count: (name) => read(name, isCount, 'a whole number'),
		flag: (name) => read(name, isFlag, 'true or false'),
		lines: (name) => {
			const inner = under(name);
			if (isText(inner)) return [read(name, isText, 'a text') ?? ''].filter((line) => line.trim() !== '');
			return (read(name, isTexts, 'a list of texts') ?? []).filter((line) => line.trim() !== '');
		},
		part: (name) => partAt(under(name), at(name), ledger),
		parts: (name) => {
			const inner = under(name);
			return Array.isArray(inner) ? inner.map((entry, index) => partAt(entry, `${at(name)}[${index}]`, ledger)) : [];
		},
		leave: (name, reason) => ledger.reasons.set(at(name), reason),
		has: (name) => !isEmpty(under(name)),
	};
}

function gather(document: unknown, { read, opened, reasons }: Ledger): Unread[] {
	const found = new Map<string, Unread>();
	const tell = (path: string, value: unknown) => {
		const reason = reasons.get(path);
		if (reason === null) return;
		const kind = path.replace(/\[\d+\]/g, '[]');
		const known = found.get(kind);
		if (known) known.count++;
		else found.set(kind, { path, value, reason, count: 1 });
	};
	walk(document, '');
	return [...found.values()];

	/** Tells the largest parts that nobody opened or read from; true where something below was. */
	function walk(value: unknown, path: string, depth = 0): boolean {
		if (reasons.has(path)) {
			tell(path, value);
			return true;
		}
		if (read.has(path)) return true;
		if (depth > deepest || isEmpty(value)) return false;
		const inner = childrenOf(value, path).map(([at, child]) => ({ at, child, touched: walk(child, at, depth + 1) }));
		if (!inner.some(({ touched }) => touched) && !opened.has(path)) return false;
		for (const { at, child, touched } of inner) if (!touched && !isEmpty(child)) tell(at, child);
		return true;
	}
}

function childrenOf(value: unknown, path: string): [string, unknown][] {
	if (Array.isArray(value)) return value.map((entry, index): [string, unknown] => [`${path}[${index}]`, entry]);
	if (!isRecord(value)) return [];
	return Object.entries(value).map(([name, inner]) => [path === '' ? name : `${path}.${name}`, inner]);
}

/** A flag that is false says no more than one that is absent. */
function isEmpty(value: unknown, depth = 0): boolean {
	if (value === undefined || value === null || value === false) return true;
	if (typeof value === 'string') return value.trim() === '';
	if (typeof value !== 'object' || depth > deepest) return false;
	return Object.values(value).every((inner) => isEmpty(inner, depth + 1));
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

function isTexts(value: unknown): value is string[] {
	return Array.isArray(value) && value.every(isText);
}
