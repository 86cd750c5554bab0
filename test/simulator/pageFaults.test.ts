import { randomUUID } from 'node:crypto';

import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator';
import { useSharedBroker } from '../helpers/broker';
import { logIn, readMessage } from './caller';
import { loggedIn, type Visitor } from './visitor';

const shared = useSharedBroker();
let simulator: Simulator;
let visitor: Visitor;
const start = async (options: SimulatorOptions = {}) => {
	simulator = await startSimulator(options);
	visitor = await loggedIn(simulator);
};
afterEach(() => simulator.stop());

const press = (name: string, fields: Record<string, string> = {}) => visitor.submit(`/faults/${name}`, fields);
const drafted = async () => {
	const { setId } = simulator.store.addSet();
	await simulator.life.approveDraft(setId);
	return setId;
};
const setsSent = () => simulator.messages.map((message) => readMessage(message).setId);

describe('simulated faults of requests', () => {
	it('apply to the chosen requests, the chosen number of times', async () => {
		await start();
		const caller = await logIn(simulator);
		const { text } = await press('plan', { target: 'counterparties', fault: 'status500', times: '3' });
		expect(text).toMatch(/>Counterparties<\/td><td[^>]*>Answer 500<\/td><td[^>]*>3 times/);
		expect((await caller.found()).total).toBeGreaterThan(0);
		for (const status of [500, 500, 500, 200]) {
			expect((await caller.get('/v3/common/counterparties')).status).toBe(status);
		}
	});

	it('cut PDFs short', async () => {
		await start();
		const caller = await logIn(simulator);
		await press('plan', { target: 'pdf', fault: 'truncated', times: 'always' });
		const [document] = simulator.store.documents.all();
		const response = await caller.pdf(document ?? { setId: '', documentId: '' });
		await expect(response.arrayBuffer()).rejects.toThrow();
	});

	it('end with Back to normal', async () => {
		await start();
		const caller = await logIn(simulator);
		await press('plan', { target: 'all', fault: 'html', times: 'always' });
		await press('clear');
		expect((await caller.get('/v3/common/counterparties')).status).toBe(200);
	});

	it('make every token expire', async () => {
		await start();
		const caller = await logIn(simulator);
		await press('tokens');
		expect((await caller.get('/v3/common/counterparties')).status).toBe(401);
	});

	it.each([
		['plan', { target: 'toString', fault: 'status500', times: '1' }],
		['plan', {}],
		['garbage', { garbage: 'constructor' }],
	])('refuse %s with %j', async (name, fields) => {
		await start();
		expect((await press(name, fields)).text).toContain('role="alert"');
		expect(simulator.faults.list()).toHaveLength(0);
	});
});

describe('faults with messages', () => {
	it('send the latest message again', async () => {
		await start();
		expect((await press('repeat')).text).toContain('No message has been sent yet');
		const sets = [await drafted(), await drafted()];
		await press('repeat');
		expect(setsSent()).toEqual([...sets, sets[1]]);
	});

	it('put garbage into the queue between messages, byte for byte', async () => {
		const { url, connection } = shared;
		const queue = `fault ${randomUUID()}`;
		await start({ queue: { url, name: queue } });
		for (const garbage of ['text', 'binary', 'empty'])
			expect((await press('garbage', { garbage })).text).toContain('Sent.');
		await drafted();
		const { channel } = connection;
		const bodies: (string | undefined)[] = [];
		for (let count = 0; count < 4; count++) {
			const message = await channel.get(queue, { noAck: true });
			bodies.push(message === false ? undefined : message.content.toString('hex'));
		}
		await channel.deleteQueue(queue);
		const text = Buffer.from('this is not a status message').toString('hex');
		expect(bodies.slice(0, 3)).toEqual([text, 'fffe009c8001', '']);
		expect(Buffer.from(bodies[3] ?? '', 'hex').toString()).toContain('DRAFTED');
		expect(simulator.messages).toHaveLength(1);
	});

	it('close the connections if the program that started the broker can, otherwise explain', async () => {
		await start();
		expect((await visitor.open('/faults')).text).toMatch(/<button class="outline" disabled>Cut the broker/);
		expect((await press('cut')).text).toContain('in the demo (npm start) only');
		await simulator.stop();
		let cuts = 0;
		const cutConnections = () => Promise.resolve((cuts += 1));
		await start({ queue: { url: 'amqp://127.0.0.1:1', name: 'none', cutConnections } });
		expect((await press('cut')).text).toContain('All connections of the broker were closed');
		expect(cuts).toBe(1);
	});
});
