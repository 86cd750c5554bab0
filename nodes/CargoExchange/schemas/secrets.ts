/** Secrets of a call in texts from outside, which may repeat the request: they are searched for in the forms in which services write them. */
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from './json';

const mask = '***';
/** In a message, a shorter secret would mask parts of ordinary words. */
const shortestInMessage = 4;
/** In data, which must stay usable: the password "2026" must not change a reference. */
const shortestInData = 8;
const encodings = ['base64', 'base64url', 'hex'] as const;

/** A text for a message without the secrets, also where they are escaped or encoded. Mask a text before you cut it. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
	return masked(text, writtenForms(secrets, shortestInMessage));
}

/**
 * Takes these secrets out of parsed JSON: short ones only where they are the whole value, and one that is a mere word not from names of
 * fields. What contains none of them is given back as it is.
 */
export function secretMask(secrets: readonly string[]): <Value>(value: Value) => Value {
	const whole = new Set(secrets.filter((secret) => secret !== ''));
	const forms = writtenForms(secrets, shortestInData);
	const notWords = secrets.filter((secret) => /[^\p{L}]/u.test(secret));
	const inNames = writtenForms(notWords, shortestInData);
	const withoutSecrets = (value: unknown): unknown => {
		if (typeof value === 'string') return whole.has(value) ? mask : masked(value, forms);
		if (Array.isArray(value)) return value.map(withoutSecrets);
		if (!isRecord(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, member]) => [masked(name, inNames), withoutSecrets(member)]),
		);
	};
	return <Value>(value: Value) => {
		// JSON stays JSON, and a record a record.
		const without = withoutSecrets(value) as Value;
		return isDeepStrictEqual(without, value) ? value : without;
	};
}

function masked(text: string, forms: readonly string[]): string {
	const searched = lowerCase(text);
	return forms.filter((form) => searched.includes(form)).reduce(withoutForm, text);
}

function withoutForm(text: string, form: string): string {
	const kept: string[] = [];
	let from = 0;
	for (const part of lowerCase(text).split(form)) {
		kept.push(text.slice(from, from + part.length));
		from += part.length + form.length;
	}
	return kept.join(mask);
}

/** Of the letters that encodings use: the length stays the same. */
function lowerCase(text: string): string {
	const isAscii = Buffer.byteLength(text) === text.length;
	return isAscii ? text.toLowerCase() : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** In lower case, and the longest first: one may be a part of another. */
function writtenForms(secrets: readonly string[], shortest: number): string[] {
	const encoded = (secret: string) => encodings.map((encoding) => Buffer.from(secret).toString(encoding));
	const written = secrets
		.filter((secret) => secret.length >= shortest)
		.flatMap((secret) => [secret, ...encoded(secret)])
		.flatMap((form) => [form, form.replace(/=+$/, '')]);
	const forms = [...new Set(written)].flatMap(escapedForms).filter((form) => form.length >= shortest);
	return [...new Set(forms.map(lowerCase))].sort((one, other) => other.length - one.length);
}

/** As percent-encoding, forms, HTML and JSON write it, and JSON within JSON. */
function escapedForms(secret: string): string[] {
	// Half of a surrogate pair cannot be percent-encoded.
	const text = Buffer.from(secret).toString();
	const html = text.replace(/[&<>"']/g, (one) => entities[one] ?? one);
	const inForm = new URLSearchParams([['', text]]).toString().slice(1);
	const percent = encodeURIComponent(text);
	const strict = percent.replace(/[!'()*]/g, percentForm);
	const forms = [secret, percent, strict, percentForm(text), inForm, html, html.replaceAll('&#39;', "'")];
	return forms.flatMap((form) => {
		const json = JSON.stringify(form).slice(1, -1);
		const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
		return [form, json, ascii, json.replaceAll('/', '\\/'), JSON.stringify(json).slice(1, -1)];
	});
}

/** Every byte of it, as RFC 3986 allows. */
function percentForm(text: string): string {
	return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
