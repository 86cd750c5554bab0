import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type * as z from 'zod/v4';

/** Ends a request: becomes `{"errorMessage": "…"}` with this HTTP status, or a page that shows the message. */
export class ErrorStatus extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** Parses a body, a query or a path. Throws an ErrorStatus 400 that names the first fields that do not fit. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	const issues = parsed.error.issues.slice(0, 5);
	throw new ErrorStatus(400, issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; '));
}

/**
 * Throws an ErrorStatus if a browser sends the request for the page of another site. Such a request has that site in
 * `Origin`. If that site's name resolves to this computer (DNS rebinding), its name is in `Host`; an IP address in
 * `Host` cannot be such a name.
 */
export function refuseOtherSites({ origin, host = '' }: IncomingHttpHeaders, ownHost: string): void {
	const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : '';
	if (isIP(name) === 0 && name !== 'localhost' && name !== ownHost) {
		throw new ErrorStatus(403, `This exchange is not at ${host}`);
	}
	if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return;
	throw new ErrorStatus(403, 'This request was sent by another site');
}
