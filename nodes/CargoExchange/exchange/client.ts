import type { Counterparty } from '../schemas/counterparty';
import type { ImportReply } from '../schemas/importReply';
import type { SearchPage, SearchRequest } from '../schemas/search';
import type { Account } from './auth/credential';
import { identityKey } from './auth/tokenCache';
import { type CallSettings, createRequests } from './calls/authenticatedRequest';
import { type Choice, listCounterparties, rememberedChoices } from './calls/counterparties';
import { importShipment } from './calls/importShipment';
import { fetchPdf, type PdfSink, type RequestedDocument, type StoredPdf } from './calls/pdf';
import { type Paging, searchOnce } from './calls/search';
import type { BodySource } from './http/uploadBody';
import type { Specifics } from './specifics';

export { parseCredential } from './auth/credential';
export { testLogin } from './auth/testLogin';
export type { CallSettings } from './calls/authenticatedRequest';
export type { Choice } from './calls/counterparties';
export type { EgressFilter } from './http/connectionPool';
export type { ArrivingPdf } from './calls/pdf';
export type { Paging } from './calls/search';
export type { ImportReply } from '../schemas/importReply';

/** The import's body; `open` gives a fresh stream of exactly `length` bytes of JSON for each time it is sent. */
export type ImportBody = BodySource;

/** The service's calls (docs/service.md 4). All throw InvalidInput, ServiceError or UnexpectedResponse, or the signal's reason. */
export type ExchangeClient = {
	/** The same for all clients of one account; reveals neither its name nor its address. */
	readonly accountKey: string;
	/** What is particular to this exchange. */
	readonly specifics: Specifics;
	/** Every counterparty that the account sees (4.2). */
	counterparties(): Promise<Counterparty[]>;
	/** One page of a search (4.3). */
	search(request: SearchRequest, page: { offset: number; limit: number }, paging: Paging): Promise<SearchPage>;
	/** Fetches one document of a set (4.4) and hands it to `sink`, again from the start if the connection breaks. */
	pdf<Kept>(document: RequestedDocument, sink: PdfSink<Kept>): Promise<StoredPdf<Kept>>;
	/** Imports a shipment (4.5). Never repeated, except after a complete 401 or when its body was never opened. */
	importShipment(importRef: string, body: ImportBody): Promise<ImportReply>;
};

/** A client for one account and one execution; log-ins and connections are shared by the whole process. */
export function createClient(account: Account, settings: CallSettings = {}): ExchangeClient {
	const requests = createRequests(account, settings);
	return {
		accountKey: identityKey(account.importUrl, account.baseUrl, account.username),
		specifics: account.specifics,
		counterparties: async () => listCounterparties(requests),
		search: async (request, page, paging) => searchOnce(requests, request, { ...page, paging }),
		pdf: async (document, sink) => fetchPdf(requests, document, sink),
		importShipment: async (importRef, body) => importShipment(requests, account, { importRef, body }),
	};
}

/** The counterparties of an account for a dropdown, sorted by name; a list without any says so. Kept for a minute. */
export async function customerChoices(account: Account, settings: CallSettings): Promise<Choice[]> {
	return rememberedChoices(account, () => createClient(account, settings).counterparties());
}
