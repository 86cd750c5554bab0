import type { INodeParameters } from 'n8n-workflow';
import { textWith, useExchangeNode } from '../helpers/exchangeNode';

const exchange = useExchangeNode();

function ids() {
	const { store } = exchange.simulator;
	const { setId, documentId } = [...store.documents.values()][0]!;
	return { setId, documentId };
}

function refuse(path: RegExp, retryAfter?: number) {
	const fault = { kind: 'status' as const, status: 503, ...(retryAfter !== undefined && { retryAfter }) };
	exchange.simulator.faults.next({ match: { path }, fault, times: Infinity });
}

/** Each operation that may repeat a call, what it needs, and which of its calls the exchange does not answer. */
const operations: Array<[string, () => INodeParameters, RegExp]> = [
	['counterparty.getMany', () => ({ returnAll: true }), /counterparties/],
	['set.search', () => ({ allCustomers: true, returnAll: true }), /search/],
	['document.getMany', () => ({ setSource: 'setId', setId: ids().setId }), /search/],
	['document.downloadAll', () => ({ setSource: 'setId', setId: ids().setId }), /search/],
	['document.download', ids, /get-single-pdf/],
];

describe('the options for repeating', () => {
	it.each(operations)('tell %s how often to ask', async (operation, parameters, path) => {
		refuse(path);
		exchange.asked();
		const asksWith = async (options: INodeParameters) => {
			const { error } = await exchange.run(operation, { ...parameters(), options });
			expect(error).toMatchObject({ message: textWith('not able to answer') });
			return exchange.asked().filter((one) => path.test(one)).length;
		};
		expect(await asksWith({ tries: 1 })).toBe(1);
		expect(await asksWith({ tries: 2 })).toBe(2);
	});

	it('end the tries where the exchange asks for a longer pause than they may take', async () => {
		refuse(/counterparties/, 120);
		const { error } = await exchange.run('counterparty.getMany', { returnAll: true, options: { triesSeconds: 60 } });
		expect(error?.description).toContain('It asks to wait 120 s.');
		expect(exchange.asked()).toHaveLength(1);
	});

	it('leave items with the same options their shared look-up', async () => {
		const { setId } = ids();
		const asksFor = async (items: number) => {
			exchange.asked();
			await exchange.run(
				'document.getMany',
				{ setSource: 'setId', setId, options: { tries: 2 } },
				{ items: Array.from({ length: items }, () => ({ json: {} })) },
			);
			return exchange.asked();
		};
		expect(await asksFor(3)).toEqual(await asksFor(1));
	});

	it.each([
		[{ tries: 0 }, 'Tries: must be a whole number from 1 to 20'],
		[{ triesSeconds: 0.5 }, 'Tries End After (Seconds): must be a whole number from 1 to 3600'],
	])('refuse %j', async (options, message) => {
		const { error } = await exchange.run('counterparty.getMany', { returnAll: true, options });
		expect(error?.message).toContain(message);
	});
});
