import { type AddressField, storedCredential } from '../../schemas/address';
import { readProfile } from '../../schemas/profile';
import { InvalidInput } from '../../errors';
import { isRecord } from '../../schemas/json';

export type Account = ReturnType<typeof parseCredential>;

/**
 * The account in a `cargoExchangeApi` credential as n8n stores it. Missing values are empty, and the call that needs one says so. Throws
 * InvalidInput for a profile that cannot be used.
 */
export function parseCredential(credential: unknown) {
	const stored = storedCredential.parse(credential);
	return { ...stored, profile: readProfile(isRecord(credential) ? credential['profile'] : undefined) };
}

const unprintable = /[\x00-\x1f\x7f]/;

/** The cleaned address of one interface. Throws InvalidInput with the field of the credential. */
export function addressOf(account: Account, field: AddressField): string {
	const cleaned = account[field];
	if (cleaned.ok) return cleaned.address;
	const label = field === 'baseUrl' || !account.hasImportUrl ? 'Base URL' : 'Import URL';
	throw new InvalidInput({ field, message: `${label}: ${cleaned.message}`, description: cleaned.description });
}

/** The Basic credentials of the token call (docs/service.md 4.1). */
export function basicCredentials({ username, password }: Account): string {
	if (username === '' || password === '') {
		throw new InvalidInput({
			field: username === '' ? 'username' : 'password',
			message: `The credential has no ${username === '' ? 'user name' : 'password'}`,
			description: 'Enter the user name and the password of the API user in the credential.',
		});
	}
	if (username.includes(':')) {
		throw new InvalidInput({
			field: 'username',
			message: 'The user name contains a colon',
			description:
				'HTTP Basic authentication does not allow a colon in a user name. Check the user name in the credential.',
		});
	}
	return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/**
 * What no message may quote, even if the service repeats it; `inData`: what must not be in the data of an execution either. A password may
 * be a word of the data, such as the name of a port, and so may a cookie's value: there, only what is long and no mere word counts.
 */
export function secretsOf({ username, password, sessionCookie }: Account, authorization: string) {
	const cookies = sessionCookie.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
	const basic = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
	const random = [basic, authorization.replace(/^\w+ /, ''), sessionCookie.trim()];
	return {
		all: [password, ...random, ...cookies],
		inData: [...random, ...cookies.filter((value) => value.length >= 8 && /[^\p{L}]/u.test(value))],
	};
}

/** The header with the session cookie of an import (docs/service.md 4.5), if the credential has one. */
export function cookieHeader({ sessionCookie }: Account): Record<string, string> {
	const cookie = sessionCookie.trim();
	if (cookie === '') return {};
	if (unprintable.test(cookie) || /[^\x00-\xff]/.test(cookie)) {
		throw new InvalidInput({
			field: 'sessionCookie',
			message: 'The session cookie contains a line break or another invalid character',
			description: 'Copy it again as name=value, on one line.',
		});
	}
	return { cookie };
}
