import type { ExchangeClient } from '../../exchange/client';
import { ServiceError } from '../../errors';
import { isUuid } from '../../schemas/uuid';
import { perExecution } from '../concurrency';

/** The counterparties that the account sees, asked for once in an execution. */
export const counterpartiesOf = perExecution((exchange) => exchange.counterparties());

/** The IDs of all of them. */
export async function everyCustomer(exchange: ExchangeClient): Promise<string[]> {
	// One whose id cannot be sent (specification 2.2) costs the others nothing.
	return (await counterpartiesOf(exchange)).map(({ customerId }) => customerId).filter(isUuid);
}

/**
 * What a search gives that is not narrowed to customers. Some exchanges want customers named: where such a search is refused,
 * it is made again with every counterparty that the account sees.
 */
export async function* amongAllCustomers<Row>(
	exchange: ExchangeClient,
	search: (customers: { customerIds?: string[] }) => AsyncGenerator<Row>,
): AsyncGenerator<Row> {
	yield* unlessRefused(search({}), async function* () {
		yield* search({ customerIds: await everyCustomer(exchange) });
	});
}

/** What a search gives or, where the exchange refuses it, what the other way gives. */
export async function* unlessRefused<Row>(
	search: AsyncGenerator<Row>,
	otherwise: () => AsyncGenerator<Row>,
): AsyncGenerator<Row> {
	let first: IteratorResult<Row>;
	try {
		first = await search.next();
	} catch (error) {
		if (!isRefusal(error)) throw error;
		yield* otherwise();
		return;
	}
	if (first.done) return;
	yield first.value;
	yield* search;
}

/** The service understood the call and did not accept what it asks for. */
function isRefusal(error: unknown): boolean {
	return error instanceof ServiceError && (error.status === 400 || error.status === 422);
}
