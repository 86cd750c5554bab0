/** What is wrong with a value, and what to do. `cause`: the same for all values of a kind, if the advice is about a single one. */
export type Doubt = { advice: string; cause?: string };

/** What is probably wrong with a value that has the form of its type; undefined if nothing is. `today` is YYYY-MM-DD. */
export type Check = (value: string, today: string) => Doubt | undefined;

export function must(fits: (value: string) => boolean, advice: string): Check {
	return (value) => (fits(value) ? undefined : { advice });
}

export const orderPrefix = must(
	(prefix) => /\b(?:order|bearer)\b/i.test(prefix),
	'Is not the beginning of an order. Write TO ORDER or TO THE ORDER OF, or leave it empty.',
);

/** Words of a bill of lading to order or to bearer; a name such as *Mail Order House* has them elsewhere. */
const toOrder =
	/^(?:(?:un)?to )?(?:the )?orders?(?:\W*$|\s*[,/])|^(?:un)?to (?:the )?(?:orders?|bearer|holder)\b|\b(?:or (?:to )?order|or holder|bearer)\W*$/i;

export const partyName = must(
	(name) => !toOrder.test(name.slice(0, 1000)),
	'Is sent as a name. If the bill of lading is to order, write TO ORDER, or TO THE ORDER OF and the name, as the consignee.',
);

const dayMs = 86_400_000;
const newestDays = 31;
/** A workbook that counts its days from 1904 gives each date 1,462 days too early. */
const oldestDays = 1462 - newestDays;

export const recentDate: Check = (date, today) => {
	const ageDays = (Date.parse(today) - Date.parse(date)) / dayMs;
	if (ageDays > oldestDays) return { advice: 'Is about four years in the past, or more. Check the year.' };
	return ageDays < -newestDays
		? { advice: 'Is more than a month in the future. Check the month and the year.' }
		: undefined;
};
