import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CargoExchange } from '../../../nodes/CargoExchange/CargoExchange.node';
import { fullShipment } from '../../fixtures/shipment';
import { specifiedLeaves, specifiedPayloads, valuesOf } from '../../fixtures/specifiedPayload';
import { answersToken, useServers } from '../../helpers/exchangeClient';
import { runNode, type Outcome } from '../../helpers/engine';

const seed = Number(process.env['SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const serve = useServers();

type Send = (items: IDataObject[], parameters: INodeParameters, options: INodeParameters) => Promise<Outcome>;

/** An exchange that takes everything, and the bodies that it has got, by their import reference. */
async function openExchange() {
	const bodies = new Map<string, unknown>();
	const { url } = await serve((request, response) => {
		if (answersToken(request, response)) return;
		void textOf(request).then((body) => {
			bodies.set(new URL(request.url ?? '', 'http://exchange').searchParams.get('importRef') ?? '', JSON.parse(body));
			response.setHeader('content-type', 'application/json').end('{"status":"OK"}');
		});
	});
	const credential = { baseUrl: url, username: `u-${Math.random()}`, password: 'test-password' };
	const send: Send = async (items, parameters, options) =>
		await runNode(new CargoExchange(), {
			parameters: {
				...{ resource: 'shipment', operation: 'import', dryRun: false, ifPresent: 'import' },
				...{ ...parameters, options: { waitSeconds: 0, ...options } },
			},
			credentials: { cargoExchangeApi: credential },
			items: items.map((json) => ({ json })),
			onError: 'continueRegularOutput',
		});
	return { bodies, send };
}

const asJson = { inputMode: 'json', importRef: '={{ $json.ref }}', payload: '={{ $json.payload }}' };

/** The full shipment with another value in one place. */
function withValue(path: readonly string[], value: unknown): IDataObject {
	const copy = JSON.parse(JSON.stringify(fullShipment)) as IDataObject;
	let owner = copy as Record<string, unknown>;
	for (const name of path.slice(0, -1)) owner = (owner[name] ??= {}) as Record<string, unknown>;
	owner[path.at(-1) ?? ''] = value;
	return copy;
}

const anyLeaf = fc
	.constantFrom(...specifiedLeaves)
	.chain(({ path, type }) => valuesOf[type].map((value) => ({ path, value })));

const isSomething = (value: unknown): boolean =>
	typeof value === 'object' && value !== null ? Object.values(value).some(isSomething) : value !== '';

/** Once rewritten, or refused. */
const container = { containerNumber: 'csqu 305438-3', containerQuantity: { quantityGross: -155076936651964400 } };
const stumbledUpon = { shipmentReference: 'S', sets: [{ blNumber: '\u0007', containers: [container] }] };

/** What the message offers to add to Accept Values. */
function offersIn({ items, error }: Outcome): string[] {
	const said = JSON.stringify([items.map(({ json }) => json['error']), error?.description]);
	return [...said.matchAll(/ add (.*?) to Accept Values \(/g)].map(([, offer = '']) =>
		String(JSON.parse(`"${offer}"`)),
	);
}

const mostRounds = 3;

/** Imports an item under Strict, and accepts what each message offers. */
async function accepting(send: Send, item: IDataObject, parameters: INodeParameters) {
	let accepted: string[] = [];
	for (let round = 1; ; round++) {
		const outcome = await send([item], parameters, { acceptValues: accepted.join(', ') });
		const offers = offersIn(outcome);
		if (offers.length === 0 || round > mostRounds) return { outcome, accepted, round };
		accepted = [...accepted, ...offers];
	}
}

it(`a payload that the specification allows passes Warn and arrives as it was given (seed ${seed})`, async () => {
	const { bodies, send } = await openExchange();
	const payloads = [stumbledUpon, ...fc.sample(specifiedPayloads.filter(isSomething), { seed, numRuns: 150 })];
	const items = payloads.map((payload, index) => ({ ref: `${index}`, payload }));
	const outcome = await send(items, asJson, { validation: 'warn' });
	for (const [index, payload] of payloads.entries())
		expect([outcome.items[index]?.json['error'], bodies.get(`${index}`)]).toEqual([undefined, payload]);
});

it(`what Strict doubts in a payload can be accepted, and arrives as it was given (seed ${seed})`, async () => {
	const { bodies, send } = await openExchange();
	for (const [index, { path, value }] of fc.sample(anyLeaf, { seed, numRuns: 400 }).entries()) {
		const payload = withValue(path, value);
		const { outcome, accepted } = await accepting(send, { ref: `${index}`, payload }, asJson);
		const what = {
			path: path.join('.'),
			accepted,
			error: outcome.items[0]?.json['error'],
			arrived: bodies.get(`${index}`),
		};
		expect(what).toEqual({ path: path.join('.'), accepted, error: undefined, arrived: payload });
	}
});
