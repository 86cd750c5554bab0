import { check } from '../../../nodes/CargoExchange/shipment/checks/validate';
import { corrections, payloads, remarks, type Row } from '../../helpers/sheet';

const row = { 'Shipment Reference': 'S', 'B/L Number': 'B', 'Container Number': 'CSQU3054383' };
const containerOf = (cells: Row) => payloads([{ ...row, ...cells }])[0]?.sets?.[0]?.containers?.[0];

describe('a unit in a column of its own', () => {
	it.each([
		...['kg', 'KG', 'Kgs.', 'kilos', 'Kilogram', 'KGM'].map((unit) => [unit, 'KGM']),
		...['lbs', 'Pounds', 'LBR'].map((unit) => [unit, 'LBR']),
		...['t', 'M.T.', 'mts', 'tonnes', 'Metric Tons', 'TNE'].map((unit) => [unit, 'TNE']),
	])('is sent as its code: %s', (unit, code) => {
		expect(containerOf({ 'Gross Weight': 5, 'Weight Unit': unit })?.containerQuantity?.crossRefId).toBe(code);
	});

	it.each([
		...['cbm', 'CBM', 'm3', 'm³', 'M^3', 'cu.m.', 'cubic metres'].map((unit) => [unit, 'MTQ']),
		...['cft', 'cu ft', 'Cubic Feet'].map((unit) => [unit, 'FTQ']),
	])('is sent as its code: %s', (unit, code) => {
		expect(containerOf({ Volume: 5, 'Volume Unit': unit })?.containerVolume?.crossRefId).toBe(code);
	});

	it('is the same unit in another spelling', () => {
		const rows = [
			{ 'Gross Weight (kg)': 5, 'Weight Unit': 'kilos' },
			{ 'Gross Weight (kg)': '', 'Weight Unit': 'KGS' },
		];
		expect(corrections(rows.map((cells) => ({ ...row, ...cells })))).toEqual([]);
		expect(corrections([{ ...row, 'Gross Weight (kg)': 5, 'Weight Unit': 'lbs' }])).toEqual([
			'Row 1, Gross Weight (kg): "5". The unit in its header contradicts Weight Unit, which has "lbs". Correct one of the two.',
		]);
	});

	it('stays as it is if it is not known', () => {
		expect(containerOf({ 'Gross Weight': 5, 'Weight Unit': 'kgz' })?.containerQuantity?.crossRefId).toBe('kgz');
		expect(remarks([{ ...row, 'Gross Weight': 5, 'Weight Unit': 'kgz' }])).toEqual([]);
	});
});

describe('check', () => {
	const found = (container: object) =>
		check({ sets: [{ containers: [container] }] }, '2026-11-01').flatMap(({ rule, value, advice, severity }) =>
			rule === 'missing' ? [] : [`${severity}: ${String(value)}. ${advice}`],
		);

	it.each(['kgz', 'boxes', 'tons', 'MTQ', 'TBA'])('warns of %s as a unit of weight', (crossRefId) => {
		expect(found({ containerQuantity: { quantityGross: 5, crossRefId } })).toEqual([
			`warning: ${crossRefId}. Is not a known unit of weight. Write KGM (kg), TNE (t) or LBR (lb).`,
		]);
	});

	it.each(['KGM', 'kgs', 'LBR', 'GRM', 'OZ', ''])('knows %s as a unit of weight', (crossRefId) => {
		expect(found({ containerQuantity: { quantityGross: 5, crossRefId } })).toEqual([]);
	});

	it('knows units of volume', () => {
		for (const crossRefId of ['MTQ', 'FTQ', 'LTR', 'cbm'])
			expect(found({ containerVolume: { quantityGross: 5, crossRefId } })).toEqual([]);
		expect(found({ containerVolume: { quantityGross: 5, crossRefId: 'kg' } })).toEqual([
			'warning: kg. Is not a known unit of volume. Write MTQ (m3) or FTQ (ft3).',
		]);
	});

	it('knows no unit of a cargo quantity, which may count anything', () => {
		const quantities = [{ quantityGross: 5, crossRefId: 'barrels' }];
		expect(check({ sets: [{ cargos: [{ quantities }] }] }, '2026-11-01').map(({ rule }) => rule)).not.toContain(
			'unknownUnit',
		);
	});
});

it('codes in lower case are sent in capitals, unless they may be none', () => {
	const setOf = (cells: Row) => payloads([{ ...row, ...cells }])[0]?.sets?.[0];
	const codes = { SCAC: 'mscu', Charge: 'bas', Amount: 5, Currency: ' jpy', 'Destination Country': 'jp' };
	expect(setOf(codes)).toMatchObject({
		carrier: { scac: 'MSCU' },
		destinationCountry: { unCountryCode: 'JP' },
		freightCharges: { charges: [{ code: 'bas', amount: { currency: 'JPY' } }] },
	});
	expect(setOf({ 'Destination Country Code': 'na' })).toMatchObject({ destinationCountry: { unCountryCode: 'na' } });
});
