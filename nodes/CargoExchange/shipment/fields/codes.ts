import { isUuid } from '../../schemas/ids';
import { isCurrency } from './units';
import { containerNumberDoubt } from './containerNumber';
import { must, type Check } from './doubt';
import { isPlaceholder } from './placeholder';

/** ISO 6346: a character for the length, one for height and width, two for the type: `22G1`, `L5G1`. */
export const isoType = /^[1-4A-HK-NP][024-689C-FL-NP][A-Z][0-9A-Z]$/i;
/** Before 1995: `2210`. */
const formerIsoType = /^[2-9][0-9]{3}$/;
/** A length in feet and a name, or the other way round: `40HC`, `20' GP`, `45 ft HC PW`, `40 High Cube (9'6")`, `HC40`. */
const lengthAndName =
	/^(?=.*[A-Z])(?:10|20|30|40|43|45|48|53)(?!\d)(?:\D|[89]['’′]? ?6)*$|^[A-Z]{1,3}[ -]?(?:20|40|45)['’′]?$/i;
/** Such as `2x40HC`, `1*20DV` and `40HC x 2`. */
const withCount = /^\d{1,4} ?[x×*] ?['\dA-Z]|[x×*] ?\d{1,4}$/i;

/** The service documents no list of types (docs/service.md 2.10). */
export const containerType = must((text) => {
	const type = text.trim().slice(0, 100);
	return isoType.test(type) || formerIsoType.test(type) || (lengthAndName.test(type) && !withCount.test(type));
}, 'Is not a known container type. Enter the size and type of one container, such as 22G1 or 40HC.');

/** The check digit of ISO 6346. */
export const containerNumber: Check = containerNumberDoubt;

/** A number as ISO 6346 writes it, among other characters. */
const containerInside = /(?<![A-Z])[A-Z]{3}[UJZ][ -]?\d{6}-?\d(?!\d)/i;
export const seal = must(
	(text) => !containerInside.test(text),
	'Has a container number in it. Enter the seal number only.',
);

/** The last digit is the sum of the first six, weighted from seven down to two, modulo ten. */
export const imoNumber = must((imo) => {
	const sum = Array.from(imo.slice(0, 6)).reduce((total, digit, position) => total + Number(digit) * (7 - position), 0);
	return /^\d{7}$/.test(imo) && imo.endsWith(String(sum % 10));
}, 'Is not an IMO number: it has seven digits, and the last one follows from the others. One of them may be mistyped.');

export const scac = must(
	(code) => /^[A-Z]{2,4}$/.test(code),
	'Is not a SCAC, which has two to four capital letters, such as EXCL.',
);
export const customerId = must(
	isUuid,
	'Is not the ID (UUID) of a customer. Choose one from the list, or leave it empty.',
);
export const exchangeRate = must((rate) => {
	const [, code = '', figure = ''] = /^([A-Z]{3})\/(\d+(?:\.\d+)?)$/.exec(rate) ?? [];
	return isCurrency(code) && Number(figure) > 0;
}, 'Is not an exchange rate. Write currency, slash, rate, such as EUR/1.0845.');

/** Words are the name of a ship; *North* and *bound* are none. */
export const voyage = must((text) => {
	const others = text.replace(/\b(?:voyage|(?:north|east|south|west)(?:bound)?)\b/gi, '');
	return isPlaceholder(text) || !/(?<![\p{L}\d])\p{L}{4,}(?![\p{L}\d])/u.test(others);
}, 'Has words in it. Enter the voyage only, without the name of the ship.');

/** `10 CARTONS`; but `25 kg bags` and the code `4G` are kinds. */
export const packingUnit = must(
	(kind) =>
		!/^\s*\d[\d.,]{0,20}\s?(?:x\s?)?\p{L}{3,20}/iu.test(kind) || /^\s*\d[\d.,]*\s?(?:kgs?|lbs?|ltr)\b/i.test(kind),
	'Has a number in it. Enter the kind of packages only, such as CARTONS.',
);
