import { NodeOperationError, type IDataObject } from 'n8n-workflow';
import { before, publish } from './publishedTrigger';

describe('Maximum Age', () => {
	it('removes what was older when the workflow was published, and runs the rest and what has no date', async () => {
		const { deliver, started } = await publish({ options: { maxAgeHours: 2, parallel: 10 } });
		expect(await deliver('old', before(3))).toBe('ack');
		expect([await deliver('young', before(1)), await deliver('undated')]).toEqual([null, null]);
		expect(started).toEqual(['young', 'undated']);
	});

	it('removes what was older in every time zone if the date does not say in which it is', async () => {
		const { deliver, started } = await publish({ options: { maxAgeHours: 2, parallel: 10 } });
		const local = (hours: number) => before(hours).toISOString().slice(0, 19);
		expect([await deliver('old', 'Thu May 12 10:20:30 IST 2022'), await deliver('old', local(15))]).toEqual([
			'ack',
			'ack',
		]);
		expect([await deliver('may be young', local(13)), await deliver('no date', 'yesterday')]).toEqual([null, null]);
		expect(await deliver('no date either', '0001-01-01T00:00:00')).toBeNull();
		expect(started).toEqual(['may be young', 'no date', 'no date either']);
	});

	it.each(['init', 'leadershipChange'] as const)(
		'removes nothing that has aged since, also after a start of n8n: %s',
		async (mode) => {
			const memory: IDataObject = { ignoredBefore: before(50).getTime() };
			const { deliver, started } = await publish({ mode, options: { maxAgeHours: 2, parallel: 10 }, memory });
			expect([await deliver('waited', before(40)), await deliver('old', before(60))]).toEqual([null, 'ack']);
			expect(started).toEqual(['waited']);
		},
	);

	it('does not move when the workflow is published again, so that what waited in an outage is run', async () => {
		const { memory, close } = await publish({ options: { maxAgeHours: 2 } });
		await close();
		memory['ignoredBefore'] = before(50).getTime();
		const { deliver, started } = await publish({ options: { maxAgeHours: 2, parallel: 10 }, memory });
		expect([await deliver('waited', before(40)), await deliver('old', before(60))]).toEqual([null, 'ack']);
		expect(started).toEqual(['waited']);
		const changed = await publish({ options: { maxAgeHours: 3 }, memory });
		expect(await changed.deliver('waited', before(40))).toBe('ack');
	});

	it('remembers when the workflow was published, and forgets it when the option is removed', async () => {
		const { memory } = await publish({ options: { maxAgeHours: 2 } });
		expect(Number(memory['ignoredBefore'])).toBeCloseTo(before(2).getTime(), -5);
		const { deliver } = await publish({ mode: 'update', memory });
		expect(await deliver('old', before(3))).toBeNull();
		expect(memory['ignoredBefore']).toBeUndefined();
	});
});

describe("n8n's execution engine 2.0", () => {
	it.each(['activate', 'create', 'update'] as const)('is refused in words: %s', async (mode) => {
		const publishing = publish({ mode, settings: { engineType: 'v2' } });
		await expect(publishing).rejects.toThrow(NodeOperationError);
		await expect(publishing).rejects.toMatchObject({
			message: "This trigger does not run with n8n's execution engine 2.0",
			description: expect.stringContaining('settings of the workflow') as string,
		});
	});

	it('is told by a failed execution when n8n starts with it', async () => {
		const { saved } = await publish({ mode: 'init', settings: { engineType: 'v2' } });
		expect(saved.map(({ message }) => message)).toEqual(["This trigger does not run with n8n's execution engine 2.0"]);
	});
});
