/** The response to an import, whose shape is not specified (docs/service.md 4.5). */
import { isPage } from './errorMessage';
import { statusRank } from '../vocabulary';
import { findUuids, firstWithId, isUuid } from './ids';
import { isRecord, type Json, parseJson, sanitizeJson } from './json';

/** A response of success: what it names, and whether it gives reason to look whether the shipment is there. */
export type ReadReply = {
	/** Its JSON, else its text; null if it cannot be read. */
	response: Json;
	setIds: string[];
	/** True if it says nothing, or only that it is a success. */
	isEmpty: boolean;
	/** A sign that it may be a refusal. It is never a verdict. */
	sign: 'page' | 'unreadable' | 'refusal' | 'sentence' | null;
};

/** Reads a response of success. Its words count for nothing: only fields and their values do. */
export function readImportReply(text: string, contentType: string | null): ReadReply {
	const json = parseJson(text);
	const value = json ? json.value : text;
	const isHtml = /\bx?html\b/i.test(contentType?.split(';')[0] ?? '') && text.trim() !== '';
	if (json === null && (isHtml || isPage(text))) return { ...unread, sign: 'page' };
	if (json === null && notText.test(text)) return { ...unread, sign: 'unreadable' };
	const response = json ? sanitizeJson(value) : text;
	const isRefusal = hasSignOfRefusal(value, isSignInReply) || (json === null && errorElement.test(text));
	const named = setIdsIn(value);
	// A sentence may also say that a set was not created.
	const setIds = named.length > 0 ? named : setIdsInSentence(value);
	const isSentence = named.length === 0 && setIds.length > 0;
	return { response, setIds, isEmpty: saysNoMore(value), sign: isRefusal ? 'refusal' : isSentence ? 'sentence' : null };
}

const unread = { response: null, setIds: [], isEmpty: false };

/** JSON that cannot be read, and bytes that are not text. */
const notText = /^[\s\ufeff]*[{[]|[\0-\x08\x0e-\x1f\ufffd]/;
const errorElement = /<(?:[\w.-]+:)?(?:error|fault)s?(?:\s[^<>]*)?(?<!\/)>/i;

/** Below any depth at which recursion ends badly. */
const deepest = 100;

/**
 * Whether a field of the response, at any depth, may say that it was not done: `success` or `ok` is false, `errors` or `faults` have
 * content, or a code or status is a number from 400 to 599.
 */
export function hasSignOfRefusal(reply: unknown, isOne = isSign, depth = 0): boolean {
	const value = unwrapped(reply);
	if (depth > deepest || typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some(
		([name, member]) => isOne(name, member) || hasSignOfRefusal(member, isOne, depth + 1),
	);
}

/** Also a status in words, unless it is a success or that of a set. */
function isSignInReply(name: string, value: unknown): boolean {
	const isStatus = /^status$/i.test(name) && typeof value === 'string' && value.trim() !== '';
	return isSign(name, value) || (isStatus && !isWordOfSuccess(value) && statusRank(value) < 0);
}

function isSign(name: string, value: unknown): boolean {
	if (flags.test(name)) return value === false;
	if (codes.test(name)) return typeof value === 'number' && value >= 400 && value < 600;
	return /^(?:error|fault)s?$/i.test(name) && hasContent(value);
}

const flags = /^(?:success|ok)$/i;
const codes = /^(?:code|status|statusCode)$/i;

function hasContent(value: unknown): boolean {
	return value !== false && value !== 0 && !isBlank(value);
}

function isBlank(value: unknown, depth = 0): boolean {
	if (typeof value === 'string') return value.trim() === '';
	if (typeof value !== 'object' || value === null) return value === null;
	return depth <= deepest && Object.values(value).every((member) => isBlank(member, depth + 1));
}

/** Whether a response of success says no more than that: it may be that of any exchange to any import. */
function saysNoMore(reply: unknown): boolean {
	if (!isRecord(reply)) return isBlank(reply) || isWordOfSuccess(reply);
	return Object.entries(reply).every(
		([name, value]) =>
			isBlank(value) || (codes.test(name) && isWordOfSuccess(value)) || (flags.test(name) && value === true),
	);
}

/** Whether a code or a status says that a request has succeeded. */
export function isWordOfSuccess(value: unknown): boolean {
	if (typeof value === 'string') return /^\s*(?:ok|success|2\d\d)\s*$/i.test(value);
	return typeof value === 'number' && value >= 200 && value < 300;
}

/** JSON within a JSON text is read, too. */
function unwrapped(value: unknown): unknown {
	return typeof value === 'string' && /^\s*["{[]/.test(value) ? (parseJson(value)?.value ?? value) : value;
}

/** What a field is called, in words: `setId`, `SET_ID` and `set-id` are the same. */
function words(name: string): string {
	return name
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.toLowerCase();
}

/** The name of a field with set IDs, and that of a list of sets, such as `createdSets`, in words. */
const namesSet = /^set (?:ids?|uuids?|guids?)$/;
const ofSets = /^(?:\w+ )*sets?$/;
const id = /^(?:id|uuid|guid|value)$/;

/**
 * The set IDs in a response, all UUIDs: values of fields such as `setId`, those in a list `sets` or in an `id` of its entries, and one that
 * stands alone. Other IDs, such as `id`, `transactionId` and `traceId`, are not those of sets. `isSetId`: the names of fields with set IDs.
 */
function setIdsIn(reply: unknown, isSetId = namesSet): string[] {
	const found: string[] = [];
	const visit = (given: unknown, field: string, depth: number, isEntry = false): void => {
		const value = unwrapped(given);
		const isSet = isSetId.test(field) || ofSets.test(field);
		if (depth > deepest) return;
		if (Array.isArray(value)) {
			for (const entry of value) visit(entry, field, depth + 1, true);
		} else if (isRecord(value)) {
			const members = Object.entries(value).map(([key, member]) => ({ name: words(key), member }));
			const isOneSet = isEntry || members.some(({ name }) => namesSet.test(name) || id.test(name));
			for (const { name, member } of members) {
				// Sets by their names, or apart by what became of them.
				const isInside = isSet && !isOneSet && (Array.isArray(member) || isUuid(member)) && !/\bid$/.test(name);
				visit(member, isSet && id.test(name) ? 'set id' : isInside ? field : name, depth + 1);
			}
		} else if (isUuid(value) && !isNil(value) && (isSet || /^(?:|data|results?|responses?)$/.test(field))) {
			found.push(value);
		}
	};
	visit(typeof reply === 'string' ? reply.trim() : reply, '', 0);
	return found.filter(firstWithId((each) => each));
}

/** The beginning of a sentence about sets, such as *Set 0b9f1c52-… created*. */
const aboutSets = /^\s*sets?(?: (?:ids?|uuids?|guids?))?:? ((?:[0-9a-f-]{36}(?:, | and )?)+)/i;

/** The set IDs with which a response of success begins, or its message. */
function setIdsInSentence(reply: unknown): string[] {
	const sentence = isRecord(reply) ? reply['message'] : reply;
	return typeof sentence === 'string'
		? findUuids(aboutSets.exec(sentence)?.[1] ?? '').filter((each) => !isNil(each))
		: [];
}

function isNil(uuid: string): boolean {
	return /^[0-]+$/.test(uuid);
}

/** The set IDs in a response that is not a success. Only those that it calls so: any other may be of what it objects to. */
export function setIdsInRefusal(text: string): string[] {
	const inFields = setIdsIn(parseJson(text)?.value ?? text, /\bset (?:ids?|uuids?|guids?)$/);
	const called = text.match(/\bset[\s_-]*(?:id|uuid|guid)s?\W{1,8}[0-9a-f-]{36}/gi) ?? [];
	return [...inFields, ...called.flatMap(findUuids)].filter(firstWithId((each) => each));
}
