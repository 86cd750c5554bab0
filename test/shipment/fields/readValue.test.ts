import { readValue } from '../../../nodes/CargoExchange/shipment/fields/readValue';
import { fieldByPath } from '../../../nodes/CargoExchange/shipment/sheet/fieldNames';

/** What a cell of a field is read as: its value, null for nothing, or the rule that stops it. */
function read(path: string, cell: unknown): unknown {
	const field = fieldByPath(path)?.field;
	if (!field) throw new Error(`There is no field ${path}`);
	const reading = readValue(field, cell, { timezone: 'UTC', decimalSeparator: 'ask' });
	if ('value' in reading) return reading.value;
	return 'empty' in reading ? null : `stops: ${reading.rule}`;
}

const name = 'sets.shipper.name';
const code = 'sets.blNumber';
const seal = 'sets.containers.sealNumber';
const marks = 'sets.cargos.marksAndNumbers';
const gross = 'sets.containers.containerQuantity.quantityGross';
const amount = 'sets.freightCharges.charges.amount.value';
const date = 'sets.blDate';
const terms = 'sets.freightCharges.charges.prepaidType';
const unit = 'sets.containers.containerQuantity.crossRefId';
const currency = 'sets.freightCharges.charges.amount.currency';
const country = 'sets.destinationCountry.unCountryCode';

describe('a cell is one value of the type of its column, or empty', () => {
	it.each([
		['text', name, ' Alta\u00a0Mira Coffee\u200b ', 'Alta Mira Coffee'],
		['text', name, '4711', 'stops: text'],
		['text', name, 'Alta\nMira', 'stops: text'],
		['text', name, new Date('2026-05-12'), 'stops: text'],
		['text', name, '12-Mar', 'stops: text'],
		['text', name, 'M\ufffdller', 'stops: text'],
		['lines', marks, 'LOT\u00007', 'stops: lines'],
		['code', code, 'BL\u00001', 'stops: code'],
		['code', code, 'BL\u007f1', 'stops: code'],
		['code', code, 'BL\ud83d1', 'stops: code'],
		['code', code, 'BL \ud83d\ude00', 'BL \ud83d\ude00'],
		['text', name, 'R&amp;D', 'stops: text'],
		['lines', marks, 'LOT 7\n1-400', 'LOT 7\n1-400'],
		['code', code, 4711, '4711'],
		['code', code, "'0004711", '0004711'],
		['code', code, 4711.5, 'stops: code'],
		['code', code, 999_999_999_999_999, '999999999999999'],
		['code', code, 1_234_567_890_123_450, 'stops: code'],
		['code', code, 2 ** 60, 'stops: code'],
		['code', code, '1.2E+11', 'stops: code'],
		['codes', seal, '1.23457E+11', 'stops: codes'],
		['codes', seal, 'A1234+B5678', 'stops: codes'],
		['code', code, '1001.0', 'stops: code'],
		['code', code, 'BL-1, BL-2', 'stops: code'],
		['code', code, '12345 67890', 'stops: code'],
		['codes', seal, 'S1;S2\nS3', 'S1, S2, S3'],
		['codes', seal, 'SL 1/2', 'SL 1/2'],
		['codes', seal, 'BD2/BD3', 'stops: codes'],
		['codes', seal, 'YES', 'stops: codes'],
		['codes', seal, 'S1; 1,2E+11', 'stops: codes'],
		['number', gross, '12 000', 12000],
		['number', gross, '12.000,5', 12000.5],
		['number', gross, -5, 'stops: number'],
		['number', gross, true, 'stops: number'],
		['number', amount, -5, -5],
		['number', amount, 0, 0],
		['number', amount, '0.00', 0],
		['whole number', 'sets.numberOfContainers', 2.5, 'stops: integer'],
		['whole number', 'sets.numberOfContainers', '1,200', 1200],
		['whole number', 'sets.numberOfContainers', '400.000', 'stops: integer'],
		['whole number', 'sets.numberOfContainers', '1.2', 'stops: integer'],
		['whole number', 'vessel.imo', 'IMO 9074729', 9074729],
		['date', date, 46093, '2026-03-12'],
		['date', date, 20261120, '2026-11-20'],
		['choice', terms, 'Freight Prepaid', 'PREPAID'],
		['choice', terms, 'cc', 'COLLECT'],
		['choice', terms, 'half', 'half'],
		['unit', unit, 'kgs', 'KGM'],
		['unit', unit, 'cbm', 'stops: unit'],
		['unit', 'sets.cargos.quantities.crossRefId', 'barrels', 'barrels'],
		['currency', currency, 'usd', 'USD'],
		['currency', currency, '$', 'stops: currency'],
		['country', country, 'NA', 'NA'],
		['yes/no', 'autoCollaboration', 'Yes', true],
		['yes/no', 'autoCollaboration', '0', false],
		['yes/no', 'autoCollaboration', 'maybe', 'stops: boolean'],
		['anything', name, '  ', null],
	])('%s: %s %p is %p', (_, path, cell, value) => {
		expect(read(path, cell)).toBe(value);
	});
});

describe('a placeholder is no value', () => {
	it.each([
		...['n/a', 'N.A.', '-', '--', '#', 'TBA', 't.b.n.', 'to be advised by shipper', 'unknown', 'various', 'NULL'],
		...['none', 'XXX', 'ditto', '"', '-do-', 'same as above', 'See attached list', 'as per L/C', '000'],
		...['#REF!', '#¿NOMBRE?', '#####', 'Err:502'],
		...['(blank)', 'undefined', '[object Object]'],
	])('%s', (text) => {
		expect([name, code, seal, gross, date].map((path) => read(path, text))).toEqual(
			Array(5).fill('stops: placeholder'),
		);
	});

	it('nor is zero as a weight, a volume or a number of packages', () => {
		expect(read(gross, 0)).toBe('stops: placeholder');
		expect(read(gross, '0.00')).toBe('stops: placeholder');
		expect(read('sets.containers.totalNumberOfPackingItems', 0)).toBe('stops: placeholder');
	});

	it.each(['N/M', 'n/a', 'as per attached list'])('but in marks it may be meant: %s', (text) => {
		expect(read(marks, text)).toBe(text);
	});

	it.each(['"', 'ditto', '#REF!'])('even there, nothing stands for another cell: %s', (text) => {
		expect(read(marks, text)).toBe('stops: placeholder');
	});

	it.each(['Total Energies', 'Do', 'Nil Trading', 'Same Day Freight'])(
		'a name that begins so is a name: %s',
		(text) => {
			expect(read(name, text)).toBe(text);
		},
	);
});
