import type { SearchPage, SearchRequest } from '../schemas/search';
import { type AccountKeys, keysOf } from './auth/accountKeys';
import { type Account, parseCredential, type Specifics } from './auth/credential';
import type { Tokens } from './auth/tokenCache';
import { createRequests } from './calls/authenticatedRequest';
import { createSender } from './calls/call';
import { listCounterparties } from './calls/counterparties';
import { importShipment } from './calls/importShipment';
import { tokensOf } from './calls/login';
import { fetchPdf, type PdfSink, type RequestedDocument, type StoredPdf } from './calls/pdf';
import { searchOnce } from './calls/search';
import { type EgressFilter, overPool } from './http/connectionPool';
import type { ImportBody } from './http/request';
import { defaultLimits, type Limits } from './http/retry';
import type { ImportReply } from '../schemas/importReply';
import type { Counterparty } from '../schemas/replies';
import { secretMask } from '../schemas/secrets';

export { type Account, type EgressFilter, type ImportBody, type ImportReply, parseCredential };
export type { ArrivingPdf } from './calls/pdf';
export { testCredential } from './calls/testCredential';
export { type RowsOfPage, searchPages } from './paging';

/** How calls are made on behalf of one execution. */
export type CallSettings = Partial<Limits> & {
	signal?: AbortSignal;
	/** n8n's `helpers.getSecureEgressFilter()`, if the running n8n has it. */
	egressFilter?: EgressFilter;
};

/** The service's calls (docs/service.md 4). All throw InvalidInput, ServiceError or UnexpectedResponse, or the signal's reason. */
export type ExchangeClient = {
	/** What the process remembers of the account is kept under one of these. */
	readonly keys: AccountKeys;
	/** The settings of the credential that differ between exchanges. */
	readonly specifics: Specifics;
	/** What the exchange sent, for an item, without the secrets of this account that it may repeat. */
	withoutSecrets<Received>(received: Received): Received;
	/** Logs in (4.1) unless this login has a token: throws if user and password are not accepted. */
	logIn(): Promise<void>;
	/** Every counterparty that the account sees (4.2). */
	counterparties(): Promise<Counterparty[]>;
	/** One page of a search (4.3). */
	search(request: SearchRequest, page: { offset: number; limit: number }): Promise<SearchPage>;
	/** Fetches one document of a set (4.4) and hands it to `sink`, again from the start if the connection breaks. */
	pdf<Kept>(document: RequestedDocument, sink: PdfSink<Kept>): Promise<StoredPdf<Kept>>;
	/** Imports a shipment (4.5). Never repeated, except after a complete 401 or when nothing of its body was sent. */
	importShipment(importRef: string, body: ImportBody): Promise<ImportReply>;
};

/** A client for one account and one execution; logins and connections are shared by the whole process. */
export function createClient(account: Account, settings: CallSettings = {}): ExchangeClient {
	const { signal = null, egressFilter = null, ...limits } = settings;
	const { ignoreSslIssues, allowInsecureHttp } = account;
	const connection = {
		transport: overPool,
		ignoreSslIssues,
		allowInsecureHttp,
		egressFilter,
		limits: { ...defaultLimits, ...limits },
	};
	let known: Tokens | undefined;
	// A login continues for the account's other callers when this execution is cancelled.
	const tokens = () => (known ??= tokensOf(account, createSender(account, connection, null)));
	const sender = createSender(account, connection, signal);
	const requests = createRequests(sender, tokens);
	let masking = { secrets: 0, mask: secretMask([]) };
	return {
		keys: keysOf(account),
		specifics: account.specifics,
		withoutSecrets(received) {
			const { secrets } = sender;
			// A new login adds a token.
			if (masking.secrets !== secrets.size) masking = { secrets: secrets.size, mask: secretMask([...secrets]) };
			return masking.mask(received);
		},
		logIn: async () => {
			await tokens().current(signal);
		},
		counterparties: async () => listCounterparties(requests),
		search: async (request, page) => searchOnce(requests, request, { ...page, paging: account.specifics.paging }),
		pdf: async (document, sink) => fetchPdf(requests, { document, mostBytes: connection.limits.documentBytes }, sink),
		importShipment: async (importRef, body) => importShipment(requests, account, { importRef, body }),
	};
}
