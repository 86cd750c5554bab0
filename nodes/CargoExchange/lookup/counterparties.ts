import type { ExchangeClient } from '../exchange/client';
import { cachePer } from '../concurrency';
import type { Counterparty } from '../schemas/replies';
import { isUuid } from '../schemas/ids';

/** The list of each node run: the node makes one client for each. */
const lists = cachePer((exchange: ExchangeClient) => {
	let list: Promise<Counterparty[]> | undefined;
	return async () => {
		list ??= exchange.counterparties();
		try {
			return await list;
		} catch (error) {
			list = undefined;
			throw error;
		}
	};
});

/** The counterparties that the account sees, requested once in a node run, and again after a failure. */
export async function counterpartiesOf(exchange: ExchangeClient): Promise<Counterparty[]> {
	return await lists(exchange)();
}

/** The IDs of all counterparties, for a search among them. One that is not a UUID cannot be sent. */
export async function allCustomerIds(exchange: ExchangeClient): Promise<string[]> {
	return (await counterpartiesOf(exchange)).map(({ customerId }) => customerId).filter(isUuid);
}
