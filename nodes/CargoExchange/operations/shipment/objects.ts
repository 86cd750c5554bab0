/** What the syntax of PDF can say (ISO 32000-1, 7.3), as far as it matters here. A name is kept with its slash. */
export type PdfValue = Buffer | string | number | PdfReference | PdfDictionary | PdfValue[];
export type PdfReference = { object: number; generation: number };
export type PdfDictionary = Map<string, PdfValue>;

const deepest = 20;

/** The dictionary that begins at this position of a file read as latin1 text, or null where none can be read. */
export function dictionaryAt(text: string, position: number): PdfDictionary | null {
	const value = readValue(text, position, 0)?.value;
	return value instanceof Map ? value : null;
}

type Read<Value> = { value: Value; end: number };

function readValue(text: string, from: number, depth: number): Read<PdfValue> | null {
	const start = afterSpace(text, from);
	if (depth > deepest) return null;
	if (text.startsWith('<<', start)) return readDictionary(text, start + 2, depth);
	if (text[start] === '<') return readHexadecimal(text, start + 1);
	if (text[start] === '(') return readLiteral(text, start + 1);
	if (text[start] === '[') return readList(text, start + 1, depth);
	return readReference(text, start) ?? readWord(text, start);
}

function afterSpace(text: string, from: number): number {
	return from + matchAt(/(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y, text, from).length;
}

function matchAt(pattern: RegExp, text: string, position: number): string {
	pattern.lastIndex = position;
	return pattern.exec(text)?.[0] ?? '';
}

function readDictionary(text: string, from: number, depth: number): Read<PdfDictionary> | null {
	const value: PdfDictionary = new Map();
	for (let position = afterSpace(text, from); ;) {
		if (text.startsWith('>>', position)) return { value, end: position + 2 };
		const name = matchAt(/\/[^\0\t\n\f\r ()<>[\]{}/%]*/y, text, position);
		const entry = name === '' ? null : readValue(text, position + name.length, depth + 1);
		if (!entry) return null;
		value.set(name, entry.value);
		position = afterSpace(text, entry.end);
	}
}

function readList(text: string, from: number, depth: number): Read<PdfValue[]> | null {
	const value: PdfValue[] = [];
	for (let position = afterSpace(text, from); ;) {
		if (text[position] === ']') return { value, end: position + 1 };
		const entry = readValue(text, position, depth + 1);
		if (!entry) return null;
		value.push(entry.value);
		position = afterSpace(text, entry.end);
	}
}

function readHexadecimal(text: string, from: number): Read<Buffer> | null {
	const end = text.indexOf('>', from);
	if (end < 0) return null;
	const digits = text.slice(from, end).replace(/[^0-9a-f]/gi, '');
	return { value: Buffer.from(digits.padEnd(digits.length + (digits.length % 2), '0'), 'hex'), end: end + 1 };
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A text in brackets: those within it come in pairs, or behind a backslash. */
function readLiteral(text: string, from: number): Read<Buffer> | null {
	let [value, open, position] = ['', 1, from];
	while (position < text.length) {
		const sign = matchAt(/\\(?:[0-7]{1,3}|\r\n|[^])|\r\n|[^]/y, text, position);
		position += sign.length;
		if (sign === '(') open++;
		if (sign === ')' && --open === 0) return { value: Buffer.from(value, 'latin1'), end: position };
		value += sign.startsWith('\\') ? unescaped(sign.slice(1)) : sign.replace('\r\n', '\n').replace('\r', '\n');
	}
	return null;
}

function unescaped(sign: string): string {
	if (/^[0-7]/.test(sign)) return String.fromCharCode(Number.parseInt(sign, 8) & 0xff);
	return /^[\r\n]/.test(sign) ? '' : (escapes[sign] ?? sign);
}

function readReference(text: string, start: number): Read<PdfReference> | null {
	const written = matchAt(/\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R\b/y, text, start);
	const [object, generation] = (written.match(/\d+/g) ?? []).map(Number);
	if (object === undefined || generation === undefined) return null;
	return { value: { object, generation }, end: start + written.length };
}

/** A number, a name, or one of the words true, false and null. */
function readWord(text: string, start: number): Read<string | number> | null {
	const word = matchAt(/\/?[^\0\t\n\f\r ()<>[\]{}/%]*/y, text, start);
	if (word === '') return null;
	return { value: /^[+-]?[\d.]+$/.test(word) ? Number(word) : word, end: start + word.length };
}
