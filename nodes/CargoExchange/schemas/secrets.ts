/** Secrets of a call in texts from outside, in which services write them in many ways: a page may echo the request. */
import { isRecord } from './json';

const mask = '***';
/** In a message, a shorter secret would mask parts of ordinary words. */
const shortestInMessage = 4;
/** In data, which must stay usable: the password "2026" must not change a reference. */
const shortestInData = 8;

/** A text for a message without the secrets, also where they are escaped or encoded. Mask a text before you cut it. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
	const pattern = patternFor(secrets, shortestInMessage);
	return pattern ? text.replace(pattern, mask) : text;
}

/**
 * Takes these secrets out of parsed JSON: short ones only where they are the whole value, and one that is a mere word not from names of
 * fields. What contains none of them is given back as it is.
 */
export function secretMask(secrets: readonly string[]): <Value>(value: Value) => Value {
	const whole = new Set(secrets.filter((secret) => secret !== ''));
	const pattern = patternFor(secrets, shortestInData);
	const patternInNames = patternFor(
		secrets.filter((secret) => /[^\p{L}]/u.test(secret)),
		shortestInData,
	);
	const inName = (name: string) => replaced(name, patternInNames);
	const isMasked = (value: unknown): boolean => {
		if (typeof value === 'string') return whole.has(value) || (pattern !== null && value.search(pattern) !== -1);
		if (typeof value !== 'object' || value === null) return false;
		for (const name in value) if (inName(name) !== name || isMasked(Reflect.get(value, name))) return true;
		return false;
	};
	const masked = (value: unknown): unknown => {
		if (typeof value === 'string') return whole.has(value) ? mask : replaced(value, pattern);
		if (Array.isArray(value)) return value.map(masked);
		if (!isRecord(value)) return value;
		return Object.fromEntries(Object.entries(value).map(([name, member]) => [inName(name), masked(member)]));
	};
	// JSON stays JSON, and a record a record.
	return <Value>(value: Value) => (isMasked(value) ? (masked(value) as Value) : value);
}

function patternFor(secrets: readonly string[], shortest: number): RegExp | null {
	const patterns = secrets
		.filter((secret) => secret.length >= shortest)
		.flatMap((secret) => [secret, ...(secret.length >= shortestInData ? encodingsOf(secret) : [])])
		// The longest first: one secret may be a part of another.
		.sort((one, other) => other.length - one.length)
		.map((secret) => (secret.match(/\\+|[^\\]/gu) ?? []).map(patternOf).join(''));
	return patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'gi');
}

/** The secret in Base64 and in hexadecimal digits. */
function encodingsOf(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const base64 = bytes.toString('base64').replace(/=+$/, '');
	return [...new Set([base64, bytes.toString('base64url'), bytes.toString('hex')])];
}

const entityNames: Record<string, string> = { '"': 'quot', '&': 'amp', '<': 'lt', '>': 'gt', "'": 'apos', ' ': 'nbsp' };

/**
 * A pattern of one character, or of several backslashes, as it is and as JSON, percent-encoding and HTML write it, also if they do so again
 * and again.
 */
function patternOf(part: string): string {
	// No encoding changes these.
	if (/[a-z0-9]/i.test(part)) return part;
	const [character = ''] = part;
	const code = character.codePointAt(0) ?? 0;
	const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
	const percents = Array.from(Buffer.from(character), (byte) => `%(?:25){0,2}${byte.toString(16).padStart(2, '0')}`);
	const name = entityNames[character];
	const entities = [`#0*${code}`, `#x0*${code.toString(16)}`, ...(name === undefined ? [] : [name])];
	const encoded = [
		percents.join(''),
		units.map((unit) => `\\\\{1,8}u${unit}`).join(''),
		`&(?:amp;){0,2}(?:${entities.join('|')});`,
		...(character === ' ' ? ['\\+'] : []),
	].join('|');
	// One pattern for all of them, from the first one on: with one for each, a text of backslashes would take very long.
	if (character === '\\') return `(?:(?:${encoded}){${part.length}}|(?<!\\\\)\\\\{${part.length},${part.length * 8}})`;
	return `(?:${encoded}|\\\\{0,8}${character.replace(/[$()*+./?[\]^{|}-]/g, '\\$&')})`;
}
function replaced(text: string, pattern: RegExp | null): string {
	return pattern ? text.replace(pattern, mask) : text;
}
