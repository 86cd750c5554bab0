import type { Readable } from 'node:stream';
import type { Counterparty } from '../wire/counterparty';
import type { SearchPage, SearchRequest } from '../wire/search';
import type { EgressFilter } from './http';

/** Where the exchange is and who we are there: what the credential holds. */
export type Account = {
	baseUrl: string;
	importUrl: string;
	username: string;
	password: string;
	sessionCookie?: string;
	ignoreSslIssues: boolean;
	allowInsecureHttp: boolean;
};

/** How calls are made on behalf of one execution. */
export type CallSettings = {
	/** The execution's cancellation. */
	signal?: AbortSignal;
	/** n8n's `helpers.getSecureEgressFilter()`, where the running n8n has it. */
	egressFilter?: EgressFilter;
	/** How often a call that is safe to repeat is sent at most (default 4). */
	tries?: number;
	/** How long sending and repeating one call may take until its answer begins, in milliseconds (default 120,000). */
	totalMs?: number;
};

/** Where offset and limit go, and what they are called. `none`: the service pages nothing, one reply is all. */
export type Paging = { mode: 'query' | 'body' | 'none'; offsetName: string; limitName: string };

/** A PDF on its way. The stream fails when what came is no whole PDF; only its end vouches for it. */
export type PdfDownload = {
	stream: Readable;
	/** Size in bytes, where the service announces it. */
	length?: number;
	/** File name from Content-Disposition, as the service wrote it (make it safe before use). */
	headerFileName?: string;
	/** Size in bytes and SHA-256 (hex) of what came; throws before the stream has ended well. */
	digest(): { size: number; sha256: string };
};

/** The import's body; `open` gives a fresh stream of exactly `length` bytes of JSON for each time it is sent. */
export type ImportBody = { length: number; open(): Readable };

/** What the import answered: its JSON, else its text, and every UUID found in it. */
export type ImportReply = { status: number; response: unknown; setIds: string[] };

/** The service's calls (specification 4). All throw InputRefused, ServiceProblem or UnexpectedReply, or the signal's reason. */
export type ExchangeClient = {
	/** Every counterparty that the account sees (4.2). */
	counterparties(): Promise<Counterparty[]>;
	/** One page of a search (4.3). */
	search(request: SearchRequest, page: { offset: number; limit: number }, paging: Paging): Promise<SearchPage>;
	/** One document of a set, streamed and checked while it flows (4.4). Consume or destroy the stream. */
	pdf(
		ids: { setId: string; documentId: string },
		query?: { customerId?: string; copy?: boolean },
	): Promise<PdfDownload>;
	/** Imports a shipment (4.5). Never repeated, except after a 401 or when nothing had been sent. */
	importShipment(importRef: string, body: ImportBody): Promise<ImportReply>;
};

/** A client for one account and one execution; log-ins and connections are shared by the whole process. */
export function createClient(_account: Account, _settings: CallSettings = {}): ExchangeClient {
	throw new Error('The client follows');
}
