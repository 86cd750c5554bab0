import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ImportOutcomeUnknown } from '../../nodes/CargoExchange/errors';
import type { Account } from '../../nodes/CargoExchange/exchange/client';
import { createClient, type ImportBody } from '../../nodes/CargoExchange/exchange/client';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { makeCertificate } from '../helpers/certificates';
import { moveClockAhead } from '../helpers/clock';
import { bundledClient, type EarlyAnswer, expiringExchange, importScript } from '../helpers/earlyAnswers';
import { accountAt, quickTries, serve } from '../helpers/exchangeClient';
import { nodesOnPath } from '../helpers/nodesOnPath';

const bytes = 3_000_000;
const times = 3;

function bodyOf(length: number): ImportBody {
	const piece = Buffer.alloc(64 * 1024, 'x');
	return {
		length,
		async *open() {
			for (let left = length; left > 0; left -= piece.length) yield await Promise.resolve(piece.subarray(0, left));
		},
	};
}

describe('an import with a token that has ended', () => {
	const stops: (() => unknown)[] = [];
	const serving = async (listener: RequestListener) => {
		const server = await serve(listener);
		stops.push(() => server.stop());
		return accountAt(server.url);
	};
	afterEach(async () => {
		jest.restoreAllMocks();
		await closeConnections();
		for (const stop of stops.splice(0)) await stop();
	});

	const heard: EarlyAnswer[] = [
		'answers 401 before it reads the body, and closes at once',
		'answers 401 after a part of the body, and closes',
		'answers 401 early and lets the body drain',
	];
	async function outcomesOf(account: Account, refs: number): Promise<unknown[]> {
		const outcomes: unknown[] = [];
		for (let ref = 0; ref < refs; ref++) {
			const exchangeClient = createClient(account, quickTries);
			await exchangeClient.counterparties().catch(() => undefined);
			outcomes.push(await exchangeClient.importShipment('REF', bodyOf(bytes)).catch((thrown: unknown) => thrown));
		}
		return outcomes;
	}

	it.each(heard)('is repeated with a new token when the exchange %s', async (answer) => {
		const exchange = expiringExchange(answer);
		const outcomes = await outcomesOf(await serving(exchange.listener), times);
		expect(outcomes).toMatchObject(Array.from({ length: times }, () => ({ status: 200 })));
		expect(exchange.imported).toBe(times);
	});

	it.each(nodesOnPath())('is repeated by the built client, too, in %s', async (node) => {
		const client = await bundledClient();
		const exchange = expiringExchange('answers 401 before it reads the body, and closes at once');
		const account = await serving(exchange.listener);
		const outcomes = await client.run(importScript(account, { bytes, times: 5 }), node);
		await client.remove();
		expect(outcomes.split('\n')).toEqual(['200', '200', '200', '200', '200']);
		expect(exchange.imported).toBe(5);
	});

	it('is not known to be imported or not when the exchange resets the connection', async () => {
		const account = await serving(expiringExchange('resets the connection').listener);
		const [outcome] = await outcomesOf(account, 1);
		expect(outcome).toBeInstanceOf(ImportOutcomeUnknown);
	});

	it('is repeated also over TLS', async () => {
		const exchange = expiringExchange('answers 401 before it reads the body, and closes at once');
		const { cert, key } = makeCertificate(['127.0.0.1']);
		const server = createServer({ cert, key }, exchange.listener);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		stops.push(() => {
			server.closeAllConnections();
			server.close();
		});
		const { port } = server.address() as AddressInfo;
		const outcomes = await outcomesOf(accountAt(`https://127.0.0.1:${port}`, { ignoreSslIssues: true }), times);
		expect(outcomes).toMatchObject(Array.from({ length: times }, () => ({ status: 200 })));
	});

	describe('that states no lifetime', () => {
		async function afterAMinute(length: number, answer: EarlyAnswer = 'resets the connection') {
			const exchange = expiringExchange(answer);
			const exchangeClient = createClient(await serving(exchange.listener), quickTries);
			await exchangeClient.counterparties().catch(() => undefined);
			moveClockAhead(61_000);
			const outcome = await exchangeClient.importShipment('REF-1', bodyOf(length)).catch((thrown: unknown) => thrown);
			// The token has been used just now.
			await exchangeClient.importShipment('REF-2', bodyOf(length)).catch(() => undefined);
			return { outcome, searches: exchange.searches, imported: exchange.imported };
		}

		it('and was not used for a minute is proved by a search before a large body is opened', async () => {
			const { outcome, ...counted } = await afterAMinute(bytes);
			expect(outcome).toMatchObject({ status: 200 });
			// The search is answered 401, repeated with a new token and answered 403, which counts for nothing.
			expect(counted).toEqual({ searches: 2, imported: 2 });
		});

		it('is not proved for a body that goes out at once', async () => {
			const small = await afterAMinute(1_000, 'answers 401 before it reads the body, and closes at once');
			expect(small).toMatchObject({ outcome: { status: 200 }, searches: 0 });
		});
	});
});
