import { messageOf, statusMessage } from './workflows';

it.each([
	['ABC', 'abc'],
	[' abc ', 'abc'],
	['', null],
	['  ', null],
	[null, null],
])('takes a message of the set %j for one of %j, which alone has an order', (setId, expected) => {
	expect(messageOf(statusMessage(setId, 1)).setId).toBe(expected);
});

it('knows the same message by its bytes', () => {
	const { key } = messageOf(statusMessage('a', 1));
	expect(messageOf(statusMessage('a', 1), { redelivered: true, messageId: 'another' }).key).toBe(key);
	expect(messageOf(statusMessage('a', 2)).key).not.toBe(key);
});
