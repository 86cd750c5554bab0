import { existsSync } from 'node:fs';
import path from 'node:path';
import { operations } from '../../nodes/CargoExchange/operations';
import { read, root } from '../docs/pages';
import { jsonOf, useExchangeNode } from '../helpers/exchangeNode';
import { expectGenerated } from '../helpers/generated';
import { schema, schemaOf, type Schema } from '../helpers/schema';
import { shipmentNamed } from '../helpers/shipment';

const exchange = useExchangeNode();

/** The preview of an operation's output, in the folder where n8n looks for it. */
const fileOf = (name: string) => `nodes/CargoExchange/__schema__/v1.0.0/${name.replace('.', '/')}.json`;

const run = async (...given: Parameters<typeof exchange.run>) => jsonOf(await exchange.run(...given));

/** The parameters that choose a set with documents. */
const oneSet = () => ({
	setSource: 'setId',
	setId: exchange.simulator.store.sets.all()[0]?.setId ?? '',
});

/** docs/service.md 6: the two kinds of events have different fields for the person who acted. */
const messages = [
	{ newStatus: 'ISSUED', action: 'ISSUE', actor: 'Ada Lindgren', actorCompany: 'Meridian Ocean Lines' },
	{
		newStatus: 'DRAFTED',
		action: 'APPROVE_COLLAB',
		user: 'Ada Lindgren',
		shipmentReference: 'SHP-2022-0001',
		documents: [{ documentId: '9a1b2c3d-4e5f-4a6b-8c7d-0e1f2a3b4c5d', name: 'B/L draft', docType: 'Bill of Lading' }],
	},
].map((differing) => ({
	instance: 'exchange',
	parcelReference: 'SET-000001',
	customerId: '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
	setId: '7d1c3b0e-52a4-4f7e-9a35-c0d4e81f6b29',
	updatedDate: 'Thu May 12 10:20:30 UTC 2022',
	message: 'The status of the set has been updated',
	transactionId: '3f0b7d64-9c1e-4a58-b2f6-8d7e5c4a1b90',
	...differing,
}));

/** The output of the operations that need more than a set to work on. */
const outputs: Record<string, () => Promise<unknown[]>> = {
	'document.download': async () => {
		const [json = {}] = await run('document.getMany', oneSet());
		return await run(
			'document.download',
			{ setId: '={{ $json.setId }}', documentId: '={{ $json.documentId }}' },
			{ items: [{ json }] },
		);
	},
	'set.search': async () => {
		const { customerId, store } = exchange.simulator;
		const filters = { shipmentRef: store.sets.all()[0]?.shipmentRef ?? '' };
		// Documents are listed only if a search finds a single set.
		return [
			...(await run('set.search', { allCustomers: false, customerIds: [customerId], filters })),
			...(await run('set.search', { allCustomers: false, customerIds: [customerId] })),
		];
	},
	'shipment.import': async () => {
		const set = { blNumber: 'PREVIEW-1', containers: [{ containerNumber: 'CSQU3054380' }] };
		const payload = JSON.stringify({ ...shipmentNamed('PREVIEW'), sets: [set] });
		const [json = {}] = await run('shipment.import', {
			...{ inputMode: 'json', importRef: 'PREVIEW', payload, options: { validation: 'warn' } },
		});
		// Its form is up to the exchange.
		return [{ ...json, response: {} }];
	},
	// What a broker and a reader would say is in the preview.
	'queue.getStatus': () =>
		run(
			'queue.getStatus',
			{ queue: 'status' },
			{ credentials: { cargoExchangeQueueApi: { hostname: '127.0.0.1', port: 1 } } },
		),
	'statusMessage.parse': () =>
		run('statusMessage.parse', { message: '={{ $json }}' }, { items: messages.map((json) => ({ json })) }),
};

/** The types of the real output; those of the preview for values that the simulator leaves empty. */
function filledFrom(preview: Schema, real: Schema): Schema {
	if (real.type === 'null') return preview;
	const inner = (name: string, value: Schema) => filledFrom(preview.properties?.[name] ?? value, value);
	const properties = Object.entries(real.properties ?? {}).map(([name, value]) => [name, inner(name, value)] as const);
	return {
		...real,
		...(real.properties && { properties: Object.fromEntries(properties) }),
		...(real.items && preview.items && { items: filledFrom(preview.items, real.items) }),
	};
}

describe('the previews of output that n8n shows before the first execution', () => {
	it.each(operations)('$resource: $operation: fields, order and types of the real output', async (each) => {
		const name = `${each.resource}.${each.operation}`;
		const given = Object.entries(oneSet()).filter(([parameter]) => each.parameters.includes(parameter));
		const outputOf = outputs[name] ?? (() => run(name, Object.fromEntries(given)));
		const file = fileOf(name);
		const preview = existsSync(path.join(root, file)) ? schema.parse(JSON.parse(read(file))) : { type: 'object' };
		const real = schemaOf(await outputOf());
		expect(Object.keys(real.properties ?? {}).length).toBeGreaterThan(0);
		// As text, because users see the fields in their order.
		expectGenerated(file, `${JSON.stringify(filledFrom(preview, real), null, '\t')}\n`);
	});

	// n8n looks for it in the folder of the node; both triggers give the same fields.
	it('of the triggers: the fields of an event', () => {
		expectGenerated('nodes/CargoExchange/__schema__/v1.0.0/output.json', read(fileOf('statusMessage.parse')));
	});
});
