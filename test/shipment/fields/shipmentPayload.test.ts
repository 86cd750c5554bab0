import { shipmentFields, type Fields } from '../../../nodes/CargoExchange/shipment/fields/shipment';
import { readPayload } from '../../../nodes/CargoExchange/shipment/fields/parsePayload';
import { payloadSchema } from '../../../simulator/imports/payload';
import { read, sectionOf } from '../../docs/pages';
import { fullShipment } from '../../fixtures/shipment';
import { specifiedLeaves } from '../../fixtures/specifiedPayload';
import { leavesOf } from '../../helpers/leaves';

function leafPaths(fields: Fields, at = ''): string[] {
	return Object.entries(fields).flatMap(([name, field]) => {
		if (field.kind === 'object') return leafPaths(field.fields, `${at}${name}.`);
		if (field.kind === 'list') return leafPaths(field.fields, `${at}${name}[].`);
		return [`${at}${name}`];
	});
}

describe('the table of the import payload', () => {
	const paths = leafPaths(shipmentFields);

	it('has the fields of the specification, and no others', () => {
		expect(new Set(specifiedLeaves.map(({ path }) => path.join('.').replaceAll('.0', '[]')))).toEqual(new Set(paths));
	});

	it('has what docs/service.md describes', () => {
		const sections = [
			'2.7 Shipment to import',
			'2.8 Set to import',
			'2.9 Cargo and measures',
			'2.10 Container',
			'2.11 Freight charges',
		];
		const described = sections.flatMap(
			(title) => sectionOf(read('docs/service.md'), `### ${title}`).match(/(?<=`)\w+(?=`)/g) ?? [],
		);
		const named = paths.flatMap((path) => path.split(/[.[\]]+/));
		expect(named.filter((name) => !described.includes(name))).toEqual([]);
	});

	it('is filled in the shipment of the tests, which the simulated exchange reads whole', () => {
		const filled = leavesOf(fullShipment).map(({ path }) => path.replace(/\d+/g, ''));
		expect(new Set(filled)).toEqual(new Set(paths));
		expect(payloadSchema('strict').parse(fullShipment)).toEqual(fullShipment);
	});
});

describe('readPayload', () => {
	it('reports wrong types with their path, and keeps the positions of valid values', () => {
		const { payload, mismatches } = readPayload({
			vessel: { imo: '9074729' },
			autoCollaboration: 'true',
			shipper: undefined,
			sets: [
				'EXBL1',
				{
					blNumber: 17,
					numberOfContainers: 1.5,
					containers: [{ containerQuantity: { quantityGross: '12000', quantityNet: Number.NaN } }],
					cargos: {},
					carrier: ['EXCL'],
				},
			],
		});
		expect(mismatches.map(({ path, expected }) => [path, expected])).toEqual([
			['vessel.imo', 'a whole number'],
			['autoCollaboration', 'true or false'],
			['sets[0]', 'an object'],
			['sets[1].blNumber', 'text'],
			['sets[1].numberOfContainers', 'a whole number'],
			['sets[1].containers[0].containerQuantity.quantityGross', 'a number'],
			['sets[1].containers[0].containerQuantity.quantityNet', 'a number'],
			['sets[1].cargos', 'a list'],
			['sets[1].carrier', 'an object'],
		]);
		expect(payload.sets).toHaveLength(2);
		expect(payload.sets?.[1]?.containers).toEqual([{ containerQuantity: {} }]);
	});

	it('lists unknown fields, and takes null for a field that is not there', () => {
		expect(readPayload({ shipmentRef: 'S', vessel: null, sets: [{ blnumber: 'B', blDate: null }] })).toMatchObject({
			mismatches: [],
			unknown: [{ path: 'shipmentRef' }, { path: 'sets[0].blnumber' }],
		});
	});

	it('is safe from keys such as __proto__', () => {
		const hostile: unknown = JSON.parse(
			'{"__proto__":{"blNumber":"x"},"constructor":{"prototype":{"polluted":1}},"sets":[{"toString":"x"}]}',
		);
		const { payload, unknown } = readPayload(hostile);
		expect(unknown.map(({ path }) => path)).toEqual(['__proto__', 'constructor', 'sets[0].toString']);
		expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
		expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
	});
});
