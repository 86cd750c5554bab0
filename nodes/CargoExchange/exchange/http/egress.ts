import type { LookupFunction } from 'node:net';

/** The part of n8n's egress filter (`helpers.getSecureEgressFilter`) that we use; n8n's own type fits it. */
export type EgressFilter = {
	/** Says whether n8n lets a call go to this address; resolves its host. */
	validateUrl(url: string | URL): Promise<{ ok: true } | { ok: false; error: Error }>;
	/** The name look-up for connecting, which refuses what `validateUrl` refuses. */
	createSecureLookup(): LookupFunction;
};

/** Marks what the look-up of a filter refused. */
export const egressRefusedCode = 'EGRESS_REFUSED';
