import * as z from 'zod/v4';
import { parseJson } from './json';
import { sanitizeJson } from './sanitizeJson';

const longestQuote = 300;
/** Of a longer text only the beginning is looked at. */
const longestRead = 65_536;
/** Where services put what they have to say; `detail` and `title` are those of RFC 9457. */
const spokenFields = ['errorMessage', 'message', 'error', 'error_description', 'detail', 'title', 'errors'] as const;
const spoken = z.record(z.string(), z.unknown());

/**
 * The service's own words in an error answer: the text under errorMessage, message, error, error_description, detail, title,
 * errors or status, else the beginning of the JSON, or the title or text of a page. One line, at most 300 characters,
 * no secret and no token; null when there is nothing to quote.
 */
export function serviceMessage(body: string, secrets: readonly string[] = []): string | null {
	const json = parseJson(body);
	const words = json ? (wordsIn(json.value, [...spokenFields, 'status']) ?? extract(json.value)) : wordsOfPage(body);
	return words === null ? null : sanitize(words, secrets);
}

/**
 * As `serviceMessage`, in a reply that calls itself a success: its `status` says no more than that, and its data, which may be
 * a token, is not quoted.
 */
export function serviceNote(body: string, secrets: readonly string[] = []): string | null {
	const json = parseJson(body);
	if (!json) return isPage(body) ? serviceMessage(body, secrets) : null;
	const isData = typeof json.value === 'string' || Array.isArray(json.value);
	const words = isData ? null : wordsIn(json.value, spokenFields);
	return words === null ? null : sanitize(words, secrets);
}

/** True when the text is a web page rather than data. */
export function isPage(body: string): boolean {
	return /^\s*(?:<!doctype html|<html|<head|<body|<\?xml[^>]*>\s*<!doctype html)/i.test(body.slice(0, 1024));
}

function wordsIn(value: unknown, fields: readonly string[], depth = 0): string | null {
	if (typeof value === 'string') return value.trim() === '' ? null : value;
	if (Array.isArray(value)) return value.length > 0 && depth < 3 ? wordsIn(value[0], fields, depth + 1) : null;
	const reply = spoken.safeParse(value);
	if (!reply.success || depth > 2) return null;
	for (const field of fields) {
		const words = wordsIn(reply.data[field], fields, depth + 1);
		if (words !== null) return words;
	}
	return null;
}

/** JSON that says something nowhere in particular. */
function extract(value: unknown): string | null {
	const text = JSON.stringify(sanitizeJson(value));
	return /:"[^"]/.test(text) ? text : null;
}

function wordsOfPage(body: string): string | null {
	const head = body.slice(0, longestRead);
	const titled = /<title[^<>]*>([^<]+)<\/title>/i.exec(head) ?? /<h1[^<>]*>([^<]+)<\/h1>/i.exec(head);
	if (titled?.[1]?.trim()) return decodeEntities(titled[1]);
	return decodeEntities(
		head
			.replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
			.replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
			.replace(/<[^<>]*>/g, ' '),
	);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
	return text.replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (whole, name: string) => entities[name] ?? whole);
}

/** The beginning of a JSON Web Token, or all of it. */
const webTokens = /\beyJ(?:[\w-]+(?:\.[\w-]*)+|[\w-]{16,})/g;

/** One short printable line of foreign text, without control characters, the given secrets and JSON Web Tokens. */
export function sanitize(words: string, secrets: readonly string[] = []): string | null {
	let line = words.slice(0, longestRead);
	// The longest first: one secret may be a part of another.
	for (const secret of [...secrets].sort((one, other) => other.length - one.length)) {
		if (secret.length > 3) line = line.replaceAll(secret, '***');
	}
	line = line
		// Far more than is shown, and little enough that no pattern below can take long.
		.slice(0, 10 * longestQuote)
		.replace(webTokens, '***')
		.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, ' ')
		.trim();
	if (line === '') return null;
	return line.length > longestQuote ? `${line.slice(0, longestQuote - 1)}…` : line;
}
