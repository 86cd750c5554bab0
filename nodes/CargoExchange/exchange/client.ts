import type { SearchRequest } from '../schemas/search';
import { keysOf } from './auth/accountKeys';
import { type Account, parseCredential } from './auth/credential';
import type { Tokens } from './auth/tokenCache';
import { createRequests } from './calls/authenticatedRequest';
import { createSender } from './calls/call';
import { listCounterparties } from './calls/counterparties';
import { importShipment, type ImportReply } from './calls/importShipment';
import { tokensOf } from './calls/login';
import { fetchPdf, type PdfSink, type RequestedDocument } from './calls/pdf';
import { createProbe } from './calls/probe';
import { searchOnce } from './calls/search';
import { type EgressFilter, overPool } from './http/connectionPool';
import type { ImportBody } from './http/request';
import { defaultLimits, type Limits } from './http/retry';
import { secretMask } from '../schemas/secrets';

export { type Account, type EgressFilter, type ImportBody, type ImportReply, parseCredential };
export type { ArrivingPdf } from './calls/pdf';
export type { Probe } from './calls/probe';
export type { SearchAnswer } from './calls/search';
export { testCredential } from './calls/testCredential';
export { type RowsOfPage, searchPages } from './paging';

/** How calls are made on behalf of one execution. */
export type CallSettings = Partial<Limits> & {
	signal?: AbortSignal;
	/** n8n's `helpers.getSecureEgressFilter()`, if the running n8n has it. */
	egressFilter?: EgressFilter;
};

/** All calls throw InvalidInput, ServiceError or UnexpectedResponse, or the signal's reason. */
export type ExchangeClient = ReturnType<typeof createClient>;

/** A client for one account and one execution; logins and connections are shared by the whole process. */
export function createClient(account: Account, settings: CallSettings = {}) {
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
	const keys = keysOf(account);
	let masking = { secrets: 0, mask: secretMask([]) };
	const withoutSecrets = <Received>(received: Received): Received => {
		const { dataSecrets } = sender;
		// A new login adds a token.
		if (masking.secrets !== dataSecrets.size)
			masking = { secrets: dataSecrets.size, mask: secretMask([...dataSecrets]) };
		return masking.mask(received);
	};
	return {
		/** What the process remembers of the account is kept under one of these. */
		keys,
		/** What the exchange is like. */
		profile: account.profile,
		/** What the exchange sent, for an item, without the token, the Basic credential and the session cookie, which it may repeat. */
		withoutSecrets,
		/** Logs in (docs/service.md 4.1) unless this login has a token: throws if user and password are not accepted. */
		logIn: async () => {
			await tokens().current(signal);
		},
		counterparties: async () => listCounterparties(requests),
		/** Calls of a check, until the signal. */
		probe: (limit: AbortSignal) => createProbe(account, connection, signal ? AbortSignal.any([signal, limit]) : limit),
		search: async (request: SearchRequest, page: { offset: number; limit: number }) =>
			searchOnce(requests, request, { ...page, profile: account.profile, facts: keys.facts }),
		/** Hands a document to `sink`, again from the start if the connection breaks. */
		pdf: async <Kept>(document: RequestedDocument, sink: PdfSink<Kept>) =>
			fetchPdf(requests, { document, mostBytes: connection.limits.documentBytes }, sink),
		/** Never repeated, except after a complete 401 or when nothing of its body was sent. */
		async importShipment(importRef: string, body: ImportBody) {
			const reply = await importShipment(requests, account, { importRef, body });
			return { ...reply, response: withoutSecrets(reply.response) };
		},
	};
}
