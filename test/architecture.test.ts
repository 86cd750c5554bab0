import { everything, packageRoom, roomOf, shipped } from './helpers/sources';

/** Who may import whom, room by room. What is not listed is forbidden. */
const mayImport: Record<string, string[]> = {
	vocabulary: [],
	errors: [],
	backoff: [],
	processWide: [],
	tlsFaults: [],
	concurrency: [],
	documentation: [],
	schemas: ['vocabulary', 'errors'],
	shipment: ['schemas', 'vocabulary', 'errors'],
	exchange: ['schemas', 'vocabulary', 'errors', 'backoff', 'tlsFaults'],
	amqp: ['schemas', 'errors', 'backoff', 'tlsFaults'],
	dispatch: ['amqp', 'schemas', 'vocabulary', 'errors', 'backoff', 'processWide'],
	lookup: ['exchange', 'schemas', 'errors', 'backoff', 'concurrency'],
	n8n: ['exchange', 'amqp', 'dispatch', 'schemas', 'vocabulary', 'errors'],
	operations: [
		'n8n',
		'lookup',
		'exchange',
		'shipment',
		'schemas',
		'vocabulary',
		'errors',
		'backoff',
		'concurrency',
		'processWide',
	],
	trigger: ['n8n', 'dispatch', 'amqp', 'schemas', 'vocabulary', 'errors', 'backoff'],
	polling: [
		'trigger',
		'n8n',
		'dispatch',
		'amqp',
		'lookup',
		'exchange',
		'schemas',
		'vocabulary',
		'errors',
		'backoff',
		'processWide',
	],
	CargoExchange: ['documentation', 'n8n', 'operations', 'concurrency', 'exchange', 'schemas', 'vocabulary', 'errors'],
	CargoExchangeTrigger: ['documentation', 'n8n', 'trigger', 'dispatch', 'amqp', 'schemas', 'vocabulary', 'errors'],
	CargoExchangePollingTrigger: ['documentation', 'n8n', 'polling', 'trigger', 'exchange', 'vocabulary', 'errors'],
	credentials: ['documentation', 'schemas'],
	simulator: ['vocabulary'],
};

/** Libraries with one room that may import them. */
const keepers: Record<string, string> = { undici: 'exchange', amqplib: 'amqp' };

describe('the structure', () => {
	it('has a place for every source file', () => {
		const rooms = new Set(shipped.map(({ room }) => room));
		expect([...rooms].filter((room) => !(room in mayImport))).toEqual([]);
	});

	it('lets each room import only from the rooms it may know', () => {
		const breaches = everything
			.filter(({ room }) => room in mayImport)
			.flatMap(({ file, room, imports }) =>
				imports
					.filter(
						({ from }) =>
							from.startsWith(packageRoom) || from.startsWith('credentials') || from.startsWith('simulator'),
					)
					.map(({ from }) => ({ from, target: roomOf(from.endsWith('.ts') ? from : `${from}.ts`) }))
					.filter(({ target }) => target !== room && !(mayImport[room] ?? []).includes(target))
					.map(({ from }) => `${file} imports ${from}`),
			);
		expect(breaches).toEqual([]);
	});

	it('keeps operations apart: no operation file imports another one', () => {
		const operationOf = (file: string) => /operations\/([^/]+)\/([^/]+)$/.exec(file.replace(/\.ts$/, ''));
		const table = /operations\/index\.ts$/;
		const operationFiles = new Set(
			shipped
				.filter(({ text, room }) => room === 'operations' && /=\s*defineOperation\(/.test(text))
				.map(({ file }) => file.replace(/\.ts$/, '')),
		);
		const breaches = shipped
			.filter(({ file }) => operationOf(file) && !table.test(file))
			.flatMap(({ file, imports }) =>
				imports.filter(({ from }) => operationFiles.has(from)).map(({ from }) => `${file} imports ${from}`),
			);
		expect(breaches).toEqual([]);
	});

	it('keeps the ways to give a shipment apart: form and sheet share only what is below them', () => {
		const below: Record<string, string[]> = {
			fields: [],
			'.': ['fields'],
			checks: ['fields', '.'],
			form: ['fields', '.'],
			sheet: ['fields', 'checks', '.'],
		};
		const folderOf = (file: string) => {
			const inside = file.split(`${packageRoom}/shipment/`)[1];
			return inside?.includes('/') ? inside.slice(0, inside.indexOf('/')) : inside && '.';
		};
		const breaches = shipped.flatMap(({ file, imports }) => {
			const own = folderOf(file);
			if (own === undefined) return [];
			return imports
				.map(({ from }) => from)
				.filter((from) => ![undefined, own, ...(below[own] ?? [])].includes(folderOf(from)))
				.map((from) => `${file} imports ${from}`);
		});
		expect(breaches).toEqual([]);
	});

	it('lets only the import use the room of the shipment', () => {
		const users = shipped.filter(
			({ file, room, imports }) =>
				room !== 'shipment' &&
				!file.startsWith(`${packageRoom}/operations/shipment/`) &&
				imports.some(({ from }) => from.startsWith(`${packageRoom}/shipment/`)),
		);
		expect(users.map(({ file }) => file)).toEqual([]);
	});

	it.each(Object.entries(keepers))('lets %s be imported in one room only: %s', (library, room) => {
		const importers = shipped.filter(({ imports }) =>
			imports.some(({ from }) => from === library || from.startsWith(`${library}/`)),
		);
		expect(importers.map((source) => source.room).filter((name) => name !== room)).toEqual([]);
		expect(importers.length).toBeGreaterThan(0);
	});

	it('has one entrance to the client', () => {
		const breaches = shipped
			.filter(({ room }) => room !== 'exchange')
			.flatMap(({ file, imports }) =>
				imports
					.filter(
						({ from }) => from.startsWith(`${packageRoom}/exchange/`) && from !== `${packageRoom}/exchange/client`,
					)
					.map(({ from }) => `${file} imports ${from}`),
			);
		expect(breaches).toEqual([]);
	});

	it('keeps tokens and calls out of the HTTP layer, and calls out of the log-in', () => {
		const above: Record<string, RegExp> = { http: /\/exchange\/(?!http\/)/, auth: /\/exchange\/(?!http\/|auth\/)/ };
		const breaches = Object.entries(above).flatMap(([folder, forbidden]) =>
			shipped
				.filter(({ file }) => file.startsWith(`${packageRoom}/exchange/${folder}/`))
				.flatMap(({ file, imports }) =>
					imports.filter(({ from }) => forbidden.test(from)).map(({ from }) => `${file} imports ${from}`),
				),
		);
		expect(breaches).toEqual([]);
	});

	it('keeps n8n out of the vocabulary, the schemas, the client and the queue', () => {
		const breaches = shipped.filter(
			({ room, imports }) =>
				['vocabulary', 'errors', 'backoff', 'tlsFaults', 'schemas', 'exchange', 'lookup', 'amqp'].includes(room) &&
				imports.some(({ from }) => from.startsWith('n8n-')),
		);
		expect(breaches.map(({ file }) => file)).toEqual([]);
	});

	it('gives operations and the room of the shipment the types of n8n only', () => {
		const breaches = shipped.filter(
			({ room, imports }) =>
				['operations', 'shipment'].includes(room) &&
				imports.some(({ from, typeOnly }) => from.startsWith('n8n-') && !typeOnly),
		);
		expect(breaches.map(({ file }) => file)).toEqual([]);
	});

	it('reads node parameters in two places', () => {
		const readers = shipped.filter(({ text }) => /getNodeParameter\(/.test(text)).map(({ file }) => file);
		expect(readers.length).toBeLessThanOrEqual(2);
	});

	it('catches once in the action node', () => {
		const node = shipped.find(({ file }) => file.endsWith('CargoExchange.node.ts'));
		expect(node?.text.match(/\bcatch\b/g)).toHaveLength(1);
	});
});
