import { type Counterparty, counterparties } from '../schemas/counterparty';
import { parseJson } from '../schemas/json';
import { serviceMessage, serviceNote } from '../schemas/errorMessage';
import type { SearchPage, SearchRequest } from '../schemas/search';
import type { ImportReply } from '../schemas/importReply';
import type { Account } from './auth/credential';
import { identityKey } from './auth/tokenCache';
import { type Blocks, createBlocks } from './calls/blocks';
import { type AuthenticatedRequests, type CallSettings, createRequests } from './calls/authenticatedRequest';
import { checkedId } from './calls/ids';
import { importShipment } from './calls/importShipment';
import { type PdfSink, type StoredPdf, receivePdf } from './calls/pdf';
import { readText } from './http/response';
import { notJson, schemaMismatch } from './http/statusErrors';
import { defaultLimits, ifTransient, type RepeatBounds } from './http/retry';
import { type Paging, searchOnce } from './calls/search';
import type { BodySource } from './http/uploadBody';
import type { Specifics } from './specifics';

export type { CallSettings } from './calls/authenticatedRequest';
export type { EgressFilter } from './http/connectionPool';
export type { ArrivingPdf } from './calls/pdf';
export type { Paging } from './calls/search';
export type { ImportReply } from '../schemas/importReply';

/** The import's body; `open` gives a fresh stream of exactly `length` bytes of JSON for each time it is sent. */
export type ImportBody = BodySource;

/** A document, by the ids of a search result; on behalf of a customer, or as a copy, where that is wanted. */
export type DocumentAsked = { setId: string; documentId: string; customerId?: string; copy?: boolean };

/** The service's calls (specification 4). All throw InvalidInput, ServiceError or UnexpectedResponse, or the signal's reason. */
export type ExchangeClient = {
	/** The same for all clients of one account; reveals neither its name nor its address. */
	readonly accountKey: string;
	/** What is particular to this exchange. */
	readonly specifics: Specifics;
	/** Every counterparty that the account sees (4.2). */
	counterparties(): Promise<Counterparty[]>;
	/** One page of a search (4.3). */
	search(request: SearchRequest, page: { offset: number; limit: number }, paging: Paging): Promise<SearchPage>;
	/** Fetches one document of a set (4.4) and hands it to `keep`, again from the start when the line broke meanwhile. */
	pdf<Kept>(document: DocumentAsked, keep: PdfSink<Kept>): Promise<StoredPdf<Kept>>;
	/** Imports a shipment (4.5). Never repeated, except after a 401 or when nothing had been sent. */
	importShipment(importRef: string, body: ImportBody): Promise<ImportReply>;
	/** This client with other bounds of repeating. Equal bounds give the same client, so whatever is kept per client is shared. */
	within(bounds: RepeatBounds): ExchangeClient;
};

/** A client for one account and one execution; log-ins and connections are shared by the whole process. */
export function createClient(account: Account, settings: CallSettings = {}): ExchangeClient {
	return clientAmong(new Map(), account, settings);
}

function clientAmong(family: Map<string, ExchangeClient>, account: Account, settings: CallSettings): ExchangeClient {
	const requests = createRequests(account, settings);
	const blocks = createBlocks();
	const nameOf = ({ tries, totalMs }: RepeatBounds) => `${tries} in ${totalMs}`;
	const client: ExchangeClient = {
		accountKey: identityKey(account.importUrl, account.baseUrl, account.username),
		specifics: account.specifics,
		counterparties: async () => listCounterparties(requests),
		search: async (request, page, paging) => searchOnce(requests, request, { ...page, paging }),
		pdf: async (document, keep) => fetchPdf({ requests, blocks }, document, keep),
		importShipment: async (importRef, body) => importShipment(requests, account, { importRef, body }),
		within: (bounds) => family.get(nameOf(bounds)) ?? clientAmong(family, account, { ...settings, ...bounds }),
	};
	family.set(nameOf({ ...defaultLimits, ...settings }), client);
	return client;
}

async function listCounterparties(requests: AuthenticatedRequests): Promise<Counterparty[]> {
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

async function fetchPdf<Kept>(
	{ requests, blocks }: { requests: AuthenticatedRequests; blocks: Blocks },
	asked: DocumentAsked,
	keep: PdfSink<Kept>,
): Promise<StoredPdf<Kept>> {
	const setId = checkedId('setId', asked.setId);
	const documentId = checkedId('documentId', asked.documentId);
	const { customerId = '', copy = false } = asked;
	return requests.call(
		{
			method: 'GET',
			field: 'baseUrl',
			path: `/v3/common/sets/${setId}/get-single-pdf/${documentId}`,
			query: {
				...(customerId !== '' && { customerId: checkedId('customerId', customerId) }),
				...(copy && { copy: 'true' }),
			},
			headers: { accept: 'application/pdf, */*;q=0.5' },
			body: () => null,
			mayRepeat: ifTransient,
			statusMessages: {
				403: {
					message: 'The exchange does not give this document to this account',
					advice: 'Ask the operator of the exchange whether the account may see it.',
				},
				404: {
					message: `The exchange does not know document ${documentId} of set ${setId}`,
					advice: 'Check both ids: they come from the same search result.',
				},
			},
		},
		async (success) => receivePdf(success, blocks, keep),
	);
}
