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
	const { sha256 } = messageOf(statusMessage('a', 1));
	expect(messageOf(statusMessage('a', 1), { redelivered: true, messageId: 'another' }).sha256).toBe(sha256);
	expect(messageOf(statusMessage('a', 2)).sha256).not.toBe(sha256);
});
