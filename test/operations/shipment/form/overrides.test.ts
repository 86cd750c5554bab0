import { withOverrides } from '../../../../nodes/CargoExchange/operations/shipment/form/overrides';

const template = {
	shipmentReference: 'OLD',
	parcels: { kept: true },
	sets: [{ blNumber: 'B1', carrier: { scac: 'EXCL' } }],
};

describe('withOverrides', () => {
	it('sets named fields on top of a template that stays as it is', () => {
		const before = structuredClone(template);
		expect(
			withOverrides(template, [
				{ field: 'shipmentReference', value: 'NEW' },
				{ field: 'vessel.imo', value: '9074729' },
				{ field: 'sets[0].carrier.name', value: 'Example Line' },
				{ field: 'sets.0.blDate', value: '2025-03-31T00:00:00' },
				{ field: 'sets[1].blNumber', value: 'B2' },
			]),
		).toEqual({
			shipmentReference: 'NEW',
			vessel: { imo: 9074729 },
			parcels: { kept: true },
			sets: [
				{ blNumber: 'B1', blDate: '2025-03-31', carrier: { scac: 'EXCL', name: 'Example Line' } },
				{ blNumber: 'B2' },
			],
		});
		expect(template).toEqual(before);
	});

	it('removes a field that is overridden with nothing', () => {
		expect(withOverrides(template, [{ field: 'sets[0].carrier.scac', value: '' }])).toEqual({
			...template,
			sets: [{ blNumber: 'B1', carrier: {} }],
		});
	});

	it.each([
		['blNumber', 'blNumber names no field of the import'],
		['sets[0].cargos', 'sets[0].cargos names no field of the import'],
		['sets.blNumber', 'sets.blNumber names no field of the import'],
		['vessel[0].imo', 'vessel[0].imo names no field of the import'],
		['__proto__.polluted', '__proto__.polluted names no field of the import'],
		['', ' names no field of the import'],
		['sets[7].blNumber', 'sets[7].blNumber names an entry that the payload does not have'],
	])('refuses %p', (field, message) => {
		expect(() => withOverrides(template, [{ field, value: 'x' }])).toThrow(message);
	});

	it('refuses a value that its field cannot hold', () => {
		expect(() => withOverrides(template, [{ field: 'vessel.imo', value: 'Ever Example' }])).toThrow(
			'The value for vessel.imo is no plain number; write 12000.5, with a point and without separators of thousands',
		);
	});
});
