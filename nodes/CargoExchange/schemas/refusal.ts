/** Signs in a response of success that the exchange did not do what was asked. The specification shows no such response (docs/service.md 7). */
import { isRecord } from './json';

/** Fields with an envelope of the response. Anything else may be an echo of the request, in which a `code` of 450 means nothing. */
const envelopes =
	/^(?:d|data|(?:\w+ )?(?:results?|responses?|reply)|return|errors?|issues?|messages?|status|summary|meta|header|body|output|import|operation|embedded)$/;
const deepestEnvelope = 5;

const errorFields =
	/\b(?:err|err(?:msg|code|no)|errors?|faults?|fault(?:code|string)|exceptions?|fail|failures?|failed|reject|rejected|rejections?|refused|refusals?|denied|invalid|expired|problems?|violations?|login required)\b/;
const statusFields =
	/^(?:(?:http |response |result |return |import |sub )?(?:status|code|status code|status text|state|outcome|result)|ack|type|severity|level)$/;
const flagFields =
	/^(?:is |was )?(?:success|successful|succeeded|imported|accepted|ok|valid|result|status|created|saved|stored|processed|done|authenticated|authori[sz]ed)$/;
/** Flags that may as well be counts or codes, of which 0 is a good one. */
const mayBeNumber = /\b(?:result|status|created|saved|stored|processed)$/;

const messageFields = /^(?:\w+ )?(?:messages?|msg|detail|text)$/;

/** Words with which a status or a text says no, after `words`. */
const bad =
	/\b(?:err|errors?|errored|fail\w*|faults?|reject\w*|refus\w*|invalid\w*|denied|denies|forbidden|unauthori[sz]ed|unauthenticated|unprocess\w*|unsuccessful\w*|exceptions?|abort\w*|cancell?ed|declined|duplicates?|conflicts?|expired|timed out|timeout|unavailable|bad request|nok|nack|nak|ko|not (?:been )?(?:ok|found|imported|accepted|allowed|valid|authori[sz]ed|processed|permitted|successful|created|saved|stored))\b/;
/** Further words with which a status says no, but for a sentence they may be about something else. */
const badAsStatus =
	/^(?:e|fatal|critical|partial\w*\b.*|ignored|skipped|blocked|incomplete|missing\b.*|wrong\b.*|crashed|void)$/;
/** Further words with which a sentence says no. */
const badInSentence =
	/\b(?:could not|cannot|can not|can t|unable|log ?in|sign ?in|missing|(?:is|are) required|must (?:not )?be|no such|violat\w*|traceback|maintenance)\b/;
/** A status of HTTP and nothing else. */
const statusAlone = /^\s*(?:http\S*\s+)?[45]\d\d\s*$/i;
const negated =
	/\b(?:0|no|zero|without(?: any)?) (?:errors?|fail\w*|fault\w*|reject\w*|exceptions?|conflicts?|duplicates?)/g;
const counted =
	/\b(?:errors?|fail\w*|fault\w*|reject\w*|exceptions?|conflicts?|duplicates?) (?:count |code |total )?(?:(?:0+|none|null|false)\b|no$)/g;
const none = /^(?:|0+|false|null|nil|undefined|none|no|n|n a|ok|success\w*|no (?:errors?|faults?|failures?))$/;
const no = /^(?:false|f|no|n|0|none|nothing)$/;
const queued = /\b(?:queued|enqueued|pending|processing|in progress|scheduled|deferred)\b/;

/** What a field is called or says, in words: `errorMessage`, `ERROR_MESSAGE` and `error-message` are the same. */
export function words(text: string): string {
	return text
		.slice(0, longestRead)
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.toLowerCase();
}

const longestRead = 10_000;

/** Whether the response says that it was not done: at its top level, in the entries of a list there, and in envelopes. */
export function refuses(reply: unknown): boolean {
	if (reply === false || (typeof reply === 'number' && isBadStatus(reply))) return true;
	if (typeof reply === 'string') return isBad(reply) || statusAlone.test(reply) || badInSentence.test(words(reply));
	if (Array.isArray(reply) && reply.some((entry) => typeof entry !== 'object' && refuses(entry))) return true;
	const fields = fieldsOf(reply);
	return fields.some(([name, value]) => fieldRefuses(name, value) || (name === 'sets' && hasFailedSet(value)));
}

/** Whether a message of the response says no, which is a matter of wording and may be about something else. */
export function refusesInWords(reply: unknown): boolean {
	return fieldsOf(reply).some(
		([name, value]) =>
			messageFields.test(name) && [value].flat().some((text) => typeof text === 'string' && refuses(text)),
	);
}

/** Whether the response says that it will be done later. */
export function isQueued(reply: unknown): boolean {
	if (typeof reply === 'string') return queued.test(words(reply));
	return fieldsOf(reply).some(
		([name, value]) => statusFields.test(name) && typeof value === 'string' && queued.test(words(value)),
	);
}

function fieldRefuses(name: string, value: unknown): boolean {
	return isErrorField(name) ? valueIsError(value, isCode(name)) : statusRefuses(name, value);
}

/** Whether a field is one for errors. `name`: in words. */
export function isErrorField(name: string): boolean {
	return errorFields.test(name) && !name.startsWith('no ');
}

/** Whether a status, or a flag such as `success`, says no. `name`: in words. */
export function statusRefuses(name: string, value: unknown): boolean {
	return (statusFields.test(name) && isBadStatus(value)) || (flagFields.test(name) && saysNo(value, name));
}

/** The fields of the response and of its envelopes, their names in words. */
function fieldsOf(value: unknown, depth = 0): [name: string, value: unknown][] {
	if (depth > deepestEnvelope) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => fieldsOf(entry, depth + 1));
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([field, member]): [string, unknown][] => {
		const name = words(field);
		return [[name, member], ...(envelopes.test(name) ? fieldsOf(member, depth + 1) : [])];
	});
}

/** A list of sets may say of each what became of it. Nothing that is imported has a status or a field for errors, so this is no echo. */
function hasFailedSet(sets: unknown): boolean {
	const entries: unknown[] = Array.isArray(sets) ? sets : [];
	return entries
		.flatMap((set) => (isRecord(set) ? Object.entries(set) : []))
		.some(([field, value]) => fieldRefuses(words(field), value));
}

/** Whether the value of a field for errors is one. Warnings are none, nor is anything that is empty; `mayBeSuccess`: nor is 200. */
export function valueIsError(value: unknown, mayBeSuccess = false, depth = 0): boolean {
	if (typeof value === 'string') return !none.test(words(value)) && !(mayBeSuccess && /^\s*2\d\d\b/.test(value));
	if (typeof value === 'number') return value !== 0 && !(mayBeSuccess && value >= 200 && value < 300);
	if (depth > deepestEnvelope) return true;
	if (Array.isArray(value)) return value.some((entry) => valueIsError(entry, mayBeSuccess, depth + 1));
	if (!isRecord(value)) return value === true;
	if (isOnlyWarning(value)) return false;
	return Object.entries(value).some(([field, member]) => valueIsError(member, isCode(words(field)), depth + 1));
}

function isCode(name: string): boolean {
	return /(?:code|status)$/.test(name);
}

function isOnlyWarning(entry: Record<string, unknown>): boolean {
	return Object.entries(entry).some(
		([field, value]) =>
			/^(?:severity|level|type|kind)$/.test(words(field)) &&
			typeof value === 'string' &&
			/^(?:warn|info|notice|note|hint|debug|[wi]$)/.test(words(value)),
	);
}

function isBadStatus(value: unknown): boolean {
	if (typeof value === 'number') return value < 0 || (value >= 400 && value < 600);
	if (typeof value !== 'string') return false;
	return /^\s*(?:[45]\d\d(?!\d)|-\d)/.test(value) || isBad(value) || badAsStatus.test(words(value));
}

function saysNo(value: unknown, field: string): boolean {
	if (value === 0 || value === '0') return !mayBeNumber.test(field);
	return value === false || (typeof value === 'string' && (no.test(words(value)) || isBad(value)));
}

function isBad(text: string): boolean {
	return bad.test(words(text).replace(counted, '').replace(negated, ''));
}
