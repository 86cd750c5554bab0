import { isUuid } from '../../schemas/ids';
import { isRecord } from '../../schemas/json';
import { isPlaceholder, onlyPlaceholder } from '../convert/conversion';
import { isCalendarDate, looksLikeDate } from '../convert/date';
import { decimalsOf, isCurrency, isExchangeRate, suggestedCurrency } from '../currencies';
import { checkContainerNumber } from './containerNumber';
import { wrongEncoding } from './encoding';
import { isPackageCount, isQuantity, unitOf, type Unit } from '../fields/goods';
import { issue, type Issue } from '../issue';
import { isToOrder } from '../toOrder';
import { checkContainerType, checkSeal, hasSeveralNumbers, severalNumbers } from './typeAndSeal';

/** The rule that a value breaks, and what would fit. */
type Finding = { rule: string; advice: string };

type Check = (text: string, today: string) => Finding | undefined;

function must(fits: (text: string) => boolean, rule: string, advice: string): Check {
	return (text) => (fits(text) ? undefined : { rule, advice });
}

const partyId = must(
	isUuid,
	'uuid',
	'Must be the ID (UUID) of a customer. Choose a customer from the list, or leave the ID empty.',
);
const currency: Check = (code) => {
	if (isCurrency(code)) return undefined;
	const advice = `Is not a currency code (ISO 4217, three capital letters).${suggestedCurrency(code)}`;
	return { rule: 'currency', advice };
};
const paymentType = must(
	(type) => type === 'PREPAID' || type === 'COLLECT',
	'paymentType',
	'The known values are PREPAID and COLLECT.',
);

const oneNumber: Check = (number) =>
	hasSeveralNumbers(number) || number.includes(',') ? severalNumbers('Enter one number.') : undefined;
const noOrder = must(
	(name) => !isToOrder(name),
	'order',
	'Is sent as a name. If the bill of lading is to order, write TO ORDER, or TO THE ORDER OF and the name, as the consignee.',
);

const knownUnit = (measure: Unit['measure'], known: string) =>
	must(
		(text) => text === '' || unitOf(text)?.measure === measure,
		'unknownUnit',
		`Is not a known unit of ${measure}. Write ${known}.`,
	);
const weightUnit = knownUnit('weight', 'KGM (kg), TNE (t) or LBR (lb)');
const volumeUnit = knownUnit('volume', 'MTQ (m3) or FTQ (ft3)');

/** Checks of single values, by their path without indexes (docs/service.md 2.7 to 2.11). */
const checks = new Map<string, Check>(
	Object.entries({
		'sets.blNumber': oneNumber,
		'sets.consignee.prefix': must(
			(prefix) => prefix === '' || isToOrder(prefix),
			'prefix',
			'Is not the beginning of an order. Write TO ORDER or TO THE ORDER OF, or leave it empty.',
		),
		'sets.consignee.name': noOrder,
		'sets.notifyParties.name': noOrder,
		'vessel.imo': checkImoNumber,
		voyageReference: checkVoyage,
		'sets.blDate': checkDate,
		'sets.eSetType': must((type) => type === 'electronic', 'eSetType', 'The only known value is electronic.'),
		'sets.carrier.scac': must(
			(scac) => /^(?:[A-Z]{2,4})?$/.test(scac),
			'scac',
			'A SCAC must have two to four capital letters, such as EXCL, or be empty.',
		),
		'sets.shipper.id': partyId,
		'sets.consignee.id': partyId,
		'sets.cargos.packaging.weight.crossRefId': weightUnit,
		'sets.cargos.packaging.volume.crossRefId': volumeUnit,
		'sets.containers.containerQuantity.crossRefId': weightUnit,
		'sets.containers.containerVolume.crossRefId': volumeUnit,
		'sets.cargos.packaging.packingUnit': checkPackingUnit,
		'sets.containers.packingUnit': checkPackingUnit,
		'sets.containers.containerNumber': checkContainerNumber,
		'sets.containers.containerType': checkContainerType,
		'sets.containers.sealNumber': checkSeal,
		'sets.freightCharges.charges.amount.currency': currency,
		'sets.freightCharges.charges.prepaidType': paymentType,
		'sets.freightCharges.charges.exchangeRate': must(
			isExchangeRate,
			'exchangeRate',
			'Write an exchange rate as currency, slash, rate, such as EUR/1.0845.',
		),
		'sets.freightCharges.chargeTotals.amount.currency': currency,
		'sets.freightCharges.chargeTotals.paymentType': paymentType,
		'sets.freightCharges.prepaidTotals.amount.currency': currency,
	}),
);

function checkVoyage(voyage: string): Finding | undefined {
	const wayOut = 'Enter the voyage only, without the name of the ship.';
	if (hasSeveralNumbers(voyage)) return severalNumbers(wayOut);
	const others = voyage.replace(/\b(?:voyage|(?:north|east|south|west)(?:bound)?)\b/gi, '');
	if (isPlaceholder(voyage) || !/(?<![\p{L}\d])\p{L}{4,}(?![\p{L}\d])/u.test(others)) return undefined;
	return { rule: 'voyageWords', advice: `Has words in it. ${wayOut}` };
}

/** `10 CARTONS`; but `25 kg bags` and the code `4G` are kinds. */
function checkPackingUnit(kind: string): Finding | undefined {
	const [, word] = /^\s*\d[\d.,]{0,20}\s?(?:x\s?)?(\p{L}{3,20})/iu.exec(kind) ?? [];
	if (word === undefined || unitOf(word)) return undefined;
	return { rule: 'packingUnit', advice: 'Has a number in it. Enter the kind of packages only, such as CARTONS.' };
}

/** Characters as HTML, XML and programs write them: `&uuml;`, `&#38;`, `<br>`, `_x000D_`, and `\n` in two characters. */
const escaped =
	/&(?:#\d{2,5}|#[xX][\da-fA-F]{2,5}|[a-zA-Z]{2,8}\d{0,2});|<\/?(?:[bB][rR]|p|div|span|b|i)\s?\/?>|_x00[\dA-F]{2}_|\\[nrt]/;
const writtenOut =
	'Has escapes of a program in the place of characters, such as &amp; for & or <br> for a new line. Write the characters themselves.';

/** Checks every value below this path on its own, and numbers with their unit or currency. `today` is YYYY-MM-DD. */
export function* checkEachValue(value: unknown, today: string, path = ''): Generator<Issue> {
	const encoding = typeof value === 'string' ? wrongEncoding(value) : undefined;
	if (typeof value === 'string' && escaped.test(value))
		yield issue({ path, value, rule: 'escaped', advice: writtenOut });
	if (encoding !== undefined) yield issue({ path, value, rule: 'encoding', advice: encoding });
	if (typeof value === 'number' && value < 0 && (isQuantity(path) || /numberOf/i.test(path)))
		yield issue({ path, value, rule: 'negative', advice: 'Must not be negative.' });
	if (value === 0 && (/quantityGross$/.test(path) || isPackageCount(path)))
		yield issue({ path, value, rule: 'zero', advice: 'Is zero. Enter the number, or leave it empty.' });
	if (typeof value === 'string' || typeof value === 'number') {
		const found = checks.get(path.replace(/\[\d+\]/g, ''))?.(String(value), today);
		if (found) yield issue({ path, value, rule: found.rule, advice: found.advice });
		else if (typeof value === 'string') yield* checkStandIn(value, path);
	}
	if (typeof value !== 'object' || value === null) return;
	for (const [name, inner] of Object.entries(value)) {
		const at = Array.isArray(value) ? `${path}[${name}]` : `${path}${path && '.'}${name}`;
		yield* checkEachValue(inner, today, at);
	}
	if (isRecord(value)) yield* checkFigures(value, path);
}

/** Texts in which any words have their meaning. */
const freeText = /(?:cargoDescription|marksAndNumbers|billOfLadingClause)$/;
/** Names of parties, places and goods. */
const inWords =
	/(?:^|\.)(?:name|cargoName|cargoDescription|packingUnit|loadingLocation|destination|placeOf\w+|paymentLocation\w+)$/;
/** Patterns of digits; and NA is Namibia. */
const neverWords = /(?:[fF]ormat|unCountryCode)$/;

const noLetters = 'Has no letters: it is probably the value of another column.';

/** A reference to another value, such as "same as POD"; "-" and "TBA" in the place of a value. */
function* checkStandIn(text: string, path: string): Generator<Issue> {
	const place = { path, value: text, rule: 'standIn' };
	if (/^\s*(?:the )?same as\b/i.test(text))
		yield issue({ ...place, advice: 'Refers to another value. Write the value itself.' });
	if (text.trim() === '' || neverWords.test(path)) return;
	if (!isPlaceholder(text)) {
		if (inWords.test(path) && !/\p{L}/u.test(text) && !looksLikeDate(text))
			yield issue({ ...place, rule: 'noLetters', advice: noLetters });
		return;
	}
	yield freeText.test(path)
		? issue({ ...place, advice: 'Is only a placeholder, and is sent as it is.', severity: 'note' })
		: issue({ ...place, advice: onlyPlaceholder });
}

function* checkFigures(figures: Record<string, unknown>, path: string): Generator<Issue> {
	const { quantityGross: gross, quantityNet: net, currency: code, value } = figures;
	if (typeof gross === 'number' && typeof net === 'number' && net > gross)
		yield issue({
			path: `${path}.quantityNet`,
			value: net,
			rule: 'netAboveGross',
			advice: `Net is greater than gross, which is ${gross}.`,
		});
	if (typeof value === 'number' && code === undefined && path.endsWith('.amount'))
		yield issue({ path: `${path}.value`, value, rule: 'currency', advice: 'Has no currency.' });
	if (typeof value !== 'number' || typeof code !== 'string' || !isCurrency(code)) return;
	const rounded = Number(value.toFixed(decimalsOf(code)));
	// 0.1 + 0.2 is 0.30000000000000004 to a computer, and meant as 0.3.
	if (Math.abs(rounded - value) <= 1e-9 * Math.max(1, Math.abs(value))) return;
	const advice = `Has more decimal places than ${code} allows. Rounded, it is ${rounded}.`;
	yield issue({ path: `${path}.value`, value, rule: 'minorUnit', advice });
}

const dayMs = 86_400_000;
const newestDays = 31;
/** A workbook that counts its days from 1904 gives each date 1,462 days too early. */
const oldestDays = 1462 - newestDays;

function checkDate(date: string, today: string): Finding | undefined {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(date))
		return { rule: 'dateForm', advice: 'Write a date as YYYY-MM-DD, such as 2025-03-31.' };
	if (!isCalendarDate(date)) return { rule: 'dateForm', advice: 'This date does not exist.' };
	const ageDays = (Date.parse(today) - Date.parse(date)) / dayMs;
	if (ageDays > oldestDays) return { rule: 'plausibleDate', advice: 'Is about four years in the past, or more.' };
	if (ageDays < -newestDays) return { rule: 'plausibleDate', advice: 'Is more than a month in the future.' };
	return undefined;
}

/** The last digit of an IMO number is the sum of the first six, weighted from seven down to two, modulo ten. */
function checkImoNumber(imo: string): Finding | undefined {
	const rule = 'imoNumber';
	if (!/^\d{7}$/.test(imo)) return { rule, advice: 'An IMO number must have seven digits, such as 9074729.' };
	const firstSix = imo.slice(0, 6);
	const last = Array.from(firstSix).reduce((sum, digit, position) => sum + Number(digit) * (7 - position), 0) % 10;
	if (imo.endsWith(String(last))) return undefined;
	const advice = `An IMO number that starts with ${firstSix} must end with ${last}: one of its digits is probably mistyped.`;
	return { rule, advice };
}
