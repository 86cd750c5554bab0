import { isRecord } from '../../schemas/json';
import { isEmpty } from '../fields/parsePayload';

/** What became of a value: it was read, a part of it was, or it is not of the type of the standard. */
type Mark = 'read' | 'opened' | 'wrong';

/** A value that is not sent. `isWrong`: it is not of the type of the standard. */
type LeftOut = { path: string; value: unknown; isWrong: boolean };

/** A value of a document, or nothing in its place. Reading it marks it, so that in the end it is known what was left out. */
export class DocumentValue {
	readonly value: unknown;
	readonly #path: string;
	readonly #marks: Map<string, Mark>;

	constructor(value: unknown, path = '', marks = new Map<string, Mark>()) {
		this.value = value;
		this.#path = path;
		this.#marks = marks;
	}

	/** A field of an object, or of an object in it. */
	at(name: string, ...further: string[]): DocumentValue {
		const path = this.#path === '' ? name : `${this.#path}.${name}`;
		const field = new DocumentValue(this.#read('opened', isRecord)?.[name], path, this.#marks);
		const [next, ...others] = further;
		return next === undefined ? field : field.at(next, ...others);
	}

	/** The entries of a list that are objects. */
	list(): DocumentValue[] {
		if (!this.#read('opened', isList)) return [];
		const entries = this.#inner();
		for (const entry of entries) entry.#read('opened', isRecord);
		return entries.filter(({ value }) => isRecord(value));
	}

	text(isOfType: (text: string) => boolean = () => true): string | undefined {
		const isText = (value: unknown): value is string => typeof value === 'string' && isOfType(value.trim());
		return this.#read('read', isText)?.trim() || undefined;
	}

	/** A text that may not be sent: it is not marked. */
	peek(): string | undefined {
		return typeof this.value === 'string' ? this.value.trim() || undefined : undefined;
	}

	/** Lines of a text in one; a text alone is one line. */
	lines(separator: string): string | undefined {
		return joinTexts([this.#read('read', areLines) ?? []].flat(), separator);
	}

	/** The word for a code, if it is one of these. */
	word<Word extends string>(words: Readonly<Record<string, Word>>): Word | undefined {
		return words[this.text((code) => Object.hasOwn(words, code)) ?? ''];
	}

	number(isOfType: (value: unknown) => boolean = Number.isFinite): number | undefined {
		return this.#read('read', (value): value is number => isOfType(value));
	}

	flag(isOfType = (value: unknown) => typeof value === 'boolean'): boolean {
		return this.#read('read', (value): value is boolean => isOfType(value)) === true;
	}

	/** What was not read, each as a whole. A flag that is false means no more than one that is absent. */
	leftOut(): LeftOut[] {
		const mark = this.#marks.get(this.#path);
		if (mark === 'read' || isEmpty(this.value) || (this.value === false && mark === undefined)) return [];
		if (mark === 'opened') return this.#inner().flatMap((each) => each.leftOut());
		return [{ path: this.#path, value: this.value, isWrong: mark === 'wrong' }];
	}

	#read<Type>(mark: Mark, isOfType: (value: unknown) => value is Type): Type | undefined {
		const value = this.value;
		if (isEmpty(value)) return undefined;
		const isRight = isOfType(value);
		this.#marks.set(this.#path, isRight ? mark : 'wrong');
		return isRight ? value : undefined;
	}

	#inner(): DocumentValue[] {
		if (isList(this.value))
			return this.value.map((entry, index) => new DocumentValue(entry, `${this.#path}[${index}]`, this.#marks));
		return isRecord(this.value) ? Object.keys(this.value).map((name) => this.at(name)) : [];
	}
}

/** The texts that are there in one, or undefined if there is none. */
export function joinTexts(texts: readonly (string | null | undefined)[], separator: string): string | undefined {
	return texts.filter((text) => text?.trim()).join(separator) || undefined;
}

function isList(value: unknown): value is unknown[] {
	return Array.isArray(value);
}

function areLines(value: unknown): value is string | (string | null)[] {
	return [value].flat().every((line) => line === null || typeof line === 'string');
}
