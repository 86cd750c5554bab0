import type { RunEnd, RunResult } from '../../nodes/CargoExchange/dispatch/workflow';
import { Workers } from '../../nodes/CargoExchange/trigger/workers';
import { FakeClock, settled } from '../dispatch/fakeClock';

const minute = 60_000;

function executionsWith({ timeoutMs = 3 * minute, waitMs = 60 * minute } = {}) {
	const clock = new FakeClock();
	const workers = new Workers(clock, { timeoutMs, waitMs });
	const start = () => {
		let report: (result: RunResult) => void = () => undefined;
		const reported = new Promise<RunResult>((resolve) => (report = resolve));
		const execution = {
			result: null as RunResult | null,
			report: async (end: RunEnd) => {
				report({ end });
				await settled();
			},
		};
		void workers.endOf(reported).then((result) => (execution.result = result));
		return execution;
	};
	return { clock, start };
}

it.each(['done', 'failed', 'stopped', 'notStarted'] as const)('believes what n8n reports: %s', async (end) => {
	const execution = executionsWith().start();
	await execution.report(end);
	expect(execution.result).toEqual({ end });
});

it('counts an execution as failed a minute after its timeout, from when one that was started later has ended', async () => {
	const { clock, start } = executionsWith();
	const [first, second, third] = [start(), start(), start()];
	await clock.advance(20 * minute);
	await second.report('done');
	await clock.advance(4 * minute - 1_000);
	expect(first.result).toBeNull();
	await clock.advance(2_000);
	expect(first.result).toMatchObject({ end: 'failed', reason: "it reached the workflow's own timeout" });
	await clock.advance(30 * minute);
	expect(third.result).toBeNull();
});

it('is not misled by a late report', async () => {
	const { clock, start } = executionsWith();
	const [first, second] = [start(), start()];
	await second.report('done');
	const third = start();
	await first.report('done');
	await clock.advance(50 * minute);
	expect(third.result).toBeNull();
});

it.each(['stopped', 'notStarted', 'cutOff'] as const)(
	'does not take an execution for begun because a later one was not run to its end: %s',
	async (end) => {
		const { clock, start } = executionsWith();
		const [first, second] = [start(), start()];
		await second.report(end);
		await clock.advance(50 * minute);
		expect(first.result).toBeNull();
	},
);

it('has no outcome if nothing is known: the execution may have waited for a worker as long as Free Slot After', async () => {
	const { clock, start } = executionsWith();
	const execution = start();
	await clock.advance(64 * minute - 1_000);
	expect(execution.result).toBeNull();
	await clock.advance(2_000);
	expect(execution.result).toMatchObject({ end: 'cutOff' });
});

it('says later what n8n has reported after all', async () => {
	const { clock, start } = executionsWith();
	const execution = start();
	await clock.advance(65 * minute);
	await execution.report('done');
	expect(await execution.result?.later).toEqual({ end: 'done' });
});

it('waits for ever without a timeout', async () => {
	const { clock, start } = executionsWith({ timeoutMs: Infinity });
	const [first, second] = [start(), start()];
	await second.report('done');
	await clock.advance(1_440 * minute);
	expect(first.result).toBeNull();
});
