/** The credential as n8n stores it, and its addresses as people paste them and as calls need them. */
import * as z from 'zod/v4';

const text = z.string().catch('');
const flag = z.boolean().catch(false);

/**
 * The addresses, cleaned here and nowhere else, and the login. What is missing reads as empty. Without an Import URL, imports go to the
 * Base URL.
 */
export const storedCredential = z
	.object({
		baseUrl: text,
		importUrl: text,
		// Blanks are often copied with it, and no login begins or ends with one. A password may.
		username: z.string().trim().catch(''),
		password: text,
		token: text,
		sessionCookie: text,
		ignoreSslIssues: flag,
		allowInsecureHttp: flag,
	})
	.transform(({ baseUrl: base, importUrl: imports, ...login }) => {
		const hasImportUrl = imports.trim() !== '';
		const baseUrl = cleanAddress(base, 'baseUrl');
		return { ...login, baseUrl, importUrl: hasImportUrl ? cleanAddress(imports, 'importUrl') : baseUrl, hasImportUrl };
	});

/** `address`: '' if it cannot be used. */
export type CleanedAddress =
	{ ok: true; address: string; hint: string | null } | { ok: false; address: ''; message: string; description: string };

/** Which of the credential's addresses it is. */
export type AddressField = 'baseUrl' | 'importUrl';

/** The paths that are pasted with each address by mistake: those of its calls (docs/service.md 4). */
const tails: Record<AddressField, RegExp> = {
	baseUrl: /\/v3\/common(?:\/(?:oauth2(?:\/token)?|counterparties|sets(?:\/[^/]+)*))?$/i,
	importUrl: /\/api\/v1(?:\/shipments(?:\/[^/]+)*)?$/i,
};

/** Longer than any address, and short enough that no pattern below takes long. */
const longestAddress = 2_000;

/**
 * The address to put calls behind: scheme, host, port and path prefix, without a trailing slash, a query or a pasted path of a
 * call. `hint` names the removed parts. A missing scheme reads as https.
 */
function cleanAddress(typed: string, field: AddressField): CleanedAddress {
	const entered = typed.trim();
	if (entered === '') return refused('The address is empty', 'Enter an address such as https://exchange.example.');
	if (entered.length > longestAddress) {
		return refused('The address is too long', 'Enter an address such as https://exchange.example.');
	}
	const schemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(entered) ? entered : `https://${entered}`;
	const url = URL.canParse(schemed) ? new URL(schemed) : null;
	if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
		return refused('The address is not a web address', 'Enter an address such as https://exchange.example.');
	}
	if (url.username !== '' || url.password !== '') {
		return refused(
			'The address contains a user name or password',
			'Enter them in their own fields and remove them from the address.',
		);
	}
	const given = withoutSlashes(url.pathname);
	const path = withoutSlashes(given.replace(tails[field], ''));
	const left = [given.slice(path.length), url.search === '' && url.hash === '' ? '' : 'the part after ? or #'].filter(
		(part) => part !== '',
	);
	return {
		ok: true,
		address: `${url.origin}${path}`,
		hint: left.length === 0 ? null : `Used ${url.origin}${path}, without ${left.join(' and ')}.`,
	};
}

function refused(message: string, description: string): CleanedAddress {
	return { ok: false, address: '', message, description };
}

function withoutSlashes(path: string): string {
	return path.replace(/\/+$/, '');
}

/** True for an address that never leaves this machine: localhost, 127.x.x.x, [::1]. */
export function isLoopback(url: URL): boolean {
	const host = url.hostname.toLowerCase();
	return host === 'localhost' || host.endsWith('.localhost') || /^127(?:\.\d+){3}$/.test(host) || host === '[::1]';
}

/** False for plain http to another machine: others on the network could read user name and password. */
export function isSafeToTalkTo(url: URL, allowInsecureHttp: boolean): boolean {
	return url.protocol === 'https:' || allowInsecureHttp || isLoopback(url);
}
