import path from 'node:path';
import { isSaid, messagesBelow } from './codeTexts';
import { quotesIn, read, root } from './pages';
import { neverAlone, selfExplanatory } from './selfExplanatory';

const messages = ['nodes/CargoExchange', 'credentials'].flatMap((folder) => messagesBelow(path.join(root, folder)));
const quotes = quotesIn(read('docs/troubleshooting.md'));
const leftOut = [...selfExplanatory, ...neverAlone];
const isOnThePage = (message: string) => quotes.some((quote) => isSaid(quote, [message]));

describe('a message', () => {
	it('is explained in docs/troubleshooting.md, or says everything itself', () => {
		expect(messages.length).toBeGreaterThan(100);
		expect(messages.filter((message) => !leftOut.includes(message) && !isOnThePage(message))).toEqual([]);
	});

	it('that says everything itself is not repeated in docs/troubleshooting.md', () => {
		expect(leftOut.filter(isOnThePage)).toEqual([]);
	});

	it('that no longer exists is not kept on the list', () => {
		expect(leftOut.filter((message) => !messages.includes(message))).toEqual([]);
	});
});

it('docs/troubleshooting.md quotes no message so short that it would match most others', () => {
	const short = quotes.filter((quote) => quote.includes('…') && (quote.match(/\p{L}{2,}/gu) ?? []).length < 3);
	expect(short).toEqual([]);
});
