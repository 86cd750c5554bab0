import type { ServerResponse } from 'node:http';
import { moveClockAhead } from '../../helpers/clock';
import { jsonOf } from '../../helpers/exchangeNode';
import { importOf, rowOf, shipmentNamed } from '../../helpers/shipment';
import { carriedOut, setId, useSlowImports } from '../../helpers/slowImports';
import { until } from '../../helpers/until';

const exchange = useSlowImports();
const minutes = (count: number) => count * 60_000;
const sheet = { inputMode: 'rows' };
/** Runs an import and stops its execution once the exchange works on it. */
async function stopped(parameters: ReturnType<typeof importOf>, arrived: number) {
	let stop = () => {};
	const onStart = (cancel: () => void) => (stop = cancel);
	const running = exchange.run(parameters, { onStart });
	await exchange.arrived(arrived);
	stop();
	return await running;
}

afterEach(() => jest.restoreAllMocks());

describe('two executions with one shipment at the same time', () => {
	it.each(['fail', 'skip'])('send it once, and the second says so at once (%s)', async (ifPresent) => {
		const first = exchange.run(importOf('ONCE-1', { ifPresent }));
		await exchange.arrived(1);
		const { error, items } = await exchange.run(importOf('once-1', { ifPresent }));
		if (ifPresent === 'fail') expect(error?.message).toBe('The shipment once-1 is being imported by another execution');
		else expect(items).toMatchObject([{ json: { imported: false, setIds: [], httpStatus: null } }]);
		const told = ifPresent === 'fail' ? error : JSON.stringify(items);
		expect(JSON.stringify(told)).toMatch(/eing (?:imported|sent) by another execution/);
		expect(JSON.stringify(told)).not.toContain('Import Anyway');
		exchange.answer();
		expect(jsonOf(await first)).toMatchObject([{ imported: true, setIds: [setId] }]);
		const third = await exchange.run(importOf('ONCE-1', { ifPresent }));
		expect(third.error?.description ?? JSON.stringify(third.items)).toContain(
			'This n8n imported it within the last day',
		);
		expect(exchange.received).toEqual(['ONCE-1']);
	});

	it('send it twice with "Import Anyway", without waiting', async () => {
		const runs = [exchange.run(importOf('ONCE-5'))];
		await exchange.arrived(1);
		runs.push(exchange.run(importOf('ONCE-5', { ifPresent: 'import' })));
		await exchange.arrived(2);
		exchange.answer();
		expect((await Promise.all(runs)).map(jsonOf)).toMatchObject([[{ imported: true }], [{ imported: true }]]);
	});

	it('send it once although the address is written in two ways', async () => {
		const first = exchange.run(importOf('ONCE-6'), {}, { importUrl: '' });
		await exchange.arrived(1);
		const { baseUrl } = exchange;
		const second = await exchange.run(importOf('ONCE-6'), {}, { importUrl: `${baseUrl}/` });
		expect(second.error?.message).toContain('is being imported by another execution');
		exchange.answer();
		await first;
		expect(exchange.received).toEqual(['ONCE-6']);
	});

	it('tell nothing to one that cannot log in', async () => {
		exchange.answersWith(carriedOut);
		await exchange.run(importOf('SECRET-1'));
		const other = await exchange.run(importOf('SECRET-1', { ifPresent: 'skip' }), {}, { password: 'wrong' });
		expect(other.error?.message).toContain('refused the user name or password');
		expect(JSON.stringify(other.items)).not.toContain(setId);
	});
});

describe('a shipment that another execution has sent and still searches for', () => {
	/** Starts an import whose response says nothing, and holds the search after it. */
	async function searching(reference: string, parameters = {}) {
		exchange.answersWith((response) => response.end());
		let held: ServerResponse | undefined;
		exchange.answersSearchWith((response) => {
			if (exchange.received.length === 0 || held) return false;
			held = response;
			return true;
		});
		let stop = () => {};
		const running = exchange.run(importOf(reference, parameters), { onStart: (cancel) => (stop = cancel) });
		await until(() => held !== undefined);
		return {
			running,
			stop: () => {
				stop();
			},
			goOn: () => held?.destroy(),
		};
	}

	it.each(['fail', 'skip'])('is being imported (%s)', async (ifPresent) => {
		const reference = `SEARCHED-${ifPresent}`;
		const first = await searching(reference);
		const { error, items } = await exchange.run(importOf(reference, { ifPresent }));
		if (ifPresent === 'fail') expect(error?.message).toContain('is being imported by another execution');
		else expect(items).toMatchObject([{ json: { imported: false, warnings: [{ rule: 'beingImported' }] } }]);
		exchange.shown.set(reference, setId);
		first.goOn();
		expect(jsonOf(await first.running)).toMatchObject([{ imported: true, setIds: [setId] }]);
		expect(exchange.received).toEqual([reference]);
	});

	it('is being imported while the search shows a part of it', async () => {
		const payload = JSON.stringify(shipmentNamed('SEARCHED-PART', 2));
		const first = await searching('SEARCHED-PART', { payload });
		exchange.shown.set('SEARCHED-PART', setId);
		const second = await exchange.run(importOf('SEARCHED-PART', { payload, ifPresent: 'skip' }));
		expect(second.items).toMatchObject([{ json: { imported: false, warnings: [{ rule: 'beingImported' }] } }]);
		first.goOn();
		expect((await first.running).error?.message).toContain('only 1 of 2 bills of lading');
		const third = await exchange.run(importOf('SEARCHED-PART', { payload, ifPresent: 'skip' }));
		expect(third.error?.message).toContain('only 1 of 2 bills of lading');
	});

	it('is not known if that execution is stopped', async () => {
		const first = await searching('SEARCHED-STOP');
		first.stop();
		expect((await first.running).run.status).toBe('canceled');
		const { error } = await exchange.run(importOf('SEARCHED-STOP', { ifPresent: 'skip' }));
		expect(error?.message).toContain('It is not known whether the shipment SEARCHED-STOP was imported');
		expect(exchange.received).toHaveLength(1);
	});
});

describe('a sheet that is started again while it is imported', () => {
	const references = Array.from({ length: 6 }, (_, index) => `SHEET-${index}`);
	const rows = references.map((reference) => rowOf(reference));

	it('sends no shipment twice with "Skip", and does not wait, also in another order of the rows', async () => {
		const [first, second] = [rows, rows.toReversed()].map((items) =>
			exchange.run({ ...sheet, ifPresent: 'skip' }, { items }),
		);
		await exchange.arrived(2);
		exchange.answersWith(carriedOut);
		exchange.answer();
		const outcomes = [...jsonOf(await first!), ...jsonOf(await second!)];
		expect(outcomes.filter(({ imported }) => imported)).toHaveLength(references.length);
		expect([...exchange.received].sort()).toEqual(references);
	});
});

describe('an import that was stopped after it was sent', () => {
	it('is not sent again, but may be after 30 minutes if the search does not show it', async () => {
		expect((await stopped(importOf('STOP-1'), 1)).run.status).toBe('canceled');
		const again = async () => (await exchange.run(importOf('STOP-1'))).error?.message;
		expect(await again()).toBe('It is not known whether the shipment STOP-1 was imported within the last 30 minutes');
		moveClockAhead(minutes(14));
		expect(await again()).toBe('It is not known whether the shipment STOP-1 was imported within the last 30 minutes');
		expect(exchange.received).toHaveLength(1);
		exchange.answersWith(carriedOut);
		moveClockAhead(minutes(31));
		expect(await again()).toBeUndefined();
		expect(exchange.received).toHaveLength(2);
	});

	it('was imported once the search shows it', async () => {
		await stopped(importOf('STOP-2'), 1);
		exchange.shown.set('STOP-2', setId);
		const again = async () => jsonOf(await exchange.run(importOf('STOP-2', { ifPresent: 'skip' })));
		expect(await again()).toMatchObject([{ imported: false, setIds: [setId] }]);
		// A search can take longer for the next one, as from another server.
		exchange.shown.clear();
		moveClockAhead(minutes(60));
		expect(await again()).toMatchObject([{ imported: false, setIds: [setId] }]);
		expect(exchange.received).toHaveLength(1);
	});
});
