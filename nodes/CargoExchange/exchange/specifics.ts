import * as z from 'zod/v4';
import { isTimezone } from '../schemas/date';
import type { Paging } from './calls/search';

/** What differs from one exchange to another, as the credential says it. */
export type Specifics = {
	paging: Paging;
	/** How many rows to ask for in one reply. */
	pageSize: number;
	/** The IANA time zone in which the exchange writes modification dates. */
	timezone: string;
	/** What the exchange calls its search filter for set IDs, if it has one. */
	setIdFilter?: string;
};

const named = (usual: string) =>
	z
		.string()
		.catch('')
		.transform((name) => name.trim() || usual);

const stored = z.object({
	exchangeSpecifics: z.literal(true),
	paging: z.enum(['query', 'body', 'none']).catch('query'),
	offsetName: named('offset'),
	limitName: named('limit'),
	pageSize: z.coerce.number().int().min(1).max(10_000).catch(100),
	timezone: z.string().refine(isTimezone).catch('UTC'),
	setIdFilter: named(''),
});

export const usualSpecifics: Specifics = {
	paging: { mode: 'query', offsetName: 'offset', limitName: 'limit' },
	pageSize: 100,
	timezone: 'UTC',
};

/** Reads "Exchange Specifics" of a stored credential. While the switch is off, the usual ones hold whatever was entered. */
export function readSpecifics(credential: unknown): Specifics {
	const read = stored.safeParse(credential);
	if (!read.success) return usualSpecifics;
	const { paging: mode, offsetName, limitName, pageSize, timezone, setIdFilter } = read.data;
	return { paging: { mode, offsetName, limitName }, pageSize, timezone, ...(setIdFilter !== '' && { setIdFilter }) };
}
