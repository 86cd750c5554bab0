import * as z from 'zod/v4';
import { type AddressField, cleanAddress, type CleanedAddress } from '../../schemas/address';
import { InvalidInput } from '../../errors';
import { readSpecifics, type Specifics } from '../specifics';

/** Where the exchange is and who we are there: what the credential holds. */
export type Account = {
	baseUrl: string;
	importUrl: string;
	username: string;
	password: string;
	sessionCookie?: string;
	ignoreSslIssues: boolean;
	allowInsecureHttp: boolean;
	specifics: Specifics;
};

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

const unprintable = /[\x00-\x1f\x7f]/;

/** The cleaned address of one interface; throws InvalidInput naming the credential's field. */
export function addressOf(account: Account, field: AddressField): string {
	const cleaned = cleanedAddress(account, field);
	if (cleaned.ok) return cleaned.address;
	const label = field === 'baseUrl' ? 'Base URL' : 'Import URL';
	throw new InvalidInput({ field, message: `${label}: ${cleaned.message}`, description: cleaned.description });
}

/** The same with what was left out. Without an Import URL, imports go to the Base URL. */
export function cleanedAddress(account: Account, field: AddressField): CleanedAddress {
	const used = field === 'importUrl' && !hasImportUrl(account) ? 'baseUrl' : field;
	return cleanAddress(account[used], used);
}

export function hasImportUrl({ importUrl }: Account): boolean {
	return importUrl.trim() !== '';
}

/** The Basic credentials of the token call (docs/service.md 4.1). */
export function basicCredentials({ username, password }: Account): string {
	if (username === '' || password === '') {
		throw new InvalidInput({
			field: username === '' ? 'username' : 'password',
			message: `The credential has no ${username === '' ? 'user name' : 'password'}`,
			description: 'Enter user name and password of the interface user in the credential.',
		});
	}
	if (username.includes(':')) {
		throw new InvalidInput({
			field: 'username',
			message: 'The user name contains a colon',
			description: 'A log-in with HTTP Basic cannot carry one. Check the user name in the credential.',
		});
	}
	return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/** Every secret of a call, for whatever quotes a reply: a page may echo the request that it answers. */
export function secretsOf(account: Account, token = ''): string[] {
	const { username, password, sessionCookie = '' } = account;
	const cookies = sessionCookie.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
	const basic = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
	return [password, basic, token, sessionCookie.trim(), ...cookies];
}

/** The session cookie that goes with an import (docs/service.md 4.5), as a header, or none. */
export function cookieHeader({ sessionCookie }: Account): Record<string, string> {
	const cookie = sessionCookie?.trim() ?? '';
	if (cookie === '') return {};
	if (unprintable.test(cookie) || /[^\x00-\xff]/.test(cookie)) {
		throw new InvalidInput({
			field: 'sessionCookie',
			message: 'The session cookie contains a line break or another character that no cookie has',
			description: 'Copy it again as name=value, on one line.',
		});
	}
	return { cookie };
}
