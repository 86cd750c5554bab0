import { z } from 'zod/v4';
import { importExample, type ExampleName } from '../../scripts/demo/examples';
import { dataTableRows, findDataTable } from '../../scripts/n8n/rest/resources';
import { executionsOf, finished, type Execution } from '../../scripts/n8n/rest/executions';
import {
	activate,
	createWorkflow,
	deactivate,
	runWorkflow,
	type StoredWorkflow,
} from '../../scripts/n8n/rest/workflows';
import { openConnection, type TestConnection } from '../helpers/broker';
import { chain, openPlace, trigger, until, type Place } from './place';

let place: Place;
let connection: TestConnection;
let queue: string;
let deadLetters: string;
const active: StoredWorkflow[] = [];

beforeAll(async () => {
	place = await openPlace();
	connection = await openConnection(place.queue.url);
	deadLetters = await connection.queue();
	queue = await connection.queue({ deadLetterExchange: '', deadLetterRoutingKey: deadLetters });
});
afterAll(async () => {
	for (const workflow of active) await deactivate(place.session, workflow);
	for (const one of [queue, deadLetters]) await connection.channel.deleteQueue(one);
	await connection.close();
	await place.close();
});

async function imported(name: ExampleName): Promise<StoredWorkflow> {
	const { session, credentials, outputFolder: folder } = place;
	return await importExample(session, name, { credentials, queue: deadLetters, folder });
}

async function published(workflow: StoredWorkflow): Promise<StoredWorkflow> {
	await activate(place.session, workflow);
	active.push(workflow);
	return workflow;
}

/** A workflow of a user that cannot deal with any event. */
async function failing(errorWorkflow: string): Promise<StoredWorkflow> {
	const fail = {
		name: 'Write into the books',
		type: 'n8n-nodes-base.stopAndError',
		typeVersion: 1,
		parameters: { errorMessage: 'The books are closed' },
	};
	const file = chain('Keep the books', [trigger(queue, place.credentials.queue, { options: { retries: 0 } }), fail]);
	return await published(
		await createWorkflow(place.session, { ...file, settings: { executionOrder: 'v1', errorWorkflow } }),
	);
}

async function makeTable(workflow: StoredWorkflow): Promise<void> {
	await finished(place.session, await runWorkflow(place.session, workflow, 'Run once'));
}

const event = { newStatus: 'ISSUED', setId: '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4', parcelReference: 'SET-000042' };

let books: StoredWorkflow;
let collecting: StoredWorkflow;
beforeAll(async () => {
	const notifying = await published(await imported('notify-on-failed-executions'));
	collecting = await imported('collect-rejected-messages');
	await makeTable(collecting);
	await published(collecting);
	books = await failing(notifying.id);
	await connection.publish(queue, ['no JSON at all', JSON.stringify(event)]);
});

const textsOf = async (subject: string, count: number): Promise<string[]> => {
	const texts = () => place.mailbox.mails.flatMap((mail) => (mail.subject === subject ? [mail.text] : []));
	await until(() => texts().length >= count);
	return texts();
};

it('sends one email for each message that was rejected, with the reason and its text', async () => {
	const unreadable = await textsOf('Rejected: Unreadable', 1);
	expect(unreadable).toEqual([expect.stringMatching(/Reason: The message is not JSON[^]*Its text:\s+no JSON at all/)]);
	const events = await textsOf(`Rejected: Issued ${event.parcelReference}`, 1);
	expect(events).toEqual([expect.stringContaining(event.setId)]);
	await until(async () => (await connection.ready(deadLetters)) === 0);
});

it('keeps a row for each of them', async () => {
	const collected = async () => {
		const runs = await executionsOf(place.session, collecting.id);
		return runs.filter((run) => run.items('Add a row').length > 0);
	};
	// A run ends a moment after its email has come.
	await until(async () => (await collected()).filter(({ status }) => status === 'success').length === 2);
	const table = await findDataTable(place.session, 'Rejected messages');
	const rows = table ? await dataTableRows(place.session, table) : [];
	const rowOf = (name: string) => rows.find((row) => row['event'] === name);
	expect(rowOf('Unreadable')).toMatchObject({ reason: 'The message is not JSON.', text: 'no JSON at all' });
	const { setId, parcelReference: parcelRef } = event;
	expect(rowOf('Issued')).toMatchObject({ setId, parcelRef });
	expect(rowOf('Issued')?.['reason']).toContain('failed to process it');
	// A run whose email was not sent is run again, and writes its row again.
	expect(rows).toHaveLength((await collected()).length);
});

it('notifies about the failed execution, with a link to it, and about the message that started none', async () => {
	const texts = await textsOf('Failed: Keep the books', 2);
	await until(async () => (await failedRuns()).length === 1);
	const [failed] = await failedRuns();
	const link = `/workflow/${books.id}/executions/${failed?.id ?? ''}`;
	expect(texts.filter((text) => text.includes('The books are closed'))).toEqual([expect.stringContaining(link)]);
	const unreadable = texts.filter((text) => text.includes('Its text: no JSON at all'));
	expect(unreadable).toHaveLength(1);
});

it('is right that Retry continues with the same event', async () => {
	const [failed] = await failedRuns();
	await place.session.call('POST', `/executions/${failed?.id ?? ''}/retry`, z.unknown(), { loadWorkflow: true });
	await until(async () => (await failedRuns()).length === 2);
	const [first, again] = (await failedRuns()).map((run) => run.items('Trigger').map(({ json }) => json));
	expect(first).toMatchObject([{ setId: event.setId, event: 'issued' }]);
	expect(again).toEqual(first);
});

async function failedRuns(): Promise<Execution[]> {
	const runs = await executionsOf(place.session, books.id);
	return runs.filter(({ problem }) => problem?.message === 'The books are closed');
}
