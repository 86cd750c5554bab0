/** The response to an import, whose shape is not specified (docs/service.md 4.5). */
import { isPage, sanitize, serviceMessage } from './errorMessage';
import { findUuids, firstWithId, isUuid } from './ids';
import { isRecord, type Json, parseJson, sanitizeJson } from './json';
import { isErrorField, isQueued, refuses, refusesInWords, statusRefuses, valueIsError, words } from './refusal';

/** The response of a shipment that was imported: its JSON, else its text, and the IDs of its sets. */
export type ImportReply = {
	status: number;
	response: Json;
	setIds: string[];
	/** `noSetId`: it names no set. `queued`: the import is carried out later. */
	notes: ReadonlyArray<'noSetId' | 'queued'>;
};

/** Why a response of success does not confirm the import, and the exchange's own words. */
type Unconfirmed = { why: 'page' | 'xml' | 'brokenJson' | 'refusal'; quote: string | null; setIds: string[] };

type Received = { status: number; text: string; contentType: string | null; location: string | null };

/**
 * Reads a response of success. It confirms the import unless it is a web page or says in any way that the shipment was not
 * imported; XML confirms only with a set ID, and so does JSON with a message that may say no. A set ID beside an error does
 * not outweigh it: a part of the shipment may have been imported.
 */
export function readImportReply(
	{ status, text, contentType, location }: Received,
	secrets: readonly string[] = [],
): ImportReply | Unconfirmed {
	const quote = () => serviceMessage(text, secrets) ?? sanitize(text, secrets);
	const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
	const json = parseJson(text);
	const isMarkup = json === null && /^[\s\ufeff]*</.test(text);
	const isHtml = json === null && text.trim() !== '' && /\bx?html\b/.test(type);
	if (isHtml || isPage(text)) return { why: 'page', quote: serviceMessage(text, secrets), setIds: [] };
	if (isMarkup) {
		const { setIds, isRefusal } = readXml(text);
		if (isRefusal) return { why: 'refusal', quote: quote(), setIds };
		if (setIds.length === 0) return { why: 'xml', quote: quote(), setIds };
		return { status, response: text, setIds, notes: notesOf(status, setIds, false) };
	}
	if (json === null && /^[\s\ufeff]*[{[]/.test(text)) {
		return { why: refuses(text) ? 'refusal' : 'brokenJson', quote: quote(), setIds: idsInText(text) };
	}
	const value = json ? json.value : text;
	const named = json ? setIdsIn(json.value) : idsInText(text);
	const setIds = named.length > 0 ? named : idsInLocation(status === 202 ? '' : (location ?? ''));
	const isRefusal = refuses(value) || (setIds.length === 0 && refusesInWords(value));
	if (isRefusal || /\bproblem\b/.test(type)) return { why: 'refusal', quote: quote(), setIds };
	return {
		status,
		response: json ? sanitizeJson(value) : text,
		setIds,
		notes: notesOf(status, setIds, isQueued(value)),
	};
}

function notesOf(status: number, setIds: readonly string[], isLater: boolean): ImportReply['notes'] {
	return [
		...(status === 202 || isLater ? ['queued' as const] : []),
		...(setIds.length === 0 ? ['noSetId' as const] : []),
	];
}

/** The name of a field or element with set IDs, in words. */
const namesSet = /\bset (?:ids?|uuids?|guids?)$/;

/** Below any depth at which recursion ends badly. */
const deepest = 20;

/**
 * The set IDs in JSON: values of fields such as `setId` and `newSetIds`, UUIDs in a list `sets` or in an `id` of its entries, and a UUID
 * that stands alone. Other IDs, such as `id`, `transactionId` and `traceId`, are not those of sets.
 */
function setIdsIn(reply: unknown): string[] {
	const found: string[] = [];
	const visit = (value: unknown, field: string, depth: number): void => {
		if (depth > deepest) return;
		if (Array.isArray(value)) {
			for (const entry of value) visit(entry, field, depth + 1);
		} else if (isRecord(value)) {
			const isSet = /^(?:\w+ )*sets?$/.test(field);
			for (const [key, member] of Object.entries(value)) {
				const name = words(key);
				visit(member, isSet && /^(?:id|uuid|guid)$/.test(name) ? 'set id' : name, depth + 1);
			}
		} else if (namesSet.test(field)) {
			const id = typeof value === 'number' ? String(value) : value;
			if (typeof id === 'string' && /^\S{1,100}$/.test(id.trim()) && id.trim() !== '0') found.push(id.trim());
		} else if (isUuid(value) && /^(?:|sets?|data|results?|responses?)$/.test(field)) {
			found.push(value);
		}
	};
	if (typeof reply === 'string') return idsInText(reply);
	visit(reply, '', 0);
	return found.filter(firstWithId((id) => id));
}

/** The set IDs in a response that is not a success. Only those that it calls so: any other may be of what it objects to. */
export function setIdsInRefusal(text: string): string[] {
	const value = parseJson(text)?.value;
	const inFields = typeof value === 'object' ? setIdsIn(value) : [];
	const called = text.match(/\bset[\s_-]*(?:id|uuid|guid)s?\W{1,8}[0-9a-f-]{36}/gi) ?? [];
	return [...inFields, ...called.flatMap(findUuids)].filter(firstWithId((id) => id));
}

const otherIds =
	/\b(?:trace|span|correlation|request|transaction|message|customer|shipment)[\s_-]*id\b["'\s:=]*[0-9a-f-]{36}/gi;

/** The ID of what was created; the address of a job that is queued, or of anything else, has another one. */
function idsInLocation(location: string): string[] {
	const [, created = ''] = /\/(?:sets?|shipments?|parcels?)\/([^/?#]+)/i.exec(location) ?? [];
	return findUuids(created);
}

function idsInText(text: string): string[] {
	return findUuids(text.replace(otherIds, ''));
}

/** More of a response in XML is not read. */
const longestXml = 262_144;

/** The set IDs in elements and attributes that mean one, and whether an element says no. */
function readXml(text: string): { setIds: string[]; isRefusal: boolean } {
	const setIds: string[] = [];
	/** The elements around a text, and whether one of them is for errors. */
	const open: { name: string; isError: boolean }[] = [];
	let isRefusal = false;
	const read = (name: string, value: string) => {
		const content = value.trim();
		if (content === '') return;
		const field = words(name);
		if (namesSet.test(field)) setIds.push(...(findUuids(content).length > 0 ? findUuids(content) : [content]));
		// A code means something in an envelope only, and XML does not say what is one.
		const isStatus = field !== 'code' && statusRefuses(field, content);
		const isError = open.at(-1)?.isError === true || isErrorField(field);
		isRefusal ||= isStatus || (isError && valueIsError(content));
	};
	for (const [, closing, tag = '', attributes = '', content] of text.slice(0, longestXml).matchAll(xmlParts)) {
		if (content !== undefined) read(open.at(-1)?.name ?? '', content);
		else if (closing === '/') open.pop();
		else {
			const name = localName(tag);
			for (const [, key = '', , value = ''] of attributes.matchAll(/([\w:.-]+)\s*=\s*(["'])([^"'<>]*)\2/g)) {
				if (!key.startsWith('xmlns')) read(words(key) === 'id' ? `${name} id` : localName(key), value);
			}
			const isError = open.at(-1)?.isError === true || isErrorField(words(name));
			if (!attributes.endsWith('/')) open.push({ name, isError });
		}
	}
	return { setIds: setIds.filter(firstWithId((id) => id)), isRefusal };
}

const xmlParts = /<(\/?)([\w:.-]+)([^<>]*)>|([^<]+)/g;

function localName(name: string): string {
	return name.slice(name.indexOf(':') + 1);
}
