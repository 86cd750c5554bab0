import { issuesIn } from '../../helpers/checks';

function found(set: object): string[] {
	return issuesIn({ sets: [set] }, '2025-04-10').map(({ severity, advice }) => `${severity}: ${advice}`);
}

it.each(['same as POD', 'Same as port of discharge', 'SAME AS INVOICE'])(
	'a text that refers to another one is a warning: %s',
	(placeOfDelivery) => {
		expect(found({ placeOfDelivery })).toEqual(['warning: Refers to another value. Write the value itself.']);
	},
);

it.each(['MSC GULSUN / 445W', 'MSC GULSUN\n445W'])(
	'a voyage with the name of the ship is a warning: %s',
	(voyageReference) => {
		expect(issuesIn({ voyageReference }, '2025-04-10').map(({ advice }) => advice)).toEqual([
			'Has several numbers, which are sent as one. Enter the voyage only, without the name of the ship.',
		]);
	},
);

it.each(['EVER EXAMPLE V.402E', 'Maersk Denver 402E', 'EVER EXAMPLE'])(
	'a voyage with words is a warning: %s',
	(voyageReference) => {
		expect(issuesIn({ voyageReference }, '2025-04-10').map(({ advice }) => advice)).toEqual([
			'Has words in it. Enter the voyage only, without the name of the ship.',
		]);
	},
);

it.each(['402E', 'V.402E', '402 West', 'Voyage 402', '402 NORTHBOUND', '0XR1EW1MA', 'FA432R', '402E/403W'])(
	'a voyage is one: %s',
	(voyageReference) => {
		expect(issuesIn({ voyageReference }, '2025-04-10')).toEqual([]);
	},
);

it.each(['-', 'n/a', 'TBA'])('a placeholder in free text is noted: %s', (marksAndNumbers) => {
	expect(found({ cargos: [{ marksAndNumbers }] })).toEqual(['note: Is only a placeholder, and is sent as it is.']);
});

it.each(['', 'Same Day Harbour', 'Nantes'])('a place is neither: %s', (placeOfDelivery) => {
	expect(found({ placeOfDelivery })).toEqual([]);
});
