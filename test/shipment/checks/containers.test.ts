import { issuesIn } from '../../helpers/checks';

const today = '2025-04-10';

function advice(container: object): string[] {
	return issuesIn({ sets: [{ containers: [container] }] }, today).map((issue) => issue.advice);
}

describe('the type of a container', () => {
	it.each(['22G1', 'L5G1', '2210', '40HC', '40 HIGH CUBE', "40'HC", "20' GP", '45ft HC PW', '40HC (9\'6")', 'HC40'])(
		'is a code of ISO 6346 or a length with a name: %s',
		(containerType) => {
			expect(advice({ containerType })).toEqual([]);
		},
	);

	it.each(['20', "40'", '4OHC', '2OGP', '400 HC', '22G12', 'Bags', '4310 kg', 'CSQU3054383'])(
		'is not known: %s',
		(containerType) => {
			expect(advice({ containerType })).toEqual([
				'Is not a known container type. Enter its size and type, such as 22G1 or 40HC.',
			]);
		},
	);

	it.each(['2x40HC', '1*20DV', "1 X 40'HC", '40HC x 2', '2 × 22G1'])(
		'has no number of containers: %s',
		(containerType) => {
			expect(advice({ containerType })).toEqual([
				'Has a number of containers in it. Enter the type only, such as 40HC: every container is listed by itself.',
			]);
		},
	);
});

it.each(['TRUE', 'false', '0', '000', 'YES', 'n/a', '-'])(
	'a seal number has a digit other than zero: %s',
	(sealNumber) => {
		expect(advice({ sealNumber })).toEqual(['Is not a seal number. Enter the seal number, or leave the field empty.']);
	},
);
