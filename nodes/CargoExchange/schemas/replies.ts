/** The replies of the token call, of the counterparties call and of the import (docs/service.md 4.1, 4.2, 4.5). */
import * as z from 'zod/v4';
import { sanitize, serviceMessage } from './errorMessage';
import { findUuids, firstOfEach, isRecord, type Json, parseJson, sanitizeJson, text } from './json';

/** The reply of the token call (docs/service.md 4.1). The token must be fit for a header: visible ASCII. */
export const tokenReply = z.looseObject({ token: z.string().regex(/^[\x21-\x7e]+$/) });

const claims = z.looseObject({ exp: z.number(), iat: z.number() });

/** Seconds between issue and end that a JWT states (`exp − iat`), or null when the token states none. Never reads the clock. */
export function statedLifetimeSeconds(token: string): number | null {
	const [, payload, signature, ...more] = token.split('.');
	if (payload === undefined || signature === undefined || more.length > 0) return null;
	try {
		const stated = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
		return stated.success ? stated.data.exp - stated.data.iat : null;
	} catch {
		// An opaque token that happens to contain two dots.
		return null;
	}
}

/** A customer that the caller may see (docs/service.md 2.2). A missing name reads as '', since searches need only the ID. */
const counterparty = z.looseObject({
	customerId: text.pipe(z.string().min(1)),
	customerName: text.transform((name) => name ?? ''),
});

export type Counterparty = z.infer<typeof counterparty>;

/** The reply of the counterparties call is a bare array (docs/service.md 4.2). An invalid entry and a repeated ID are dropped. */
export const counterparties = z
	.preprocess(
		(list) => (Array.isArray(list) && list.some(isCounterparty) ? list.filter(isCounterparty) : list),
		z.array(counterparty),
	)
	.transform((list) => list.filter(firstOfEach(({ customerId }) => customerId.toLowerCase())));

function isCounterparty(entry: unknown): boolean {
	return counterparty.safeParse(entry).success;
}

/** The reply of an import: its JSON, else its text, and every UUID in it. The shape is not specified (4.5). */
export type ImportReply = { status: number; response: Json; setIds: string[] };

/** Reads an import reply: JSON if it is JSON, made safe to copy and store, else the text as received. `location`: its header. */
export function readImportReply(status: number, body: string, location: string | null = null): ImportReply {
	const json = parseJson(body);
	const inBody = findUuids(body);
	const setIds = inBody.length > 0 ? inBody : findUuids(location ?? '');
	return { status, response: json ? sanitizeJson(json.value) : body, setIds };
}

/** The code of an error in the body of a reply, as in the envelope of a search (docs/service.md 2.4, 7), or null. */
export function codeIn(body: unknown): number | null {
	return isRecord(body) ? errorCode(body['code']) : null;
}

function errorCode(value: unknown): number | null {
	const code = typeof value === 'string' ? Number(value) : value;
	return typeof code === 'number' && Number.isInteger(code) && code >= 400 && code < 600 ? code : null;
}

/**
 * How a successful reply contradicts itself: a code or status of 400 to 599, or `success: false`; or, without any set ID, an error, errors
 * or an errorMessage, or a status such as FAILED. Null if it does not.
 */
export function denialIn(body: string, secrets: readonly string[] = []): string | null {
	const reply = parseJson(body)?.value;
	if (!isRecord(reply)) return null;
	const { code, status, success, error, errors, errorMessage } = reply;
	const denies = [code, status].some((one) => errorCode(one) !== null) || success === false || success === 'false';
	const isBad = typeof status === 'string' && /error|fail|reject|invalid|denied/i.test(status);
	const complains = (isBad || [error, errors, errorMessage].some(isFilled)) && findUuids(body).length === 0;
	if (!denies && !complains) return null;
	return serviceMessage(body, secrets) ?? sanitize(JSON.stringify(sanitizeJson(reply)), secrets);
}

function isFilled(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() !== '';
	return value === true || (typeof value === 'object' && value !== null && Object.keys(value).length > 0);
}
