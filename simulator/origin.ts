import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * Why a request does not come from a page of ours or from a program of this computer; null if it may.
 * A browser sends requests for the page of any site. It says so in `Origin`; if that site's name points at this
 * computer (DNS rebinding), its name is in `Host`. An IP address in `Host` cannot be such a name.
 */
export function foreignRequest({ origin, host = '' }: IncomingHttpHeaders, ownHost: string): string | null {
	const address = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
	const name = address?.hostname.replace(/^\[|\]$/g, '') ?? '';
	if (isIP(name) === 0 && name !== 'localhost' && name !== ownHost) return `This exchange is not at ${host}`;
	if (origin === undefined) return null;
	return URL.canParse(origin) && new URL(origin).host === host ? null : 'This request was sent by another site';
}
