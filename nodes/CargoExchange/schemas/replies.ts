/** The replies of the token call and of the counterparties call (docs/service.md 4.1, 4.2), and what all replies have in common. */
import * as z from 'zod/v4';
import { firstWithId } from './ids';
import { anyText, isRecord } from './json';

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
	customerId: anyText.pipe(z.string().min(1)),
	customerName: anyText.transform((name) => name ?? ''),
});

export type Counterparty = z.infer<typeof counterparty>;

/** The reply of the counterparties call is a bare array (docs/service.md 4.2). An invalid entry and a repeated ID are dropped. */
export const counterparties = z
	.preprocess(
		(list) => (Array.isArray(list) && list.some(isCounterparty) ? list.filter(isCounterparty) : list),
		z.array(counterparty),
	)
	.transform((list) => list.filter(firstWithId(({ customerId }) => customerId)));

function isCounterparty(entry: unknown): boolean {
	return counterparty.safeParse(entry).success;
}

/** The code of an error in the body of a reply, as in the envelope of a search (docs/service.md 2.4, 7), or null. */
export function codeIn(body: unknown): number | null {
	return isRecord(body) ? errorCode(body['code']) : null;
}

function errorCode(value: unknown): number | null {
	const code = typeof value === 'string' ? Number(value) : value;
	return typeof code === 'number' && Number.isInteger(code) && code >= 400 && code < 600 ? code : null;
}
