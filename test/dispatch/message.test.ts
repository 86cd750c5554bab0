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
