import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { operations } from '../../nodes/CargoExchange/operations';
import type { IDataObject } from 'n8n-workflow';
import { credentialTestContext, readBinary, storeBinary } from '../helpers/engine';
import { jsonOf, textWith, useExchangeNode } from '../helpers/exchangeNode';

const wrong = { instanse: 'HUB' };
const says = 'Exchange Profile: has no key instanse';

describe('a profile that cannot be used', () => {
	const exchange = useExchangeNode();

	it.each(operations.filter(({ credential }) => credential === 'cargoExchangeApi'))(
		'is named by $resource: $operation, which sends nothing',
		async ({ resource, operation }) => {
			const items = [{ json: { setId: '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4' } }];
			const { error } = await exchange.run(`${resource}.${operation}`, {}, { ...exchange.withProfile(wrong), items });
			expect(error).toMatchObject({ message: textWith(says), description: textWith('Correct the Exchange Profile') });
			expect(exchange.simulator.requests).toEqual([]);
		},
	);

	it('is named by the credential test', async () => {
		const { testCargoExchangeApi } = new CargoExchange().methods.credentialTest;
		const data = { ...exchange.credential, profile: JSON.stringify(wrong) };
		const result = await testCargoExchangeApi.call(credentialTestContext(), { id: '1', name: 'x', type: 'x', data });
		expect(result).toEqual({ status: 'Error', message: textWith(says) });
	});

	it('fails each item alone if failed items continue', async () => {
		const more = {
			...exchange.withProfile(wrong),
			onError: 'continueRegularOutput' as const,
			items: [{ json: {} }, { json: {} }],
		};
		expect(jsonOf(await exchange.run('set.search', {}, more))).toEqual([
			{ error: textWith(says) },
			{ error: textWith(says) },
		]);
	});
});

describe('searches by a profile', () => {
	const exchange = useExchangeNode();
	const search = async (profile: IDataObject, parameters = {}) =>
		await exchange.run('set.search', { returnAll: true, ...parameters }, exchange.withProfile(profile));
	const bodies = () => exchange.searches().map(({ body }) => body);

	it('name its instance and fields, unless the node names others', async () => {
		const profile = { instance: 'Exchange', searchFields: { tenant: 'blue', kind: 1 } };
		await search(profile);
		expect(bodies().at(-1)).toMatchObject({ instance: 'Exchange', tenant: 'blue', kind: 1 });
		await search(profile, { filters: { instance: 'HUB', additionalFilters: '{ "kind": 2 }' } });
		expect(bodies().at(-1)).toMatchObject({ instance: 'HUB', tenant: 'blue', kind: 2 });
	});

	it('go through its words for every set, and merge them', async () => {
		const all = jsonOf(await search({}));
		exchange.simulator.requests.length = 0;
		expect(jsonOf(await search({ searchStatuses: ['FILED', 'ACTIVE'] }))).toHaveLength(all.length);
		const statuses = bodies().map((body) => (body as { status?: string }).status);
		expect(new Set(statuses)).toEqual(new Set(['FILED', 'ACTIVE']));
	});

	it('have no status if it has no word, and then stop at a folder', async () => {
		jsonOf(await search({ searchStatuses: [] }));
		expect(bodies().filter((body) => 'status' in (body as object))).toEqual([]);
		const { error } = await search({ searchStatuses: [] }, { searchIn: 'FILED' });
		expect(error?.message).toBe('This exchange is searched without a folder');
	});

	it('send another folder as it is', async () => {
		jsonOf(await search({ searchStatuses: ['ACTIVE'] }, { searchIn: 'FILED' }));
		expect(bodies().at(-1)).toMatchObject({ status: 'FILED' });
	});

	it('fail at a word that the exchange does not accept, and do not do with the others', async () => {
		const { error, items } = await search({ searchStatuses: ['ACTIVE', 'SHELF'] });
		expect(error?.message).toContain('The exchange did not accept the search');
		expect(error?.description).toMatch(/^Run "Exchange → Check"/);
		expect(items).toEqual([]);
	});

	it('teach this n8n nothing about another profile', async () => {
		const { store, customerId } = exchange.simulator;
		const { setId, shipmentRef } = store.addSet({ shipmentRef: 'LEARNED-1' });
		store.addDocument({ setId });
		await search({ timezone: 'Asia/Kolkata' }, { filters: { shipmentRef } });
		exchange.simulator.requests.length = 0;
		const items = [{ json: { setId, customerId } }];
		jsonOf(await exchange.run('document.getMany', {}, { items, ...exchange.withProfile({ timezone: 'Asia/Tokyo' }) }));
		expect(bodies()[0]).not.toHaveProperty('shipmentRef');
	});
});

describe('shipments by a profile', () => {
	const exchange = useExchangeNode();
	const shipmentFields = {
		locale: 'ENGLISH',
		shipmentType: 'liner',
		sets: {
			eSetType: 'electronic',
			placeOfIssue: 'Rotterdam',
			destinationCountry: { unCountryCode: 'NL', value: 'Netherlands' },
		},
	};
	const withFields = () => exchange.withProfile({ shipmentFields });
	const options = { validation: 'warn' };
	const sent = () => exchange.imports().at(-1)?.body;

	it('have its values in each bill of lading of a sheet where nothing was written', async () => {
		const row = { 'Shipment Reference': 'CONST-1', Locale: 'SPANISH' };
		const rows = [
			{ ...row, 'B/L Number': 'BL-1', 'Place of Issue': 'Antwerp' },
			{ ...row, 'B/L Number': 'BL-2', 'Destination Country': 'Belgium' },
		];
		const parameters = { inputMode: 'rows', options };
		jsonOf(
			await exchange.run('shipment.import', parameters, { ...withFields(), items: rows.map((json) => ({ json })) }),
		);
		expect(sent()).toMatchObject({
			locale: 'SPANISH',
			shipmentType: 'liner',
			sets: [
				{
					blNumber: 'BL-1',
					eSetType: 'electronic',
					placeOfIssue: 'Antwerp',
					destinationCountry: shipmentFields.sets.destinationCountry,
				},
				{ blNumber: 'BL-2', eSetType: 'electronic', placeOfIssue: 'Rotterdam' },
			],
		});
		expect((sent() as { sets: IDataObject[] }).sets[1]?.['destinationCountry']).toEqual({ value: 'Belgium' });
	});

	it('have none where a word for nothing was accepted', async () => {
		const json = { 'Shipment Reference': 'CONST-2', 'B/L Number': 'BL-3', 'Place of Issue': 'n/a' };
		const parameters = { inputMode: 'rows', options: { ...options, acceptValues: 'n/a' } };
		jsonOf(await exchange.run('shipment.import', parameters, { ...withFields(), items: [{ json }] }));
		expect(sent()).toMatchObject({ sets: [{ eSetType: 'electronic' }] });
		expect((sent() as { sets: IDataObject[] }).sets[0]).not.toHaveProperty('placeOfIssue');
	});

	it('have them in a form, before the checks, and the draft lists them', async () => {
		const parameters = {
			inputMode: 'form',
			dryRun: true,
			formShipmentReference: 'CONST-3',
			formSets: { entry: [{ blNumber: 'BL-4' }] },
			options,
		};
		const outcome = await exchange.run('shipment.import', parameters, withFields());
		expect(jsonOf(outcome)).toMatchObject([{ payload: { locale: 'ENGLISH', sets: [{ eSetType: 'electronic' }] } }]);
		const draft = (await readBinary(outcome.items[0], 'draft')).toString();
		expect(draft).toMatch(/From the exchange profile of the credential[^]*Bill of lading BL-4, E-Set Type: electronic/);
	});

	it('are as they are given as JSON', async () => {
		const payload = JSON.stringify({ shipmentReference: 'CONST-4', sets: [{ blNumber: 'BL-5' }] });
		jsonOf(await exchange.run('shipment.import', { inputMode: 'json', payload, options }, withFields()));
		expect(sent()).toEqual(JSON.parse(payload));
	});

	it('have their PDFs where it says, unless the node says otherwise', async () => {
		const pdfTemplate = { files: [{ content: '{base64}' }] };
		const more = exchange.withProfile({ pdfTemplate });
		const binary = { data: await storeBinary(Buffer.from('%PDF-1.7\n%%EOF\n'), 'a.pdf') };
		const importing = async (reference: string, given: object) =>
			jsonOf(
				await exchange.run(
					'shipment.import',
					{
						inputMode: 'json',
						payload: JSON.stringify({ shipmentReference: reference, sets: [{}] }),
						pdfs: { pdf: [{ binaryPropertyName: 'data' }] },
						options: { ...options, ...given },
					},
					{ ...more, items: [{ json: {}, binary }] },
				),
			);
		await importing('PLACE-1', {});
		expect(sent()).toMatchObject({ files: [{ content: textWith('JVBERi0') }] });
		await importing('PLACE-2', { pdfTemplate: '{ "other": ["{base64}"] }' });
		expect(sent()).toMatchObject({ other: [textWith('JVBERi0')] });
		expect(sent()).not.toHaveProperty('files');
	});
});
