import type { IDataObject, NodeOperationError } from 'n8n-workflow';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { accountOf } from '../helpers/broker';
import { ActiveWorkflow } from './activeWorkflow';

async function sampleOf(parameters: IDataObject): Promise<IDataObject> {
	const workflow = await ActiveWorkflow.start(
		new CargoExchangeTrigger(),
		'sample',
		{ queueAccount: null, parameters: { testWith: 'sampleEvent', ...parameters } },
		'manual',
	);
	const shown = await workflow.testStep();
	await workflow.close();
	expect(shown).toHaveLength(1);
	return shown[0]!.json;
}

it.each([
	[['titleHeld', 'issued'], 'titleHeld', 'Title Held'],
	[['other'], 'other', 'Corrected'],
	[['any'], 'drafted', 'Drafted'],
])(
	'with %j shows one event of the first kind, without a credential, a queue or a connection',
	async (events, event, status) => {
		const sample = await sampleOf({ events });
		expect(sample).toMatchObject({ event, status, extra: { sample: true }, changedAt: '2022-05-12T10:20:30.000Z' });
	},
);

it.each([
	['issued', ['shipmentRef', 'user']],
	['signed', ['shipmentRef', 'user']],
	['titleHeld', ['shipmentRef', 'user']],
	['drafted', ['actor', 'actorCompany']],
	['transferDrafted', ['actor', 'actorCompany']],
])('for %s is null where real messages of that kind are: %j', async (event, empty) => {
	const { documents, redelivered, ...fields } = await sampleOf({ events: [event] });
	const found = Object.entries(fields).filter(([, value]) => value === null);
	expect(found.map(([name]) => name)).toEqual(empty);
	expect([documents, redelivered]).toEqual([[], false]);
});

it('comes as a raw message if the output is raw', async () => {
	expect(await sampleOf({ options: { output: 'raw' } })).toMatchObject({ newStatus: 'DRAFTED', sample: true });
});

it('comes as a row of flat columns if the output is a table', async () => {
	const sample = await sampleOf({ options: { output: 'table' } });
	expect(sample).toMatchObject({ event: 'drafted', status: 'Drafted', changedAt: '2022-05-12T10:20:30.000Z' });
	expect(sample).not.toHaveProperty('company');
});

it('is for the editor alone: a published workflow reads the queue', async () => {
	const publishing = ActiveWorkflow.start(new CargoExchangeTrigger(), 'published', {
		// Nothing listens on that port.
		queueAccount: accountOf('amqp://guest:guest@127.0.0.1:1/'),
		parameters: { queue: 'any', testWith: 'sampleEvent' },
	});
	await expect(publishing).rejects.toThrow(/is listening/);
});

/** What is said: in the message alone where somebody publishes. */
async function textOf(starting: Promise<unknown>): Promise<string> {
	const error = await starting.then(
		() => new Error('It started'),
		(reason: unknown) => reason as NodeOperationError,
	);
	return [error.message, 'description' in error ? error.description : ''].filter(Boolean).join('\n');
}

describe.each(['manual', 'activate'] as const)(
	'what only a sample event does without is named by its label: %s',
	(mode) => {
		const start = async (setup: Partial<Parameters<typeof ActiveWorkflow.start>[2]>) =>
			await ActiveWorkflow.start(
				new CargoExchangeTrigger(),
				mode,
				{ queueAccount: null, parameters: {}, ...setup },
				mode,
			);

		it('the credential', async () => {
			expect(await textOf(start({ parameters: { queue: 'any' } }))).toMatch(
				/^No Cargo Exchange Queue credential was chosen[.\n].*set "Test With" to "Sample Event"/,
			);
		});

		it('the queue', async () => {
			const queueAccount = accountOf('amqp://guest:guest@127.0.0.1:1/');
			expect(await textOf(start({ queueAccount }))).toMatch(
				/^Queue: must be filled in[.\n].*set "Test With" to "Sample Event"/,
			);
		});
	},
);
