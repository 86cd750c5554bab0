import { checkQueue } from '../../nodes/CargoExchange/amqp';
import { lendHand, sharedAccount, type Hand } from '../helpers/broker';

let hand: Hand;

beforeAll(async () => {
	hand = await lendHand(process.env.AMQP_URL ?? '');
});
afterAll(async () => {
	await hand.close();
});

it.each([
	['quorum', { 'x-queue-type': 'quorum' }],
	['single active consumer', { 'x-single-active-consumer': true }],
	['priority', { 'x-max-priority': 5 }],
])('a queue of the kind "%s" can be read', async (_kind, settings) => {
	const queue = await hand.queue({ arguments: settings });
	expect(await checkQueue(sharedAccount(), queue)).toEqual({ messages: 0, consumers: 0 });
	await hand.channel.deleteQueue(queue);
});

it('a stream is refused for what it is', async () => {
	const stream = await hand.queue({ arguments: { 'x-queue-type': 'stream' } });
	await expect(checkQueue(sharedAccount(), stream)).rejects.toMatchObject({
		permanent: true,
		message: `"${stream}" is a stream, not a queue`,
	});
	await hand.channel.deleteQueue(stream);
});

it('counts messages and readers, and neither takes nor marks a message', async () => {
	const queue = await hand.queue();
	await hand.publish(queue, ['a', 'b']);
	expect(await checkQueue(sharedAccount(), queue)).toEqual({ messages: 2, consumers: 0 });
	const message = await hand.channel.get(queue, { noAck: true });
	expect(message && message.fields.redelivered).toBe(false);
	await hand.channel.deleteQueue(queue);
});
