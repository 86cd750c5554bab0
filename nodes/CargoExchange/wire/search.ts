import { z } from 'zod/v4';
import { documentEntry } from './document';

/** The search's body (specification 2.3). Only what was filled in is sent; further filters may stand beside the four. */
export type SearchRequest = {
	status?: string;
	instance?: string;
	customerIds?: string[];
	shipmentRef?: string;
	[additional: string]: unknown;
};

const text = z.string().nullish();

/** One result of a search: a set in one transaction (specification 2.5). Unknown fields and statuses pass. */
export const setRow = z.looseObject({
	setId: z.string().min(1),
	transactionId: text,
	parcelRef: text,
	shipmentRef: text,
	status: text,
	destinationName: text,
	destinationCountry: text,
	cargoName: text,
	modifiedDate: text,
	fromParty: text,
	fromPartyId: text,
	documents: z.array(documentEntry).nullish(),
	billOfLadingDate: text,
	signature: text,
	quantity: text,
	consignorCompanyName: text,
	consigneeCompanyName: text,
	loadPort: text,
	vesselName: text,
});

export type SetRow = z.infer<typeof setRow>;

/** One page of a search. The four numbers are null where the service leaves them out. */
export type SearchPage = {
	offset: number | null;
	limit: number | null;
	total: number | null;
	count: number | null;
	results: SetRow[];
};
