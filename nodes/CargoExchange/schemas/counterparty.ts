import * as z from 'zod/v4';
import { text } from './json';

/** A customer that the caller may see (docs/service.md 2.2). A missing name reads as '': the id is what searches need. */
const counterparty = z.looseObject({
	customerId: text.pipe(z.string().min(1)),
	customerName: text.transform((name) => name ?? ''),
});

export type Counterparty = z.infer<typeof counterparty>;

/** The reply of the counterparties call is a bare array (docs/service.md 4.2). One odd entry does not cost the others. */
export const counterparties = z.preprocess(
	(list) => (Array.isArray(list) && list.some(isCounterparty) ? list.filter(isCounterparty) : list),
	z.array(counterparty),
);

function isCounterparty(entry: unknown): boolean {
	return counterparty.safeParse(entry).success;
}
