import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CargoExchange } from '../../../nodes/CargoExchange/CargoExchange.node';
import { formLayout, type FormLayout } from '../../../nodes/CargoExchange/shipment/form/layout';
import { parameterOf } from '../../../nodes/CargoExchange/shipment/form/properties';
import { fullShipment } from '../../fixtures/shipment';
import { specifiedLeaves, specifiedPayloads, valuesOf } from '../../fixtures/specifiedPayload';
import { answersToken, useServers } from '../../helpers/exchangeClient';
import { runNode, type Outcome } from '../../helpers/engine';
import { leavesOf } from '../../helpers/leaves';

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

const errorOf = ({ items, error }: Outcome): unknown => items[0]?.json['error'] ?? error?.message;

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

/** The columns beside the one in question, with their fields. */
const columns: readonly [header: string, field: string, cell: string | number][] = [
	['Shipper', 'sets.shipper.name', 'Example Trading Ltd'],
	['Consignee', 'sets.consignee.name', 'Example Imports Pte'],
	['Notify Party', 'sets.notifyParties.name', 'Example Brokers Pte'],
	['POL', 'sets.loadingLocation', 'Rotterdam'],
	['POD', 'sets.destination', 'Colombo'],
	['Cargo', 'sets.cargos.cargoName', 'Shirts'],
	['Container Number', 'sets.containers.containerNumber', 'CSQU3054383'],
	['Gross Weight', 'sets.containers.containerQuantity.quantityGross', 900],
	['Volume', 'sets.containers.containerVolume.quantityGross', 10],
	['Packages', 'sets.containers.totalNumberOfPackingItems', 40],
	['Charge Amount', 'sets.freightCharges.charges.amount.value', 100],
];
/** A row needs them, and a party that is the same as another is that party. */
const identifying = new Set(['shipmentReference', 'sets.blNumber', 'sets.blDate']);
const textLeaves = specifiedLeaves
	.filter(({ type }) => type === 'text')
	.map(({ path }) => ({ path, field: path.filter((name) => name !== '0').join('.') }))
	.filter(({ field }) => !identifying.has(field));

/** Codes are sent in capital letters, which some small letters become more than one of. */
const lettersAndSigns = (value: unknown) =>
	String(value)
		.toUpperCase()
		.toLowerCase()
		.normalize('NFC')
		.replace(/[^\p{L}\p{N}\p{Sc}\p{So}%]/gu, '');
const units: Readonly<Record<string, string>> = { kg: 'kgm' };

/** Whether a value is somewhere in what was sent, in whatever spelling the service has it. */
function isSent(body: unknown, value: string): boolean {
	const wanted = lettersAndSigns(value);
	return leavesOf(body).some(({ value: sent }) => [wanted, units[wanted]].includes(lettersAndSigns(sent)));
}

/** A word for nothing, which is sent empty once it is accepted; zeros are a number format, too. */
function isNothing(field: string, value: string): boolean {
	const isZero = /^0*$/.test(lettersAndSigns(value)) && !(/format$/i.test(field) && /\d/.test(value));
	return isZero || /^(?:na|none|null|tba|ditto|same|sameasabove|true|ref|blank|br)$/.test(lettersAndSigns(value));
}

/** *Same as consignee* says who a party is, *to the order of* that a name follows, and neither what it is called. */
const isOtherParty = (field: string, value: string) =>
	(/part|consignee|shipper|forwarder|carrier/i.test(field) && /^same as/i.test(value)) ||
	(field === 'sets.consignee.name' && /^to (?:the )?order of$/i.test(value));
const anyText = fc
	.tuple(fc.constantFrom(...textLeaves), valuesOf.text)
	.filter(([{ field }, value]) => value.trim() !== '' && !isOtherParty(field, value));

it(`what Strict doubts in a cell of text can be accepted, and is sent (seed ${seed})`, async () => {
	const { bodies, send } = await openExchange();
	for (const [index, [{ field }, value]] of fc.sample(anyText, { seed, numRuns: 250 }).entries()) {
		const others = columns.filter(([, other]) => other !== field).map(([header, , cell]) => [header, cell] as const);
		const row = { 'Shipment Reference': `R${index}`, 'B/L Number': 'B1', ...Object.fromEntries(others), X: value };
		const parameters = { inputMode: 'rows', columns: { column: [{ column: 'X', field }] } };
		const { outcome, accepted } = await accepting(send, row, parameters);
		const what = { field, value, accepted, error: errorOf(outcome) };
		expect({ ...what, isSent: isSent(bodies.get(`R${index}`), value) }).toEqual({
			...what,
			error: undefined,
			isSent: isNothing(field, value) ? (expect.any(Boolean) as unknown) : true,
		});
	}
});

/** The form with a value in one field. */
function formWith(path: readonly string[], value: unknown, layout: FormLayout = formLayout): INodeParameters {
	const rest = path.join('.');
	const found = layout.leaves.find((leaf) => leaf.path.join('.') === rest);
	const entered = path.at(-1) === 'id' ? { __rl: true, mode: 'id', value } : value;
	if (found) return { [found.name]: entered } as INodeParameters;
	for (const { name, leaves } of layout.sections) {
		const inSection = leaves.find((leaf) => leaf.path.join('.') === rest);
		if (inSection) return { [name]: { [inSection.name]: entered } } as INodeParameters;
	}
	const list = layout.lists.find((one) => rest.startsWith(`${one.path.join('.')}.`));
	if (!list) throw new Error(`The form has no field ${rest}`);
	return { [list.name]: { entry: [formWith(path.slice(list.path.length), value, list.entry)] } };
}

it(`what Strict doubts in a field of the form can be accepted, and is sent (seed ${seed})`, async () => {
	const { bodies, send } = await openExchange();
	for (const [index, [{ field }, value]] of fc.sample(anyText, { seed, numRuns: 250 }).entries()) {
		const form = Object.entries(formWith(field.split('.'), '={{ $json.value }}'));
		const parameters = Object.fromEntries(form.map(([name, entered]) => [parameterOf(name), entered]));
		const given = { inputMode: 'form', formShipmentReference: `F${index}`, ...parameters };
		const { outcome, accepted } = await accepting(send, { value }, given);
		const what = { field, value, accepted, error: errorOf(outcome) };
		expect({ ...what, isSent: isSent(bodies.get(`F${index}`), value) }).toEqual({
			...what,
			error: undefined,
			isSent: isNothing(field, value) ? (expect.any(Boolean) as unknown) : true,
		});
	}
});
