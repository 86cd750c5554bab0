import { isRecord } from '../../../schemas/json';

/** A part of a document. What is taken from it is remembered, so that in the end the rest can be told. */
export type Part = {
	/** Takes the text under this name, without space around it; nothing where there is none. */
	text(name: string): string | undefined;
	number(name: string): number | undefined;
	/** A whole number. */
	count(name: string): number | undefined;
	flag(name: string): boolean | undefined;
	/** The lines of a list of texts; a text alone is one line. */
	lines(name: string): string[];
	/** The text under this name, only looked at: it is not taken by that. */
	glance(name: string): string | undefined;
	part(name: string): Part;
	/** The entries of a list. One that is null is passed over, one of another kind is a part without anything in it. */
	parts(name: string): Part[];
	/** Tells why what stands here is not taken over, all of it. The first reason that is given stays. */
	leave(name: string, reason: string): void;
	/** The same for the whole part. */
	drop(reason: string): void;
	/** Whether there is anything under this name. */
	has(name: string): boolean;
};

/** A value that was not taken over. Without a reason nobody looked at it. */
export type Lost = { path: string; value: unknown; reason: string | undefined };

/** What became of a value: taken as it is, opened to be read piece by piece, or left for a reason, which outweighs the others. */
type Trace = { fate?: 'taken' | 'opened'; reason?: string; inner: Map<string, Trace> };

type Kind<Value> = { name: string; fits: (value: unknown) => value is Value };

const aText: Kind<string> = { name: 'a text', fits: isText };
const aNumber: Kind<number> = { name: 'a number', fits: isNumber };
const aCount: Kind<number> = { name: 'a whole number', fits: isCount };
const aFlag: Kind<boolean> = { name: 'true or false', fits: isFlag };
const someLines: Kind<string | (string | null)[]> = { name: 'a list of texts', fits: isLines };
const anObject: Kind<Record<string, unknown>> = { name: 'an object', fits: isRecord };
const aList: Kind<unknown[]> = { name: 'a list', fits: Array.isArray };

/** Opens a document for reading; `lost` lists afterwards whatever of it was not taken, in pieces as large as can be. */
export function openDocument(document: Record<string, unknown>): { root: Part; lost: () => Lost[] } {
	const trace: Trace = { fate: 'opened', inner: new Map() };
	return { root: partAt(document, trace), lost: () => [...lostOf(document, trace, { path: '', name: '' })] };
}

function partAt(value: Record<string, unknown> | unknown[], trace: Trace): Part {
	const values = new Map(Object.entries(value));
	const traceOf = (name: string): Trace => {
		const inner = trace.inner.get(name) ?? { inner: new Map() };
		trace.inner.set(name, inner);
		return inner;
	};
	function look<Value>(name: string, kind: Kind<Value>): Value | undefined {
		const inner = values.get(name);
		if (kind.fits(inner)) return inner;
		traceOf(name).reason ??= `It is not ${kind.name}, as the standard has it.`;
		return undefined;
	}
	function read<Value>(name: string, kind: Kind<Value>, fate: Trace['fate'] = 'taken'): Value | undefined {
		const inner = look(name, kind);
		if (inner !== undefined) traceOf(name).fate = fate;
		return inner;
	}
	return {
		text: (name) => read(name, aText)?.trim() || undefined,
		number: (name) => read(name, aNumber),
		count: (name) => read(name, aCount),
		flag: (name) => read(name, aFlag),
		lines: (name) => [read(name, someLines) ?? []].flat().filter((line): line is string => (line ?? '').trim() !== ''),
		glance: (name) => look(name, aText)?.trim() || undefined,
		part: (name) => partAt(read(name, anObject, 'opened') ?? {}, traceOf(name)),
		parts: (name) => {
			const list = read(name, aList, 'opened') ?? [];
			const entries = partAt(list, traceOf(name));
			return list.flatMap((entry, index) => (entry === null ? [] : [entries.part(String(index))]));
		},
		leave: (name, reason) => void (traceOf(name).reason ??= reason),
		drop: (reason) => void (trace.reason ??= reason),
		has: (name) => !saysNothing(values.get(name), name),
	};
}

function* lostOf(value: unknown, trace: Trace | undefined, at: { path: string; name: string }): Iterable<Lost> {
	const { fate, reason, inner } = trace ?? {};
	if (saysNothing(value, reason === undefined ? at.name : '')) return;
	if (reason !== undefined || fate === undefined) yield { path: at.path, value, reason };
	else if (fate === 'opened' && typeof value === 'object' && value !== null)
		for (const [name, child] of Object.entries(value))
			yield* lostOf(child, inner?.get(name), { path: pathTo(name, at.path, value), name });
}

function pathTo(name: string, path: string, parent: object): string {
	if (Array.isArray(parent)) return `${path}[${name}]`;
	return path === '' ? name : `${path}.${name}`;
}

/** No document of the standard is nested half as deep; what is must not exhaust the stack. */
const deepest = 40;

/** A flag that is false says no more than one that is absent; the standard's flags are named `is…`. */
function saysNothing(value: unknown, name: string, depth = 0): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '';
	if (value === false) return /^is[A-Z]/.test(name);
	if (typeof value !== 'object' || depth > deepest) return false;
	return Object.entries(value).every(([inner, child]) => saysNothing(child, inner, depth + 1));
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
