import {
	NodeOperationError,
	type IDataObject,
	type INode,
	type IWorkflowSettings,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { activate, type ActivateContext } from '../../nodes/CargoExchange/trigger/activate';
import { readSettings } from '../../nodes/CargoExchange/trigger/settings';
import { FakeClock, settled } from '../dispatch/fakeClock';
import { dispatcherAt } from '../dispatch/fakeQueue';
import { noProperties } from '../dispatch/workflows';
import { LogBook } from '../helpers/broker';
import { createDeferredPromise } from '../helpers/deferred';

const hour = 3_600_000;
const node: INode = { id: 'n', name: 'Trigger', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };

type Setup = {
	mode?: WorkflowActivateMode;
	options?: IDataObject;
	settings?: IWorkflowSettings & { engineType?: string };
	/** What n8n stores for the node. */
	memory?: IDataObject;
};

/** A published workflow whose queue is in the test's hands; n8n starts what it is given. */
async function publish({ mode = 'activate', options = {}, settings = {}, memory = {} }: Setup = {}) {
	const clock = new FakeClock();
	const { dispatcher, consumers } = dispatcherAt(clock);
	const started: unknown[] = [];
	const saved: Error[] = [];
	const context = {
		getActivationMode: () => mode,
		getWorkflow: () => ({ id: 'w', name: 'Parcels', active: true }),
		getWorkflowSettings: () => settings,
		getWorkflowStaticData: () => memory,
		getNode: () => node,
		getCredentials: () => Promise.resolve({ hostname: 'broker', port: 5672, username: 'u', password: 'p', vhost: '/' }),
		emit: ([items]: { json: IDataObject }[][]) => void started.push(items?.[0]?.json['parcelRef']),
		saveFailedExecution: (error: Error) => void saved.push(error),
		logger: new LogBook(),
		helpers: { createDeferredPromise },
	} as unknown as ActivateContext;
	const given: IDataObject = { queue: 'queue', events: ['any'], options };
	const close = await activate(
		context,
		readSettings({ getNodeParameter: ((name: string) => given[name] ?? null) as never }),
		dispatcher,
	);
	await clock.advance(15_000);
	const deliver = async (parcelReference: string, updatedDate?: Date) => {
		const text = JSON.stringify({ newStatus: 'ISSUED', parcelReference, updatedDate: updatedDate?.toISOString() });
		const delivery = consumers[0]!.deliver(text, { properties: noProperties });
		await settled();
		return delivery.answer;
	};
	return { clock, consumers, started, saved, close, deliver, memory };
}

const before = (hours: number) => new Date(Date.now() - hours * hour);

describe('Maximum Age', () => {
	it('removes what was older when the workflow was published, and runs the rest and what has no date', async () => {
		const { deliver, started } = await publish({ options: { maxAgeHours: 2, parallel: 10 } });
		expect(await deliver('old', before(3))).toBe('ack');
		expect([await deliver('young', before(1)), await deliver('undated')]).toEqual([null, null]);
		expect(started).toEqual(['young', 'undated']);
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
