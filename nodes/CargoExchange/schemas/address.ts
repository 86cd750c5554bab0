/** Address fields of the credential: what people paste, and what calls need. */

export type CleanedAddress =
	{ ok: true; address: string; hint: string | null } | { ok: false; message: string; description: string };

/** Where each interface begins: a pasted tail from here on is cut off (specification 4). */
const tails = /\/(?:v3\/common|api\/v1)(?:\/.*)?$/i;

/**
 * The address to put calls behind: scheme, host, port and path prefix, without a trailing slash, a query or a pasted
 * `/v3/common…` or `/api/v1…` tail. `hint` says what was left out. A missing scheme reads as https.
 */
export function cleanAddress(typed: string): CleanedAddress {
	const entered = typed.trim();
	if (entered === '') return refused('The address is empty', 'Enter it as in https://exchange.example.');
	const schemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(entered) ? entered : `https://${entered}`;
	const url = URL.canParse(schemed) ? new URL(schemed) : null;
	if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
		return refused('The address is not a web address', 'Enter it as in https://exchange.example.');
	}
	if (url.username !== '' || url.password !== '') {
		return refused(
			'The address contains a user name or password',
			'Enter these in their own fields and leave them out of the address.',
		);
	}
	const path = url.pathname.replace(tails, '').replace(/\/+$/, '');
	const left = [
		tails.test(url.pathname) ? `the path after ${path === '' ? 'the host' : path}` : '',
		url.search === '' && url.hash === '' ? '' : 'the part after ? or #',
	].filter((part) => part !== '');
	return {
		ok: true,
		address: `${url.origin}${path}`,
		hint: left.length === 0 ? null : `Used ${url.origin}${path}: ${left.join(' and ')} is added by each call itself.`,
	};
}

function refused(message: string, description: string): CleanedAddress {
	return { ok: false, message, description };
}

/** True for an address that never leaves this machine: localhost, 127.x.x.x, [::1]. */
export function isLoopback(url: URL): boolean {
	const host = url.hostname.toLowerCase();
	return host === 'localhost' || host.endsWith('.localhost') || /^127(?:\.\d+){3}$/.test(host) || host === '[::1]';
}

/** False for plain http to another machine: whoever listens there would read user name and password. */
export function isSafeToTalkTo(url: URL, allowInsecureHttp: boolean): boolean {
	return url.protocol === 'https:' || allowInsecureHttp || isLoopback(url);
}
