import { issuesIn } from '../../helpers/checks';
import { countryCode, countryName } from '../../../nodes/CargoExchange/shipment/countries';

const today = '2025-04-10';

function advice(set: object): string[] {
	return issuesIn({ sets: [set] }, today).map((issue) => issue.advice);
}

/** ISO 3166-1 alpha-2, officially assigned, as of 2025-01. */
const iso3166 =
	'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
		' ',
	);

describe('countries', () => {
	it('are those of ISO 3166-1, no more and no fewer', () => {
		const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
		const all = letters.flatMap((first) => letters.map((second) => first + second));
		expect(all.filter((code) => countryName(code) !== null)).toEqual(iso3166);
		expect(countryName('dk')).toBeNull();
		expect(countryName('')).toBeNull();
	});

	it.each([
		['Denmark', 'DK'],
		['DENMARK', 'DK'],
		['The Netherlands', 'NL'],
		['Türkiye', 'TR'],
		['Turkey', 'TR'],
		['Viet Nam', 'VN'],
		['Korea, Republic of', 'KR'],
		['United States of America', 'US'],
		["Côte d'Ivoire", 'CI'],
		['Hong Kong', 'HK'],
		['P.R. China', 'CN'],
		['Philippines (the)', 'PH'],
		['Netherlands (Kingdom of the)', 'NL'],
		['Congo (the Democratic Republic of the)', 'CD'],
		['Congo (the)', 'CG'],
		["Korea (the Democratic People's Republic of)", 'KP'],
		['Korea, South', 'KR'],
		['Micronesia (Federated States of)', 'FM'],
		['United Kingdom of Great Britain and Northern Ireland (the)', 'GB'],
		['Virgin Islands (British)', 'VG'],
		['Virgin Islands (U.S.)', 'VI'],
		['St. Kitts & Nevis', 'KN'],
		['Federal Republic of Germany', 'DE'],
		['Hong Kong, China', 'HK'],
		['U.S.A.', 'US'],
		['Republic', null],
		['the', null],
		['Atlantis', null],
		['Deutschland', null],
	])('are recognised by name: %s', (name, code) => {
		expect(countryCode(name)).toBe(code);
	});
});

describe('check', () => {
	it('knows the names of ISO 3166 for countries that trade calls otherwise', () => {
		const official = {
			...{ BQ: 'Bonaire, Sint Eustatius and Saba', CV: 'Cabo Verde', FK: 'Falkland Islands (Malvinas)' },
			...{ HM: 'Heard Island and McDonald Islands', MF: 'Saint Martin (French part)' },
			...{ SH: 'Saint Helena, Ascension and Tristan da Cunha', SX: 'Sint Maarten (Dutch part)' },
			...{ UM: 'United States Minor Outlying Islands' },
		};
		for (const [unCountryCode, value] of Object.entries(official))
			expect(advice({ destinationCountry: { unCountryCode, value } })).toEqual([]);
	});

	it('says that a code among the names is one', () => {
		expect(advice({ destinationCountry: { value: 'DK' } })).toEqual([
			'Is the code of a country. Enter it as the code, or write the English name.',
		]);
	});

	it.each([
		[{ containerType: 'Bags' }, ['Is not a known container type. Enter its size and type, such as 22G1 or 40HC.']],
		[{ containerType: "40' HC" }, []],
		[{ sealNumber: 'MOLU4100277/S-1017' }, ['Has a container number in it. Enter the seal number only.']],
		[{ sealNumber: 'ML-CN1234567' }, []],
	])('looks at %j of a container', (container, found) => {
		expect(advice({ containers: [container] })).toEqual(found);
	});

	it.each([
		[{ unCountryCode: 'DK', value: 'Denmark' }, []],
		[{ unCountryCode: 'DK', value: '' }, []],
		[{ unCountryCode: 'DK', value: 'Germany' }, ['DK is Denmark, but this is the name of DE.']],
		[{ unCountryCode: 'DK', value: 'Atlantis' }, ['DK is Denmark; this is not its English name.']],
		[{ value: 'Denmark' }, []],
		[{ value: '' }, []],
		[
			{ value: 'Atlantis' },
			['Is not the English name of a country. Write the English name, or the country code (ISO 3166).'],
		],
		[{ unCountryCode: 'dk' }, ['Is not a country code (ISO 3166, two capital letters). Did you mean DK (Denmark)?']],
		[
			{ unCountryCode: 'UK' },
			['Is not a country code (ISO 3166, two capital letters). Did you mean GB (United Kingdom)?'],
		],
		[
			{ unCountryCode: 'DNK', value: 'Denmark' },
			['Is not a country code (ISO 3166, two capital letters). Did you mean DK (Denmark)?'],
		],
		[{ unCountryCode: 'XX' }, ['Is not a country code (ISO 3166, two capital letters).']],
	])('checks the country %j', (destinationCountry, expected) => {
		expect(advice({ destinationCountry })).toEqual(expected);
	});

	it.each([
		...['GER', 'DEU', 'de', 'Germany', 'Deutschland', 'Allemagne'].map((text) => [text, 'DE (Germany)']),
		...['HOLLAND', 'NED', 'NLD', 'Niederlande'].map((text) => [text, 'NL (Netherlands)']),
		['U.S.A.', 'US (United States)'],
		['España', 'ES (Spain)'],
	])('suggests the code of the country that is meant: %s', (text, meant) => {
		expect(advice({ destinationCountry: { unCountryCode: text } })).toEqual([
			`Is not a country code (ISO 3166, two capital letters). Did you mean ${meant}?`,
		]);
	});

	it('suggests the country that is meant by a name, too, and none for a text that is not one', () => {
		const name = 'Is not the English name of a country. Write the English name, or the country code (ISO 3166).';
		expect(advice({ destinationCountry: { value: 'GER' } })).toEqual([`${name} Did you mean DE (Germany)?`]);
		expect(advice({ destinationCountry: { value: 'Polska' } })).toEqual([`${name} Did you mean PL (Poland)?`]);
		expect(advice({ destinationCountry: { value: 'Rotterdam' } })).toEqual([name]);
	});

	it.each([
		...['US$', 'USD$', 'usd', 'U.S. Dollars'].map((text) => [text, 'USD']),
		...['EURO', 'Euros', '€'].map((text) => [text, 'EUR']),
		...['£', 'Pound Sterling'].map((text) => [text, 'GBP']),
		...['RMB', 'CN¥'].map((text) => [text, 'CNY']),
		['HK$', 'HKD'],
	])('suggests the currency that is meant: %s', (currency, meant) => {
		expect(advice({ freightCharges: { chargeTotals: [{ amount: { currency, value: 5 } }] } })).toEqual([
			`Is not a currency code (ISO 4217, three capital letters). Did you mean ${meant}?`,
		]);
	});

	it.each(['$', '¥', 'Dollars', 'kr', 'EUR/USD'])('suggests no currency if several can be meant: %s', (currency) => {
		expect(advice({ freightCharges: { chargeTotals: [{ amount: { currency, value: 5 } }] } })).toEqual([
			'Is not a currency code (ISO 4217, three capital letters).',
		]);
	});

	it('allows a SCAC to be empty, and warns of one that is not a SCAC', () => {
		for (const scac of ['', 'EXCL', 'EX']) expect(advice({ carrier: { scac } })).toEqual([]);
		for (const scac of ['excl', 'EXCLX', 'E', 'EX1']) expect(advice({ carrier: { scac } })).toHaveLength(1);
	});

	it('warns of an e-set type other than the one the service is known to take', () => {
		expect(advice({ eSetType: 'electronic' })).toEqual([]);
		for (const eSetType of ['Electronic', 'paper', '']) expect(advice({ eSetType })).toHaveLength(1);
	});

	it.each([
		['2025-03-31', []],
		['2025-05-10', []],
		['2025-05-12', ['Is more than a month in the future.']],
		['2021-05-10', []],
		['2021-05-09', ['Is about four years in the past, or more.']],
		['2025-02-30', ['This date does not exist.']],
		['2025-3-1', ['Write a date as YYYY-MM-DD, such as 2025-03-31.']],
	])('checks the date %s', (blDate, expected) => {
		expect(advice({ blDate })).toEqual(expected);
	});
});
