import { z } from 'zod/v4';

/** A customer that the caller may see (specification 2.2). A missing name is tolerated: the id is what searches need. */
export const counterparty = z.looseObject({
	customerId: z.string().min(1),
	customerName: z
		.string()
		.nullish()
		.transform((name) => name ?? ''),
});

export type Counterparty = z.infer<typeof counterparty>;

/** The reply of the counterparties call is a bare array (specification 4.2). */
export const counterparties = z.array(counterparty);
