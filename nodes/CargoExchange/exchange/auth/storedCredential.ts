import { z } from 'zod/v4';
import { readSpecifics } from '../specifics';
import type { Account } from './credential';

const text = z.string().catch('');
const flag = z.boolean().catch(false);

const stored = z.object({
	baseUrl: text,
	importUrl: text,
	username: text,
	password: text,
	sessionCookie: text,
	ignoreSslIssues: flag,
	allowInsecureHttp: flag,
});

/** The account in a `cargoExchangeApi` credential as n8n stores it. What is missing is empty; the call that needs it says so. */
export function parseCredential(credential: unknown): Account {
	return { ...stored.parse(credential), specifics: readSpecifics(credential) };
}
