import { type Counterparty, counterparties } from '../../schemas/counterparty';
import { serviceMessage, serviceNote } from '../../schemas/errorMessage';
import { parseJson } from '../../schemas/json';
import type { Account } from '../auth/credential';
import { identityKey } from '../auth/tokenCache';
import { readText } from '../http/response';
import { ifTransient } from '../http/retry';
import { notJson, schemaMismatch } from '../http/statusErrors';
import type { AuthenticatedRequests } from './authenticatedRequest';

/** Every counterparty that the account sees (docs/service.md 4.2). */
export async function listCounterparties(requests: AuthenticatedRequests): Promise<Counterparty[]> {
	return requests.call(
		{
			method: 'GET',
			field: 'baseUrl',
			path: '/v3/common/counterparties',
			headers: { accept: 'application/json', 'accept-encoding': 'gzip' },
			body: () => null,
			mayRepeat: ifTransient,
		},
		async ({ reply, secrets }) => {
			const body = await readText(reply);
			const json = parseJson(body);
			if (json === null) throw notJson(reply, body, serviceMessage(body, secrets));
			const read = counterparties.safeParse(json.value);
			if (read.success) return read.data;
			const path = read.error.issues[0]?.path.join('.') ?? '';
			throw schemaMismatch(reply, path === '' ? 'the list' : path, serviceNote(body, secrets));
		},
	);
}

/** Long enough for an editor session to feel quick, short enough for a new counterparty to appear. */
const freshMs = 60_000;

const lists = new Map<string, { at: number; counterparties: Promise<Counterparty[]> }>();

/** One entry of n8n's dropdowns. */
export type Choice = { name: string; value: string };

/** The counterparties of an account for a dropdown, sorted by name; `list` fetches them unless that was done within a minute. */
export async function rememberedChoices(account: Account, list: () => Promise<Counterparty[]>): Promise<Choice[]> {
	const { baseUrl, username, password, ignoreSslIssues, allowInsecureHttp } = account;
	const key = identityKey(baseUrl, username, password, ignoreSslIssues, allowInsecureHttp);
	const now = performance.now();
	for (const [other, { at }] of lists) if (now - at >= freshMs) lists.delete(other);
	const known = lists.get(key) ?? { at: now, counterparties: list() };
	lists.set(key, known);
	known.counterparties.catch(() => lists.delete(key));
	const sorted = [...(await known.counterparties)].sort((a, b) => a.customerName.localeCompare(b.customerName));
	return sorted.map(({ customerId, customerName }) => ({ name: customerName || customerId, value: customerId }));
}
