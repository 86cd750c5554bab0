/** Calls the service with fetch alone: docs/service.md written down a second time. */
import * as z from 'zod/v4';

import type { Simulator } from '../../simulator';

const entry = z.object({ name: z.string(), documentId: z.string(), docType: z.string(), xmlContent: z.null() });
const row = z.looseObject({
	setId: z.string(),
	transactionId: z.string(),
	shipmentRef: z.string(),
	status: z.string(),
	signature: z.string(),
	documents: z.array(entry),
});
const count = z.number();
const page = z.object({ offset: count, limit: count, total: count, count, results: z.array(row) });
const envelope = z.object({ data: page });
const tokenReply = z.object({ token: z.string() });
const errorReply = z.object({ errorMessage: z.string().min(1) });
const message = z.looseObject({ instance: z.string(), newStatus: z.string(), setId: z.string() });
export type Page = z.infer<typeof page>;

export type Caller = ReturnType<typeof callerOf>;

export function basic({ username, password }: { username: string; password: string }): string {
	return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

export async function logIn(simulator: Simulator): Promise<Caller> {
	const [user] = simulator.accounts;
	if (user === undefined) throw new Error('no account');
	const response = await fetch(`${simulator.url}/v3/common/oauth2/token`, { headers: { authorization: basic(user) } });
	return callerOf(simulator, tokenReply.parse(await response.json()).token);
}

function callerOf(simulator: Simulator, token: string) {
	const authorization = `Bearer ${token}`;
	const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
		fetch(address, {
			method: 'POST',
			headers: { authorization, 'content-type': 'application/json', ...headers },
			body: typeof body === 'string' ? body : JSON.stringify(body),
		});
	return {
		token,
		get: (path: string) => fetch(`${simulator.url}${path}`, { headers: { authorization }, redirect: 'manual' }),
		search: (body: unknown, query = '') => post(`${simulator.url}/v3/common/sets/search${query}`, body),
		/** The data of a search, by default for the sets of the carrier. */
		async found(request: object = {}, query = ''): Promise<Page> {
			const response = await post(`${simulator.url}/v3/common/sets/search${query}`, {
				customerIds: [simulator.customerId],
				...request,
			});
			return envelope.parse(await response.json()).data;
		},
		pdf: (ids: { setId: string; documentId: string }, query = '') =>
			fetch(`${simulator.url}/v3/common/sets/${ids.setId}/get-single-pdf/${ids.documentId}${query}`, {
				headers: { authorization },
			}),
		import: (body: unknown, importRef = 'REF-1', headers: Record<string, string> = {}) =>
			post(`${simulator.importUrl}/api/v1/shipments?importRef=${encodeURIComponent(importRef)}`, body, headers),
	};
}

export async function errorMessage(response: Response): Promise<string> {
	return errorReply.parse(await response.json()).errorMessage;
}

/** A status message with its instance in lower case, because the case varies. */
export function readMessage(received: unknown): z.infer<typeof message> {
	const read = message.parse(received);
	return { ...read, instance: read.instance.toLowerCase() };
}
