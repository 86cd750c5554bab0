/** What Strict asks about, and what it does not ask of a program. */
import type { IDataObject } from 'n8n-workflow';
import { jsonOf, useExchangeNode } from '../../helpers/exchangeNode';
import { rowOf, shipmentNamed } from '../../helpers/shipment';

const exchange = useExchangeNode();
const dryRun = async (row: IDataObject, options = {}) =>
	await exchange.run('shipment.import', { dryRun: true, options }, { items: [rowOf('D-1', row)] });

describe('a name with more than a name in it', () => {
	it.each([
		'Sierra Clara Foods S.A.C., Av. del Puerto 120, Callao 07021, Peru',
		'Ostervik Import AB, Hamngatan 7, 411 14 Gothenburg, Sweden',
		'Nordwind GmbH Tel. +49 40 555010',
		'Nordwind GmbH, fax: 040-555010',
		'Acme Ltd VAT No. GB123456789',
		'Acme Pty Ltd ABN 51 824 753 556',
		'Acme Ltd accounts@acme.example',
	])('is asked about, and can be accepted: %s', async (name) => {
		for (const header of ['Shipper', 'Notify Party', 'Forwarder']) {
			const { error } = await dryRun({ [header]: name });
			expect(error?.message).toContain('Has more than a name in it.');
			const accept = { acceptValues: `${header}: unlikely` };
			expect(jsonOf(await dryRun({ [header]: name }, accept))).toHaveLength(1);
		}
	});

	it.each([
		'Big Tea Co., Ltd.',
		'Telford Tea, Inc.',
		'Faxe Kalk A/S',
		'Route 1066, Ltd',
		'Area 51 Foods',
		'M/s. 3M, Inc.',
		'Expo 2020 - 2025 Foods',
	])('is not one that only looks like it: %s', async (name) => {
		expect(jsonOf(await dryRun({ Shipper: name }))).toHaveLength(1);
	});
});

describe('a container that nobody can have packed so', () => {
	const container = {
		containerNumber: 'CSQU3054383',
		containerType: '22G1',
		...{ totalNumberOfPackingItems: 21, packingUnit: 'PALLETS' },
		containerQuantity: { quantityGross: 16.5, crossRefId: 'KGM' },
	};

	it('is asked about in rows', async () => {
		const row = { 'Container Number': 'CSQU3054383', Type: '22G1', Pkgs: '21 pallets', 'Weight (kg)': 16.5 };
		const { error } = await dryRun(row);
		expect(error?.message).toContain('Is too little for the packages and the volume.');
		expect(jsonOf(await dryRun({ ...row, Pkgs: '21 cartons' }))).toHaveLength(1);
	});

	it('is not asked about in JSON, which a program has written', async () => {
		const [set] = shipmentNamed('D-2').sets as IDataObject[];
		const payload = { ...shipmentNamed('D-2'), sets: [{ ...set, containers: [container] }] };
		const parameters = { inputMode: 'json', dryRun: true };
		const [json] = jsonOf(await exchange.run('shipment.import', parameters, { items: [{ json: payload }] }));
		expect(json?.['warnings']).toEqual([]);
	});
});

describe('a column that nobody has mapped', () => {
	it('is one correction, and not also a port that is missing because of it', async () => {
		const { POL, ...rest } = rowOf('D-3').json;
		const node = { items: [{ json: { ...rest, From: POL ?? '' } }] };
		const { error } = await exchange.run('shipment.import', { dryRun: true }, node);
		expect(error?.message).toBe('Column From: No field of the import has this name. Rename the column, or delete it.');
		expect(error?.description).not.toContain('Port of Loading');
	});
});
