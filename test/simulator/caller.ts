/** A caller of the interfaces with nothing but fetch: what the specification says, written down a second time. */
import type { Simulator } from '../../simulator';

export type Caller = ReturnType<typeof callerOf>;

export function basic({ username, password }: { username: string; password: string }): string {
	return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

export async function logIn(simulator: Simulator): Promise<Caller> {
	const [user] = simulator.accounts;
	if (user === undefined) throw new Error('no account');
	const response = await fetch(`${simulator.url}/v3/common/oauth2/token`, { headers: { authorization: basic(user) } });
	const reply: unknown = await response.json();
	return callerOf(simulator, String(Object(reply).token));
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
		/** The data of a search for the owner's sets, unless the request says otherwise. */
		async found(request: object = {}, query = ''): Promise<Page> {
			const response = await post(`${simulator.url}/v3/common/sets/search${query}`, {
				customerIds: [simulator.customerId],
				...request,
			});
			const envelope: { data: Page } = Object(await response.json());
			return envelope.data;
		},
		pdf: (ids: { setId: string; documentId: string }, query = '') =>
			fetch(`${simulator.url}/v3/common/sets/${ids.setId}/get-single-pdf/${ids.documentId}${query}`, {
				headers: { authorization },
			}),
		import: (body: unknown, importRef = 'REF-1', headers: Record<string, string> = {}) =>
			post(`${simulator.importUrl}/api/v1/shipments?importRef=${encodeURIComponent(importRef)}`, body, headers),
	};
}

export type Page = { offset: number; limit: number; total: number; count: number; results: Row[] };
export type Row = {
	setId: string;
	transactionId: string;
	shipmentRef: string;
	status: string;
	signature: string;
	documents: Entry[];
};
export type Entry = { name: string; documentId: string; docType: string; xmlContent: string | null };

export async function errorMessage(response: Response): Promise<string> {
	return String(Object(await response.json()).errorMessage);
}
