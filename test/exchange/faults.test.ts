import { Readable } from 'node:stream';
import { createClient, type ExchangeClient } from '../../nodes/CargoExchange/exchange/client';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { ServiceError, UnexpectedResponse } from '../../nodes/CargoExchange/errors';
import { forgetTokens } from '../../nodes/CargoExchange/exchange/auth/tokenCache';
import { startSimulator, type Fault, type Simulator } from '../../simulator';
import { accountFor, quickTries, readPdf, shortSilence } from '../helpers/exchangeClient';
import { until } from '../helpers/until';

const tries = 3;

type CallName = 'token' | 'counterparties' | 'search' | 'pdf' | 'import';

/** `sent`: how often the faulty call was made. No `says`: the call succeeds. */
type Outcome = { says?: RegExp; sent: number };

const always = (outcome: Outcome): Record<CallName, Outcome> => ({
	token: outcome,
	counterparties: outcome,
	search: outcome,
	pdf: outcome,
	import: outcome,
});
const unknown = /^It is not known whether the shipment with import reference REF-1 was imported$/;
const repeated = (says: RegExp) => ({ ...always({ says, sent: tries }), import: { says: unknown, sent: 1 } });
const cutOff = {
	...repeated(/was lost$/),
	pdf: { says: /^The PDF is incomplete: \d+ of \d+ bytes arrived$/, sent: tries },
};
const once = (says: RegExp) => always({ says, sent: 1 });
const status = (code: number, more: object = {}): Fault => ({ kind: 'status', status: code, ...more });

const table: [name: string, fault: Fault, outcomes: Record<CallName, Outcome>][] = [
	['slow headers', { kind: 'slowHeaders', delayMs: 600_000 }, repeated(/^127\.0\.0\.1:\d+ did not respond in time$/)],
	[
		'a connection cut before the answer',
		{ kind: 'resetBeforeHeaders' },
		repeated(/^The connection to 127\.0\.0\.1:\d+ was lost$/),
	],
	['a slow but living body', { kind: 'slowBody', delayMs: 20 }, always({ sent: 1 })],
	['a connection cut within the body', { kind: 'resetDuringBody' }, cutOff],
	['a truncated body', { kind: 'truncated' }, cutOff],
	[
		'a web page with status 200',
		{ kind: 'html' },
		{
			...once(/^The exchange sent a web page instead of data: Gateway$/),
			token: { says: /^The exchange sent a web page instead of data$/, sent: 1 },
			pdf: { says: /^The exchange sent a web page instead of a PDF: Gateway$/, sent: 1 },
			import: { sent: 1 },
		},
	],
	[
		'a message with status 200',
		{ kind: 'json' },
		{
			...once(/^The exchange sent a response that this node cannot read: The document could not be made$/),
			token: { says: /^The exchange sent a response that this node cannot read$/, sent: 1 },
			pdf: { says: /^The exchange sent a message instead of a PDF: The document could not be made$/, sent: 1 },
			import: { sent: 1 },
		},
	],
	[
		'an empty body',
		{ kind: 'emptyBody' },
		{
			...once(/^The exchange sent nothing instead of data$/),
			pdf: { says: /^The exchange sent nothing instead of a PDF$/, sent: 1 },
			import: { sent: 1 },
		},
	],
	['400', status(400, { message: 'shipmentRef is odd' }), once(/did not accept .*: shipmentRef is odd$/)],
	[
		'401 for ever',
		status(401),
		{
			...always({ says: /^The exchange does not accept the login for this request: Answered 401/, sent: 2 }),
			token: { says: /^The exchange refused the user name or password/, sent: 1 },
		},
	],
	[
		'403',
		status(403, { message: 'access denied' }),
		{
			...once(/^(The exchange does not allow|This user may not) .*: access denied$/),
			token: { says: /^The exchange does not allow this user to log in: access denied$/, sent: 1 },
		},
	],
	['404', status(404, { body: 'html' }), once(/(did not find|has no login|There is no|does not know),? .*: Gateway$/)],
	[
		'429',
		status(429),
		{
			...repeated(/^Too many requests to the exchange: Answered 429/),
			import: { says: /^Too many requests to the exchange/, sent: 1 },
		},
	],
	[
		'500',
		status(500, { body: 'empty' }),
		{ ...once(/^The exchange answered with status 500$/), import: { says: unknown, sent: 1 } },
	],
	['502', status(502, { body: 'html' }), repeated(/^The exchange is currently unavailable \(502\): Gateway$/)],
	['503', status(503), repeated(/^The exchange is currently unavailable \(503\): Answered 503/)],
	['504', status(504), repeated(/^The exchange is currently unavailable \(504\)/)],
	[
		'a redirect to another origin',
		{ kind: 'redirect', to: 'https://elsewhere.example/login?secret=1' },
		{
			...once(/^The exchange redirects this request to another address: https:\/\/elsewhere\.example$/),
			import: { says: unknown, sent: 1 },
		},
	],
	['gzip', { kind: 'gzip' }, always({ sent: 1 })],
	['chunked', { kind: 'chunked' }, always({ sent: 1 })],
];

const paths: Record<CallName, RegExp> = {
	token: /oauth2\/token$/,
	counterparties: /counterparties$/,
	search: /sets\/search$/,
	pdf: /get-single-pdf/,
	import: /shipments$/,
};

/** Connections of this process, from either end. */
function openSockets(): number {
	return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
}

describe.each(table)('%s', (_name, fault, outcomes) => {
	let exchange: Simulator;
	let calls: Record<CallName, (client: ExchangeClient) => Promise<unknown>>;
	let socketsBefore = 0;
	const stray: unknown[] = [];
	const keep = (reason: unknown) => stray.push(reason);

	beforeAll(async () => {
		process.on('unhandledRejection', keep);
		socketsBefore = openSockets();
		exchange = await startSimulator();
		const { setId } = exchange.store.addSet();
		const { documentId } = exchange.store.addDocument({ setId, bytes: 50_000 });
		const payload = Buffer.from('{"shipmentReference":"S","shipmentType":"liner","sets":[{"setRef":"A"}]}');
		calls = {
			token: (client) => client.counterparties(),
			counterparties: (client) => client.counterparties(),
			search: (client) => client.search({ customerIds: [exchange.customerId] }, { offset: 0, limit: 5 }),
			pdf: (client) => client.pdf({ setId, documentId }, readPdf),
			import: (client) =>
				client.importShipment('REF-1', { length: payload.length, open: () => Readable.from([payload]) }),
		};
	});
	afterAll(async () => {
		// Closing waits for every call under way: it would not end if a body had been left open.
		await closeConnections();
		await exchange.stop();
		process.off('unhandledRejection', keep);
		expect(stray).toEqual([]);
		await until(() => openSockets() <= socketsBefore);
	});

	it.each(Object.entries(outcomes))('%s', async (name, { says, sent }) => {
		const callName = name as CallName;
		const account = accountFor(exchange);
		exchange.faults.clear();
		// Nor is a refusal of the call before this one remembered.
		forgetTokens();
		if (callName !== 'token') await createClient(account).counterparties();
		const limits = fault.kind === 'slowHeaders' ? shortSilence : quickTries;
		const client = createClient(account, { ...limits, tries });
		exchange.faults.next({ match: { path: paths[callName] }, fault, times: Infinity });
		exchange.requests.length = 0;
		const outcome = await calls[callName](client).then(
			() => null,
			(thrown: unknown) => thrown,
		);
		if (says === undefined) {
			expect(outcome).toBeNull();
		} else {
			expect(outcome instanceof ServiceError || outcome instanceof UnexpectedResponse).toBe(true);
			const { message, description } = outcome as ServiceError;
			expect(message).toMatch(says);
			expect(description).toMatch(/\.\)?$/);
			expect(`${message} ${description}`).not.toMatch(
				/secret|Bearer|Basic|\b(error|problem|failed|failure|mistake)\b/i,
			);
		}
		const came = () => exchange.requests.filter(({ path }) => paths[callName].test(path)).length;
		// A call that was given up may be read by the exchange after that.
		await until(() => came() >= sent);
		expect(came()).toBe(sent);
	});
});
