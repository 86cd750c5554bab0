/** The replies of the token call, of the counterparties call and of the import (docs/service.md 4.1, 4.2, 4.5). */
import * as z from 'zod/v4';
import { sanitize, serviceMessage } from './errorMessage';
import { findUuids, parseJson, sanitizeJson, text } from './json';

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

/** The reply of the counterparties call is a bare array (docs/service.md 4.2). An invalid entry is dropped. */
export const counterparties = z.preprocess(
	(list) => (Array.isArray(list) && list.some(isCounterparty) ? list.filter(isCounterparty) : list),
	z.array(counterparty),
);

function isCounterparty(entry: unknown): boolean {
	return counterparty.safeParse(entry).success;
}

/** The reply of an import: its JSON, else its text, and every UUID in it. The shape is not specified (4.5). */
export type ImportReply = { status: number; response: unknown; setIds: string[] };

/** Reads an import reply: JSON if it is JSON, made safe to copy and store, else the text as received. */
export function readImportReply(status: number, body: string): ImportReply {
	const json = parseJson(body);
	return { status, response: json ? sanitizeJson(json.value) : body, setIds: findUuids(body) };
}

const errorCode = z.looseObject({ code: z.coerce.number().int().min(400).max(599) });

/** The code of an error in the body of a reply, as in the envelope of a search (docs/service.md 2.4, 7), or null. */
export function codeIn(body: unknown): number | null {
	return errorCode.safeParse(body).data?.code ?? null;
}

/** Bodies of replies that contradict their HTTP status. */
const flatDenial = z.union([errorCode, z.looseObject({ success: z.literal(false) })]);
const complaint = z.union([
	z.looseObject({ errorMessage: z.string().trim().min(1) }),
	z.looseObject({ errors: z.array(z.unknown()).min(1) }),
]);

/**
 * How a successful reply contradicts itself: an envelope code of 400 to 599 (as in docs/service.md 2.4 and 7) or
 * `success: false`; or an `errorMessage` or `errors` without any set ID. Null if it does not.
 */
export function denialIn(body: string, secrets: readonly string[] = []): string | null {
	const reply = sanitizeJson(parseJson(body)?.value);
	const denies = flatDenial.safeParse(reply).success;
	const complains = complaint.safeParse(reply).success && findUuids(body).length === 0;
	if (!denies && !complains) return null;
	return serviceMessage(body, secrets) ?? sanitize(JSON.stringify(reply), secrets);
}
