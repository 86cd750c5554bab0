import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** Ends a request: becomes `{"errorMessage": "…"}` with this HTTP status, or a page that says so. */
export class ErrorStatus extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/**
 * Throws an ErrorStatus if a request comes neither from a page of ours nor from a program. A browser sends requests for
 * the page of any site: it says so in `Origin`; if that site's name points at this computer (DNS rebinding), its name
 * is in `Host`. An IP address in `Host` cannot be such a name.
 */
export function refuseOtherSites({ origin, host = '' }: IncomingHttpHeaders, ownHost: string): void {
	const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : '';
	if (isIP(name) === 0 && name !== 'localhost' && name !== ownHost) {
		throw new ErrorStatus(403, `This exchange is not at ${host}`);
	}
	if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return;
	throw new ErrorStatus(403, 'This request was sent by another site');
}
