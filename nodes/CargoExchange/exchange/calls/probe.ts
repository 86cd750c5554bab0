import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ExplainedError } from '../../errors';
import { statedLifetimeSeconds } from '../../schemas/replies';
import type { Account } from '../auth/credential';
import { fixedToken } from '../auth/tokenCache';
import type { ConnectionSettings } from '../http/connectionPool';
import { createRequests } from './authenticatedRequest';
import { createSender, type Sender } from './call';
import { listCounterparties } from './counterparties';
import { logIn } from './login';
import { fetchPdf, type RequestedDocument } from './pdf';
import { sendSearch } from './search';
import { probeImport } from './testCredential';

const mostRequests = 40;
const limits = { tries: 2, headersMs: 15_000, bodyMs: 15_000, totalMs: 20_000 };

/** Calls that read, of a check: without what this process knows of the account, and without teaching it anything. At most 40 requests. */
export type Probe = ReturnType<typeof createProbe>;

export function createProbe(account: Account, connection: ConnectionSettings, signal: AbortSignal | null) {
	const sender = createSender(account, { ...connection, limits: { ...connection.limits, ...limits } }, signal);
	let sent = 0;
	const counted: Sender = {
		...sender,
		async send(...request) {
			if (++sent > mostRequests) throw new ExplainedError(tooMany);
			return sender.send(...request);
		},
	};
	let token = '';
	const requests = createRequests(counted, () => fixedToken(token));
	return {
		user: account.username,
		/** Logs in. The seconds for which the token says that it is valid, if it does. */
		logIn: async () => statedLifetimeSeconds((token = await logIn(account, counted))),
		counterparties: async () => listCounterparties(requests),
		/** One search, exactly as it is given. */
		search: async (body: Record<string, unknown>, query?: Record<string, string>) =>
			sendSearch(requests, { body, ...(query && { query }) }, (answer) => answer),
		/** Downloads a document and drops it. */
		pdf: async (document: RequestedDocument) =>
			fetchPdf(requests, { document, mostBytes: connection.limits.documentBytes }, async ({ content }) => {
				if (content instanceof Readable) await finished(content.resume());
			}),
		/** The status with which the import address answers a GET, which imports nothing. Throws if that cannot be an import. */
		importStatus: async () => probeImport(counted, account, token),
	};
}

const tooMany = {
	message: `The check has made ${mostRequests} requests, and stops`,
	description: 'Correct what it shows, and run it again.',
};
