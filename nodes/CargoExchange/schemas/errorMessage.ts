import { isRecord, parseJson, sanitizeJson } from './json';
import { maskSecrets, secretMask } from './secrets';

const longestQuote = 300;
/** Only the beginning of a longer text is read. */
const longestRead = 65_536;
/** The fields in which services explain an error; `detail` and `title` are those of RFC 9457. */
const messageFields = [
	'errorMessage',
	'message',
	'error',
	'error_description',
	'detail',
	'title',
	'defaultMessage',
] as const;
/** The fields that name the place of one error among several. */
const placeFields = ['field', 'path', 'property', 'pointer'] as const;

/**
 * The service's message in an error answer: the text under errorMessage, message, error, error_description, detail or title, and the
 * errors of single fields beside it; else its status, or the beginning of the JSON; or the title or text of a page. One line, at most 300 characters,
 * no secret and no token; null if there is nothing to quote.
 */
export function serviceMessage(body: string, secrets: readonly string[] = []): string | null {
	const json = parseJson(body);
	const message = json
		? (messageIn(json.value, [...messageFields, 'status']) ?? extract(secretMask(secrets)(sanitizeJson(json.value))))
		: textOfPage(beginningOf(body, secrets));
	return message === null ? null : sanitize(message, secrets);
}

/**
 * As `serviceMessage`, in a reply with a success status: its `status` field says only that, and its data, which may be a token,
 * is not quoted.
 */
export function serviceNote(body: string, secrets: readonly string[] = []): string | null {
	const json = parseJson(body);
	if (!json) return isPage(body) ? serviceMessage(body, secrets) : null;
	const isData = typeof json.value === 'string' || Array.isArray(json.value);
	const message = isData ? null : messageIn(json.value, messageFields);
	return message === null ? null : sanitize(message, secrets);
}

/** Elements with which a page or a fragment of one begins. */
const firstElements =
	/^(?:html|head|body|title|meta|link|script|style|noscript|base|h[1-6]|p|div|span|section|main|header|nav|article|center|br|hr|font|b|strong|em|i|a|img|svg|form|input|button|table|ul|ol|iframe|frameset)$/i;

/** True if the text is a web page, also if a comment comes first or the page is only a fragment. */
export function isPage(body: string): boolean {
	if (!/^[\s\ufeff]*</.test(body)) return false;
	const [, first = ''] =
		/<([a-z][\w:.-]*)/i.exec(body.slice(0, longestRead).replace(/<!--[\s\S]*?(?:-->|$)/g, '')) ?? [];
	return firstElements.test(first);
}

function messageIn(value: unknown, fields: readonly string[], depth = 0): string | null {
	if (typeof value === 'string') return value.trim() === '' ? null : value;
	if (depth > 3) return null;
	if (Array.isArray(value)) {
		return joinErrors(
			value.map((one: unknown) => [placeIn(one), one]),
			fields,
			depth,
		);
	}
	if (!isRecord(value)) return null;
	const { errors } = value;
	const details = isRecord(errors)
		? joinErrors(Object.entries(errors), fields, depth)
		: messageIn(errors, fields, depth + 1);
	for (const field of fields) {
		const message = messageIn(value[field], fields, depth + 1);
		if (message !== null) return details === null || details === message ? message : `${message}: ${details}`;
	}
	return details;
}

function placeIn(error: unknown): string | undefined {
	const places = isRecord(error) ? placeFields.map((field) => error[field]) : [];
	return places.find((place) => typeof place === 'string');
}

function joinErrors(
	errors: ReadonlyArray<[place: string | undefined, error: unknown]>,
	fields: readonly string[],
	depth: number,
): string | null {
	const texts = errors.flatMap(([place, error]) => {
		const message = messageIn(error, fields, depth + 1);
		return message === null ? [] : [[place, message].filter((part) => part !== undefined).join(': ')];
	});
	return texts.length === 0 ? null : texts.join('; ');
}

/** JSON without any of the usual fields. */
function extract(value: unknown): string | null {
	const text = JSON.stringify(value);
	return /:"[^"]/.test(text) ? text : null;
}

function textOfPage(head: string): string | null {
	const titled = /<title[^<>]*>(?!\s*error\s*<)([^<]+)<\/title>/i.exec(head) ?? /<h1[^<>]*>([^<]+)<\/h1>/i.exec(head);
	if (titled?.[1]?.trim()) return decodeEntities(titled[1]);
	return decodeEntities(
		head
			.replace(/<(script|style|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
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

/** As much of a text as is read, without the secrets. Where it was cut, half a secret is not recognized, which may be written six times as long. */
function beginningOf(text: string, secrets: readonly string[]): string {
	const masked = maskSecrets(text.slice(0, longestRead), secrets);
	const longest = 6 * Math.max(0, ...secrets.map((secret) => secret.length));
	return text.length < longestRead ? masked : masked.slice(0, Math.max(0, masked.length - longest));
}

/** One short printable line of text from outside, without control characters, the given secrets and JSON Web Tokens. */
export function sanitize(text: string, secrets: readonly string[] = []): string | null {
	const line = beginningOf(text, secrets)
		// Far more than is shown, and short enough for the patterns below.
		.slice(0, 10 * longestQuote)
		.replace(webTokens, '***')
		.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, ' ')
		.trim();
	if (line === '') return null;
	return line.length > longestQuote ? `${line.slice(0, longestQuote - 1)}…` : line;
}
