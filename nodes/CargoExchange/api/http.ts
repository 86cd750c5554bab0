import type { LookupFunction } from 'node:net';

/** The part of n8n's egress filter (`helpers.getSecureEgressFilter`) that we use; n8n's own type fits it. */
export type EgressFilter = {
	validateUrl(url: string | URL): Promise<{ ok: true } | { ok: false; error: Error }>;
	validateConnectionHost(host: string): { ok: true } | { ok: false; error: Error };
	createSecureLookup(): LookupFunction;
};
