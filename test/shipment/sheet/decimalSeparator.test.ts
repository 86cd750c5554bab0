/** Numbers as text with two readings. */
import { corrections, payloads, type Row } from '../../helpers/sheet';

const row = { 'Shipment Reference': 'S1', 'B/L Number': 'B1', 'Container Number': 'CSQU3054383' };
const rows = (weight: string, volume: string): Row[] => [{ ...row, 'Gross Weight (kg)': weight, CBM: volume }];
const volumeOf = (...args: Parameters<typeof payloads>) =>
	payloads(...args)[0]?.sets?.[0]?.containers?.[0]?.containerVolume?.quantityGross;

it.each([
	['19,400.500', '30.250', 30.25],
	['19.400,500', '30,250', 30.25],
	['19,400.500 kg', '30.250 m3', 30.25],
])('are read as one with both signs in the sheet: beside %s, %s', (weight, volume, expected) => {
	expect(volumeOf(rows(weight, volume))).toBe(expected);
});

it('are read as the option says where it is set', () => {
	expect(volumeOf([{ ...row, CBM: '30,250' }], { decimalSeparator: ',' })).toBe(30.25);
});

it('are read as one with a sign in a column of whole numbers', () => {
	const weightOf = (packages: string) =>
		payloads([{ ...row, 'Gross Weight (kg)': '24,150', Cartons: packages }])[0]?.sets?.[0]?.containers?.[0]
			?.containerQuantity?.quantityGross;
	expect(weightOf('1,050')).toBe(24150);
	expect(corrections([{ ...row, 'Gross Weight (kg)': '24,150', Cartons: '1050' }])).toHaveLength(1);
});

it('stop beside numbers with one sign, which somebody else may have typed', () => {
	expect(corrections(rows('19400.5', '30.250'))[0]).toContain(
		'"30.250". Can mean 30250 or 30.25. Write one of the two. Or set Decimal Separator in the options.',
	);
});

it('stop if others of the sheet have the signs the other way round', () => {
	const [one, other] = [rows('19,400.500', '30.250'), rows('19,5', '30')];
	expect(corrections([...one, ...other.map((each) => ({ ...each, 'Container Number': 'EXAU1000003' }))])[0]).toContain(
		'Can mean 30250 or 30.25.',
	);
});
