import { jsonOf, useExchangeNode } from '../../helpers/exchangeNode';

const exchange = useExchangeNode();

/** docs/service.md 6, the odd case: an Issued message of the import flow carries the action Sign. */
const message = {
	instance: 'exchange',
	newStatus: 'ISSUED',
	parcelReference: 'SET-000001',
	customerId: '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
	action: 'Sign',
	setId: '7d1c3b0e-52a4-4f7e-9a35-c0d4e81f6b29',
	updatedDate: 'Thu May 12 10:20:30 UTC 2022',
	message: 'The status of the set has been updated',
	transactionId: '3f0b7d64-9c1e-4a58-b2f6-8d7e5c4a1b90',
	actor: 'Ada Lindgren',
	actorCompany: 'Meridian Ocean Lines',
	colour: 'green',
};

describe('statusMessage: parse', () => {
	it.each([
		['an object', '={{ $json }}'],
		['text', '={{ JSON.stringify($json) }}'],
	])('gives the event that the trigger gives, from %s', async (_, parameter) => {
		const outcome = await exchange.run('statusMessage.parse', { message: parameter }, { items: [{ json: message }] });
		expect(JSON.stringify(jsonOf(outcome)[0])).toBe(
			JSON.stringify({
				event: 'issued',
				status: 'Issued',
				statusRaw: 'ISSUED',
				shipmentRef: null,
				parcelRef: message.parcelReference,
				setId: message.setId,
				customerId: message.customerId,
				changedAt: '2022-05-12T10:20:30.000Z',
				actor: message.actor,
				actorCompany: message.actorCompany,
				user: null,
				action: 'Sign',
				instance: 'exchange',
				message: message.message,
				documents: [],
				transactionId: message.transactionId,
				updatedDate: message.updatedDate,
				redelivered: false,
				extra: { colour: 'green' },
			}),
		);
	});

	it('needs neither an exchange nor a credential', async () => {
		const outcome = await exchange.run(
			'statusMessage.parse',
			{ message: JSON.stringify(message) },
			{ credentials: {} },
		);
		expect(outcome.error).toBeUndefined();
		expect(exchange.asked()).toEqual([]);
	});

	it.each([
		['no JSON', 'Dear Sir'],
		['no object', '[1, 2]'],
		['no status event', '{ "hello": "world" }'],
	])('says why a message is %s, and what to give', async (_, text) => {
		const { error } = await exchange.run('statusMessage.parse', { message: text });
		expect(error?.message).toMatch(/^The message /);
		expect(error?.description).toContain('the complete message');
	});
});
