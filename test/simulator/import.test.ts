import { startSimulator, type Simulator } from '../../simulator';
import { errorMessage, logIn, type Caller } from './caller';
import { fullShipment } from '../fixtures/shipment';

let simulator: Simulator;
let caller: Caller;
const start = async () => {
	simulator = await startSimulator();
	caller = await logIn(simulator);
};
afterEach(() => simulator.stop());

/** A copy of the full shipment with one value replaced. */
function payloadWith(path: readonly (string | number)[], value: unknown): unknown {
	const copy = structuredClone(fullShipment);
	const parent = path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key) as object, copy);
	Reflect.set(parent, path.at(-1)!, value);
	return copy;
}

const pdf = Buffer.from('%PDF-1.4\nattached\n%%EOF\n').toString('base64');

describe('an import', () => {
	it('creates a shipment whose sets a search then finds', async () => {
		await start();
		const response = await caller.import(fullShipment, 'REF 7/ä');
		expect(response.status).toBe(200);
		const reply: unknown = await response.json();
		const { results } = await caller.found({ shipmentRef: 'SHP-2026-0101' });
		expect(reply).toEqual({
			importRef: 'REF 7/ä',
			shipmentReference: 'SHP-2026-0101',
			status: 'IMPORTED',
			sets: [
				{ setId: results[0]?.setId, setRef: 'SET-0101-1' },
				{ setId: results[1]?.setId, setRef: 'SET-0101-2' },
			],
		});
		expect(results[0]).toMatchObject({
			parcelRef: 'SET-0101-1',
			shipmentRef: 'SHP-2026-0101',
			status: 'imported',
			destinationName: 'SGSIN',
			destinationCountry: 'Singapore',
			cargoName: 'Cotton Shirts',
			billOfLadingDate: '2025-03-31',
			signature: '0 of 2',
			quantity: '24,000.500 kg',
			consignorCompanyName: 'Example Trading Ltd',
			consigneeCompanyName: 'Example Bank',
			loadPort: 'NLRTM',
			vesselName: 'Meridian Aurora',
		});
	});

	it('is found under its shipper and its consignee as well', async () => {
		await start();
		const shipper = { id: 'ad07304f-35a2-4ed7-a630-db49b1cf89c1' };
		const consignee = { id: 'aba3ed17-4997-4e5e-a88e-63e90be32f25' };
		await caller.import({ ...fullShipment, sets: [{ ...fullShipment.sets[0], shipper, consignee }] });
		for (const { id } of [shipper, consignee])
			expect(await caller.found({ customerIds: [id], shipmentRef: 'SHP-2026-0101' })).toMatchObject({ total: 1 });
	});

	it('gives the PDFs inside parcels to every set, at any depth', async () => {
		await start();
		const parcels = {
			note: 'These accompany the goods. '.repeat(20),
			documents: [{ name: 'Packing List', docType: 'Uploadable Document', content: pdf }],
			more: {
				deep: [{ file: [pdf] }],
				certificate: { fileName: 'Origin.pdf', data: `data:application/pdf;base64,${pdf}` },
			},
		};
		await caller.import({ ...fullShipment, parcels });
		for (const { setId } of (await caller.found({ shipmentRef: 'SHP-2026-0101' })).results) {
			const documents = simulator.store.documentsOfSet(setId).slice(1);
			expect(documents.map(({ name, docType }) => [name, docType])).toEqual([
				['Packing List', 'Uploadable Document'],
				['Document 2', 'Uploadable Document'],
				['Origin.pdf', 'Uploadable Document'],
			]);
		}
	});

	it('gives the PDFs inside one set’s own parcels to that set alone', async () => {
		await start();
		await caller.import(payloadWith(['sets', 1, 'parcels'], [pdf]));
		const { results } = await caller.found({ shipmentRef: 'SHP-2026-0101' });
		expect(results.map(({ setId }) => simulator.store.documentsOfSet(setId).length)).toEqual([1, 2]);
	});

	it('is rejected with 400 without importRef', async () => {
		await start();
		const response = await caller.import(fullShipment, '');
		expect(response.status).toBe(400);
		expect(await errorMessage(response)).toBe('importRef: is required');
	});

	it.each(['[]', '"text"', 'null', '12', '{"sets":[]}', '{}', '{"sets":'])(
		'is rejected with 400 for the body %s',
		async (body) => {
			await start();
			const before = simulator.store.shipments.size;
			expect((await caller.import(body)).status).toBe(400);
			expect(simulator.store.shipments.size).toBe(before);
		},
	);

	it.each<[string, (string | number)[], unknown]>([
		['a string instead of a number', ['sets', 0, 'cargos', 0, 'quantities', 0, 'quantityGross'], '20400'],
		['a string instead of an integer', ['vessel', 'imo'], '9074729'],
		['a fraction instead of an integer', ['sets', 0, 'numberOfContainers'], 1.5],
		['a number instead of a string', ['voyageReference'], 14],
		['a string instead of a boolean', ['autoCollaboration'], 'true'],
		['an object instead of an array', ['sets', 0, 'containers'], {}],
		['null instead of a string', ['sets', 0, 'blNumber'], null],
		['a date in another format', ['sets', 0, 'blDate'], '12.05.2022'],
		['an ID that is not a UUID', ['sets', 0, 'shipper', 'id'], 'A1'],
		['a country code of three letters', ['sets', 0, 'destinationCountry', 'unCountryCode'], 'DNK'],
		['a payment type that does not exist', ['sets', 0, 'freightCharges', 'charges', 0, 'prepaidType'], 'LATER'],
		['an exchange rate without a currency', ['sets', 0, 'freightCharges', 'charges', 0, 'exchangeRate'], '1.08'],
		['a measure that is a number', ['sets', 0, 'cargos', 0, 'packaging', 0, 'weight'], 20400],
	])('is rejected with 400 and the path for %s', async (_what, path, value) => {
		await start();
		const response = await caller.import(payloadWith(path, value));
		expect(response.status).toBe(400);
		expect(await errorMessage(response)).toContain(path.join('.'));
	});

	it.each<[string, string, RegExp]>([
		['broken Base64', `${pdf.slice(0, 20)}*${pdf.slice(20)}`, /parcels\.0\.content: is not valid Base64/],
		['cut Base64', 'JVBERi0xLjQKYXR', /parcels\.0\.content: is not valid Base64/],
		['a picture', Buffer.alloc(600, 'PNG').toString('base64'), /parcels\.0\.content: is Base64, but not a PDF/],
	])('is rejected with 400 for %s inside parcels', async (_what, content, words) => {
		await start();
		const response = await caller.import({ ...fullShipment, parcels: [{ content }] });
		expect(response.status).toBe(400);
		expect(await errorMessage(response)).toMatch(words);
	});

	it('ignores fields that docs/service.md does not name', async () => {
		await start();
		expect((await caller.import(payloadWith(['sets', 0, 'blNumbr'], 'X'))).status).toBe(200);
	});
});
