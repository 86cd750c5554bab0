/** The example that warns about a queue: what it says if nobody reads, and if the queue cannot be read at all. */
import { fill, readExample } from '../../scripts/demo/examples';
import { finished } from '../../scripts/n8n/rest/executions';
import { createWorkflow, runWorkflow } from '../../scripts/n8n/rest/workflows';
import { openConnection } from '../helpers/broker';
import { given, lookAtQueue, openPlace, until, type Place } from './place';

let place: Place;
beforeAll(async () => {
	place = await openPlace();
});
afterAll(() => place.close());

/** Runs it for this queue, without its wait of ten minutes, and gives the email. */
async function warning(queue: string): Promise<{ subject: string; text: string } | undefined> {
	const { session, credentials, mailbox } = place;
	const file = fill(await readExample('warn-about-a-queue'), { credentials, queue, folder: '' });
	const nodes = file.nodes.map((node) =>
		node.type === 'n8n-nodes-base.wait'
			? { ...node, parameters: { ...node.parameters, amount: 1, unit: 'seconds' } }
			: node,
	);
	const workflow = await createWorkflow(session, { ...file, nodes });
	const before = mailbox.mails.length;
	const run = await finished(session, await runWorkflow(session, workflow, 'Every hour'));
	expect(run.problem).toBeNull();
	return mailbox.mails[before];
}

it('says nothing about an empty queue', async () => {
	expect(await warning(place.queue.name)).toBeUndefined();
});

it('says that messages wait and nobody reads them', async () => {
	const connection = await openConnection(given('E2E_AMQP_URL'));
	await connection.publish(place.queue.name, ['{}']);
	await until(async () => (await lookAtQueue(place.queue)).messages === 1);
	await connection.close();
	const mail = await warning(place.queue.name);
	expect(mail?.subject).toBe(`The queue ${place.queue.name} needs attention`);
	expect(mail?.text.trim()).toBe('Messages that wait: 1. Nobody reads the queue.');
});

it('says that the queue cannot be read', async () => {
	const mail = await warning('nowhere');
	expect(mail?.subject).toBe('The queue nowhere needs attention');
	expect(mail?.text).toContain('The queue cannot be read: There is no queue "nowhere"');
});
