import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { retryAfterMs } from '../../nodes/CargoExchange/exchange/http/retry';
import { startSimulator, type Fault, type Simulator } from '../../simulator';
import { moveClockAhead } from '../helpers/clock';
import { accountFor, quickTries } from '../helpers/exchangeClient';
import { until } from '../helpers/until';

describe('repeating what is safe to repeat', () => {
	let exchange: Simulator;
	const lists = () => exchange.requests.filter(({ path }) => path.endsWith('/counterparties'));
	const plan = (fault: Fault, times: number) => {
		exchange.faults.next({ match: { path: /counterparties$/ }, fault, times });
	};

	beforeEach(async () => {
		exchange = await startSimulator();
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await closeConnections();
		await exchange.stop();
	});

	it.each<[string, string | number | (() => string)]>([
		['seconds', 1],
		['a date', () => new Date(Date.now() + 1_900).toUTCString()],
	])('waits as long as Retry-After asks for in %s', async (_form, retryAfter) => {
		const value = typeof retryAfter === 'function' ? retryAfter() : retryAfter;
		plan({ kind: 'status', status: 503, retryAfter: value }, 1);
		await createClient(accountFor(exchange), quickTries).counterparties();
		const [first, second] = lists().map(({ when }) => when.getTime());
		const asked = typeof value === 'string' ? Date.parse(value) : first! + 1_000;
		// Timers may fire a moment early.
		expect(second!).toBeGreaterThanOrEqual(asked - 20);
	});

	it('does not begin a wait that is longer than the time it has', async () => {
		plan({ kind: 'status', status: 429, retryAfter: 3_600 }, Infinity);
		await expect(createClient(accountFor(exchange), quickTries).counterparties()).rejects.toMatchObject({
			status: 429,
			description: expect.stringMatching(/It asks you to wait 3600 seconds\./) as string,
		});
		expect(lists()).toHaveLength(1);
	});

	it('ends with its total time, however many tries are left', async () => {
		plan({ kind: 'status', status: 503 }, Infinity);
		const client = createClient(accountFor(exchange), { ...quickTries, tries: 1_000_000 });
		const ended = expect(client.counterparties()).rejects.toMatchObject({ status: 503 });
		await until(() => lists().length > 2);
		const triesInTime = lists().length;
		moveClockAhead(quickTries.totalMs);
		await ended;
		expect(lists().length).toBeLessThanOrEqual(triesInTime + 1);
	});

	it('reports the last answer of the exchange, not that the time ended during an attempt', async () => {
		await createClient(accountFor(exchange)).counterparties();
		plan({ kind: 'status', status: 503 }, 1);
		plan({ kind: 'slowHeaders', delayMs: 600_000 }, Infinity);
		// Long enough for the first answer on a machine that stands still for a while.
		const client = createClient(accountFor(exchange), { ...quickTries, tries: 5, totalMs: 8_000 });
		await expect(client.counterparties()).rejects.toMatchObject({
			status: 503,
			description: expect.stringMatching(/Tried 2 times\./) as string,
		});
	});
});

describe('Retry-After', () => {
	const now = Date.parse('2022-05-12T10:20:30Z');

	it('is measured by the clock of the server', () => {
		const date = 'Thu, 12 May 2022 11:21:30 GMT';
		expect(retryAfterMs(date, 'Thu, 12 May 2022 11:20:30 GMT', now)).toBe(60_000);
		expect(retryAfterMs(date, 'nonsense', now)).toBe(3_660_000);
	});

	it.each([
		['120', 120_000],
		['0', 0],
		['Thu, 12 May 2022 10:21:30 GMT', 60_000],
		['Thu, 12 May 2022 10:00:00 GMT', 0],
		['soon', null],
		// No time that anybody can mean.
		['9'.repeat(23), null],
		['', null],
		[null, null],
	])('%p means %p ms', (header, ms) => {
		expect(retryAfterMs(header, null, now)).toBe(ms);
	});
});
