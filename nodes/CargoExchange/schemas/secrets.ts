/** Secrets of a call in texts from outside, in which services write them in many ways: a page may echo the request. */
import { isRecord, type Json } from './json';

const mask = '***';
/** In a message, a shorter secret would mask parts of ordinary words. */
const shortestInMessage = 4;
/** In data, which must stay usable: the password "2026" must not change a reference. */
const shortestInData = 8;

/** A text for a message without the secrets, also where they are escaped or encoded. Mask a text before you cut it. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
	return masked(text, secrets, shortestInMessage);
}

/** A copy of parsed JSON without the secrets: short ones are masked only if they are the whole value. */
export function maskSecretsIn(value: Json, secrets: readonly string[]): Json {
	if (typeof value === 'string') {
		return value !== '' && secrets.includes(value) ? mask : masked(value, secrets, shortestInData);
	}
	if (Array.isArray(value)) return value.map((member) => maskSecretsIn(member, secrets));
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [
			masked(key, secrets, shortestInData),
			maskSecretsIn(member, secrets),
		]),
	);
}

function masked(text: string, secrets: readonly string[], shortest: number): string {
	const patterns = [...secrets]
		.filter((secret) => secret.length >= shortest)
		// The longest first: one secret may be a part of another.
		.sort((one, other) => other.length - one.length)
		.map((secret) => (secret.match(/\\+|[^\\]/gu) ?? []).map(patternOf).join(''));
	return patterns.length === 0 ? text : text.replace(new RegExp(patterns.join('|'), 'gi'), mask);
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
