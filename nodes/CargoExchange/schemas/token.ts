import * as z from 'zod/v4';

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
		// Three parts but no JSON in the middle: an opaque token that happens to contain dots.
		return null;
	}
}
