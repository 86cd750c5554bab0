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
	/^(?:(?:un)?to )?(?:the )?orders?(?:\W*$|\s*[,/])|^(?:un)?to[\s-]+(?:\S+\s+){0,3}(?:orders?|bearer|holder)\b|\b(?:or (?:to )?order|or holder|bearer|assigns)\W*$/i;

/** Telephone and tax numbers (a number of nine digits is one), an email address, a postal code behind a comma: *Acme, 411 14 Lund, Tel. 5550*. */
const withAddress =
	/\b(?:tel|telephone|ph|phone|fax|mob|mobile|vat|tax|ruc|nit|cnpj|gstin?|eori|nif|cif|piva|ust-?id)\b[\s.:#/-]*(?:(?:id|no|nr|number|reg)\b[\s.:#/-]*)*[+(]?[A-Z]{0,3} ?(?:\d(?:[ ().-]*\d){4}|\d\d[A-Z]{5})|\+\d(?:[ ().-]*\d){6}|\d(?:[ ()./-]{0,2}\d){8}|\S@\S+\.\S|[,;](?=[^,;]*\p{L})[^,;]*(?<![\d.])(?:\d{3} \d{2}|\d{4,6})(?![\d.])/iu;

export const nameOnly = must(
	(name) => !withAddress.test(name.slice(0, 1000)),
	'Has more than a name in it. Write the address, telephone and tax numbers into their own columns, such as Shipper Address.',
);

const inOrderName = must(
	(name) => !toOrder.test(name.slice(0, 1000)),
	'Is sent as a name. If the bill of lading is to order, write TO ORDER, or TO THE ORDER OF and the name, as the consignee.',
);
export const partyName: Check = (name, today) => inOrderName(name, today) ?? nameOnly(name, today);

const dayMs = 86_400_000;
const newestDays = 31;
/** A workbook that counts its days from 1904 gives each date 1,462 days too early. */
const oldestDays = 1462 - newestDays;

export const recentDate: Check = (date, today) => {
	const ageDays = (Date.parse(today) - Date.parse(date)) / dayMs;
	if (ageDays > oldestDays)
		return { advice: 'Is about four years in the past, or more. Compare day, month and year with the document.' };
	return ageDays < -newestDays
		? { advice: 'Is more than a month in the future. Check the month and the year.' }
		: undefined;
};
