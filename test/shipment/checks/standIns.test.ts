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

it.each(['-', 'n/a', 'TBA'])('a placeholder in free text is noted: %s', (marksAndNumbers) => {
	expect(found({ cargos: [{ marksAndNumbers }] })).toEqual(['note: Is only a placeholder, and is sent as it is.']);
});

it.each(['', 'Same Day Harbour', 'Nantes'])('a place is neither: %s', (placeOfDelivery) => {
	expect(found({ placeOfDelivery })).toEqual([]);
});
