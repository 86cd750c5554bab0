import fc from 'fast-check';
import { InvalidInput } from '../../../nodes/CargoExchange/errors';
import { createClient, parseCredential } from '../../../nodes/CargoExchange/exchange/client';
import type { ItemContext } from '../../../nodes/CargoExchange/n8n/itemContext';
import { shipmentImport } from '../../../nodes/CargoExchange/operations/shipment/import';
import { leaveOutNulls } from '../../../nodes/CargoExchange/shipment/fields/parsePayload';
import { fullShipment } from '../../fixtures/shipment';
import { settings } from '../../fixtures/shipmentArbitrary';
import { textLike } from '../../helpers/exchangeNode';

/** The context of an empty input item, for operations that are run without n8n. */
const context: ItemContext = {
	item: {},
	timezone: 'UTC',
	continueOnFail: false,
	isManual: false,
	isTool: false,
	isTyped: () => true,
	position: { execution: {}, run: {}, itemIndex: 0 },
	signal: new AbortController().signal,
	hasFile: () => false,
	readFile: () => Promise.reject(new Error('no file')),
	processedData: { add: () => Promise.resolve([]), remove: () => Promise.resolve() },
	queueStatus: () => Promise.reject(new Error('There is no queue')),
	storeFile: ({ fileName, mimeType }) => Promise.resolve({ data: '', fileName, mimeType }),
	addHint: () => undefined,
};

/** What an import of these parameters would send, from a client that has nobody to call. */
async function dryRun(parameters: Record<string, unknown>): Promise<unknown> {
	const given: Record<string, unknown> = {
		importRef: 'X',
		dryRun: true,
		options: { validation: 'warn' },
		...parameters,
	};
	const items = [{ parameters: () => given, context }];
	for await (const result of shipmentImport.run(createClient(parseCredential({})), items, (name) => given[name])) {
		if ('failure' in result) throw result.failure;
		return result.json['payload'];
	}
	return undefined;
}

/** The payload, or the plain refusal in its place; anything else fails the test. */
async function payloadOrRefusal(parameters: Record<string, unknown>): Promise<unknown> {
	return await dryRun(parameters).catch((error: unknown) => {
		if (error instanceof InvalidInput) return error;
		throw error;
	});
}

describe('any JSON text', () => {
	it('becomes a payload or a plain refusal', async () => {
		await fc.assert(
			fc.asyncProperty(fc.json({ maxDepth: 6 }), async (payload) => {
				const result = await payloadOrRefusal({ inputMode: 'json', payload });
				if (result instanceof InvalidInput) expect(result.description).toBeTruthy();
				else expect(result).toEqual(leaveOutNulls(JSON.parse(payload) as Record<string, unknown>).payload);
			}),
			settings,
		);
	});

	it('that is not JSON is refused', async () => {
		await fc.assert(
			fc.asyncProperty(fc.string(), async (payload) => {
				expect(await payloadOrRefusal({ inputMode: 'json', payload })).toBeInstanceOf(InvalidInput);
			}),
			settings,
		);
	});

	it.each([
		['lists', '['.repeat(50_000) + ']'.repeat(50_000)],
		['objects', '{"sets":'.repeat(50_000) + '1' + '}'.repeat(50_000)],
	])(
		'that is nested some ten thousand %s deep is refused in plain words, whatever it is given for',
		async (_, deep) => {
			const inside = `{"shipmentReference":${deep}}`;
			expect(await payloadOrRefusal({ inputMode: 'json', payload: inside })).toMatchObject({
				message: textLike(/: must not be nested deeper than \d+ levels$/),
			});
			const parsed: unknown = JSON.parse(inside);
			expect(await payloadOrRefusal({ inputMode: 'json', payload: parsed })).toBeInstanceOf(InvalidInput);
			expect(
				await payloadOrRefusal({ inputMode: 'json', payload: '{}', options: { pdfTemplate: inside } }),
			).toBeInstanceOf(InvalidInput);
		},
	);

	it('may name what belongs to every object without doing harm', async () => {
		const text =
			'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"sets":[{"__proto__":{"polluted":1},"blNumber":"B1"}]}';
		const payload = await dryRun({ inputMode: 'json', payload: text });
		expect(JSON.stringify(payload)).toBe('{"constructor":{"prototype":{"polluted":1}},"sets":[{"blNumber":"B1"}]}');
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
	});

	it('keeps what the specification does not know', async () => {
		const payload = { ...fullShipment, parcels: { note: ['kept', null, 1.5] }, toJSON: 'no function' };
		expect(await dryRun({ inputMode: 'json', payload: JSON.stringify(payload) })).toEqual(payload);
	});
});
