import type { IDataObject, INode, IWorkflowSettings, WorkflowActivateMode } from 'n8n-workflow';
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
export async function publish({ mode = 'activate', options = {}, settings = {}, memory = {} }: Setup = {}) {
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
	const deliver = async (parcelReference: string, updatedDate?: Date | string) => {
		const text = JSON.stringify({ newStatus: 'ISSUED', parcelReference, updatedDate });
		const delivery = consumers[0]!.deliver(text, { properties: noProperties });
		await settled();
		return delivery.answer;
	};
	return { clock, consumers, started, saved, close, deliver, memory };
}

export const before = (hours: number) => new Date(Date.now() - hours * hour);
