import { anyText, jsonOf, pairsOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { importOf, shipmentNamed } from '../../helpers/shipment';

const exchange = useExchangeNode();

describe('shipment: import', () => {
	it('sends the payload with its reference and gives what the exchange answers', async () => {
		const payload = shipmentNamed('IMP-1');
		const outcome = await exchange.run('shipment.import', {
			inputMode: 'json',
			importRef: 'ref 1/ä&',
			payload: JSON.stringify(payload),
		});
		expect(exchange.imports().at(-1)).toMatchObject({ query: { importRef: 'ref 1/ä&' }, body: payload });
		const [json] = jsonOf(outcome);
		expect(json).toMatchObject({
			imported: true,
			importRef: 'ref 1/ä&',
			shipmentRef: 'IMP-1',
			httpStatus: 200,
			warnings: [],
		});
		expect(json?.setIds).toContain(exchange.simulator.store.sets.all().at(-1)?.setId);
	});

	describe('of a shipment that is there already', () => {
		const again = (ifPresent: string, shipmentReference = 'SHP-2022-0005') => ({
			inputMode: 'json',
			importRef: 'AGAIN',
			payload: JSON.stringify(shipmentNamed(shipmentReference)),
			ifPresent,
		});

		it('is skipped if the user wants that, with the IDs of the sets that are there', async () => {
			const [json] = jsonOf(await exchange.run('shipment.import', again('skip')));
			expect(json).toMatchObject({ importRef: 'AGAIN', imported: false, httpStatus: null, setIds: [anyText] });
			expect(json?.warnings).toContainEqual({
				path: 'shipmentReference',
				value: 'SHP-2022-0005',
				rule: 'alreadyThere',
				advice: textWith('It was not imported again.'),
				severity: 'note',
			});
			expect(exchange.imports()).toEqual([]);
		});

		it('cannot be seen in results that name no shipment', async () => {
			const results = [{ setId: '01234567-89ab-cdef-0123-456789abcdef' }];
			const body = { code: 200, data: { total: 1, count: 1, results } };
			exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'json', body } });
			const { error } = await exchange.run('shipment.import', again('skip', 'IMP-12'));
			expect(error?.message).toContain('it is unclear whether they belong to the shipment IMP-12');
			expect(error?.description).toContain('Import Anyway');
			expect(exchange.imports()).toEqual([]);
		});

		it('cannot be looked up without a shipment reference: it is imported only without the check', async () => {
			const payload = { ...shipmentNamed('IMP-13'), shipmentReference: undefined };
			const options = { validation: 'warn' };
			const parameters = { inputMode: 'json', importRef: 'IMP-13', payload: JSON.stringify(payload), options };
			for (const ifPresent of ['fail', 'skip']) {
				const { error } = await exchange.run('shipment.import', { ...parameters, ifPresent });
				expect(error?.message).toBe('The shipment has no reference, so it cannot be looked up; nothing was sent');
				expect(error?.description).toMatch(
					/^Add a shipment reference\. .* take all other rows or items out, and set .* to "Import Anyway" for/,
				);
			}
			const dryRun = { ...parameters, dryRun: true };
			const [dry] = jsonOf(await exchange.run('shipment.import', dryRun));
			expect(dry?.warnings).toMatchObject([{ rule: 'missing' }, { rule: 'notLookedUp' }]);
			const [json] = jsonOf(await exchange.run('shipment.import', { ...parameters, ifPresent: 'import' }));
			expect(json).toMatchObject({ imported: true, importRef: 'IMP-13', shipmentRef: null });
		});
	});

	it('takes the shipment reference as import reference if none is given, and needs one of the two', async () => {
		const outcome = await exchange.run('shipment.import', importOf('IMP-15', { importRef: '' }));
		expect(jsonOf(outcome)).toMatchObject([{ importRef: 'IMP-15', shipmentRef: 'IMP-15' }]);
		const { error } = await exchange.run('shipment.import', {
			inputMode: 'json',
			payload: '{ "shipmentType": "liner" }',
		});
		expect(error?.message).toBe('The shipment has no reference; nothing was sent');
		expect(exchange.imports()).toHaveLength(1);
	});

	it('sends container numbers of a sheet and of the form as ISO 6346 writes them', async () => {
		const formSets = { entry: [{ containers: { entry: [{ containerNumber: 'csqu 305438-3' }] } }] };
		const options = { validation: 'warn' };
		await exchange.run('shipment.import', { inputMode: 'form', formShipmentReference: 'IMP-16', formSets, options });
		const items = [{ json: { 'Shipment Reference': 'IMP-17', Container: 'csqu 305438-3' } }];
		await exchange.run('shipment.import', { inputMode: 'rows', options }, { items });
		const sets = [{ containers: [{ containerNumber: 'CSQU3054383' }] }];
		expect(exchange.imports()).toMatchObject([{ body: { sets } }, { body: { sets } }]);
	});

	it.each([
		['text that is no JSON', '{ "sets": ', 'Shipment: must be valid JSON'],
		['a list', '[]', 'Shipment: must be a JSON object in { }'],
		['a number', '={{ 7 }}', 'Shipment: must be a JSON object in { }'],
		['nothing', '={{ $json.nothing }}', 'Shipment: must be filled in'],
		['empty', '{}', 'The shipment is empty; nothing was sent'],
		['empty inside', '{ "sets": [{ "cargos": [] }], "locale": "" }', 'The shipment is empty; nothing was sent'],
	])('refuses a payload that is %s and sends nothing', async (_, payload, message) => {
		const parameters = { inputMode: 'json', importRef: 'X', payload, options: { validation: 'warn' } };
		const { error } = await exchange.run('shipment.import', parameters);
		expect(error?.message).toContain(message);
		expect(error?.description).toBeTruthy();
		expect(exchange.imports()).toEqual([]);
	});

	it('sends the session cookie with this request and no other', async () => {
		const from = exchange.simulator.requests.length;
		const credential = {
			...exchange.credential,
			password: exchange.simulator.accounts[0]!.password,
			sessionCookie: 'JSESSIONID=s3cr3t',
		};
		const outcome = await exchange.run('shipment.import', importOf('COOKIE-1', { ifPresent: 'skip' }), {
			credentials: { cargoExchangeApi: credential },
		});
		await exchange.run('counterparty.getMany', {}, { credentials: { cargoExchangeApi: credential } });
		expect(jsonOf(outcome)).toMatchObject([{ httpStatus: 200 }]);
		const cookies = exchange.simulator.requests.slice(from).map(({ path, headers }) => [path, headers['cookie']]);
		expect(cookies.length).toBeGreaterThanOrEqual(3);
		expect(cookies.filter(([, cookie]) => cookie !== undefined)).toEqual([
			[textWith('/shipments'), expect.any(String)],
		]);
	});

	describe('of a shipment in which something is wrong', () => {
		const wrong = shipmentNamed('WRONG-1');
		Object.assign([wrong['sets']].flat()[0] ?? {}, { containers: [{ containerNumber: 'CSQU3054380' }] });
		const withType = { ...wrong, vessel: { imo: '9074729' } };
		const importing = (payload: object, validation = 'warn') => ({
			inputMode: 'json',
			ifPresent: 'import',
			payload: JSON.stringify(payload),
			options: { validation },
		});

		it('is imported with a warning, which is a hint too', async () => {
			const outcome = await exchange.run('shipment.import', importing(wrong));
			const [json] = jsonOf(outcome);
			expect(outcome.hints).toMatchObject([
				{
					message: textWith('Shipment WRONG-1: sets[0].containers[0].containerNumber: "CSQU3054380".'),
					type: 'warning',
				},
			]);
			expect(json).toMatchObject({ httpStatus: 200 });
			expect(json?.warnings).toEqual([
				{
					path: 'sets[0].containers[0].containerNumber',
					value: 'CSQU3054380',
					rule: 'unlikely',
					advice: anyText,
					severity: 'note',
				},
			]);
		});

		it('is held back under Warn, too, if a value has the wrong type', async () => {
			const { error } = await exchange.run('shipment.import', importing(withType));
			expect(error?.description).toContain('vessel.imo: "9074729"');
			expect(exchange.imports()).toEqual([]);
		});
	});

	it('gives the failed shipment as an item and imports the others when the user wants that', async () => {
		const outcome = await exchange.run(
			'shipment.import',
			{ inputMode: 'json', importRef: '={{ $json.shipmentReference }}', payload: '={{ $json }}' },
			{
				items: [{ json: shipmentNamed('IMP-20') }, { json: {} }, { json: shipmentNamed('IMP-21') }],
				onError: 'continueRegularOutput',
			},
		);
		expect(jsonOf(outcome)).toMatchObject([{ httpStatus: 200 }, { error: textWith('empty') }, { httpStatus: 200 }]);
		expect(pairsOf(outcome)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});
});
