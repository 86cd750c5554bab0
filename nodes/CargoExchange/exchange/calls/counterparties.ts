import type { Counterparty } from '../../schemas/counterparty';
import type { Account } from '../auth/credential';
import { type CallSettings, createClient } from '../client';
import { identityKey } from '../auth/tokenCache';

/** Long enough for an editor session to feel quick, short enough for a new counterparty to appear. */
const freshMs = 60_000;

const lists = new Map<string, { at: number; counterparties: Promise<Counterparty[]> }>();

/** One entry of n8n's dropdowns. */
export type Choice = { name: string; value: string };

/** The counterparties of an account for a dropdown, sorted by name. Kept for a minute. */
export async function customerChoices(account: Account, settings: CallSettings): Promise<Choice[]> {
	const counterparties = await customerList(account, settings);
	return counterparties.map(({ customerId, customerName }) => ({
		name: customerName || customerId,
		value: customerId,
	}));
}

async function customerList(account: Account, settings: CallSettings): Promise<Counterparty[]> {
	const { baseUrl, username, password, ignoreSslIssues, allowInsecureHttp } = account;
	const key = identityKey(baseUrl, username, password, ignoreSslIssues, allowInsecureHttp);
	const now = performance.now();
	for (const [other, { at }] of lists) if (now - at >= freshMs) lists.delete(other);
	const known = lists.get(key) ?? { at: now, counterparties: fetchSorted(account, settings) };
	lists.set(key, known);
	known.counterparties.catch(() => lists.delete(key));
	return await known.counterparties;
}

async function fetchSorted(account: Account, settings: CallSettings): Promise<Counterparty[]> {
	const counterparties = await createClient(account, settings).counterparties();
	return counterparties.sort((a, b) => a.customerName.localeCompare(b.customerName));
}
