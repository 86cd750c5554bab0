/**
 * Countries come from the ICU data inside Node, which holds every code of ISO 3166-1 (checked against the list of 2025-01 on Node 20
 * and 24) and some more: these are reserved or private, and no country's code.
 */
const noCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '));

/** Languages in which a country's name is recognised; a Node with little ICU data knows English alone, and that is enough. */
const languages = [
	'en',
	'de',
	'fr',
	'es',
	'pt',
	'it',
	'nl',
	'da',
	'sv',
	'nb',
	'pl',
	'tr',
	'id',
	'vi',
	'zh',
	'ja',
	'ko',
	'ar',
	'ru',
];

/** Official names (ISO 3166-1, list of 2025-01) and names in common use on shipping documents that ICU does not give. */
const furtherNames: Record<string, string> = {
	'Bolivia Plurinational State of': 'BO',
	'Bonaire Sint Eustatius and Saba': 'BQ',
	'Brunei Darussalam': 'BN',
	Burma: 'MM',
	'Czech Republic': 'CZ',
	'Congo Democratic Republic of the': 'CD',
	'DR Congo': 'CD',
	'East Timor': 'TL',
	England: 'GB',
	'Falkland Islands Malvinas': 'FK',
	'Great Britain': 'GB',
	'Heard Island and McDonald Islands': 'HM',
	Holland: 'NL',
	'Holy See': 'VA',
	'Hong Kong': 'HK',
	'Hong Kong China': 'HK',
	'Hong Kong SAR': 'HK',
	'Iran Islamic Republic of': 'IR',
	'Ivory Coast': 'CI',
	Korea: 'KR',
	'Korea Republic of': 'KR',
	'Korea Democratic Peoples Republic of': 'KP',
	KSA: 'SA',
	'Kyrgyz Republic': 'KG',
	'Lao Peoples Democratic Republic': 'LA',
	Macao: 'MO',
	Macau: 'MO',
	'Macau China': 'MO',
	'Macao SAR': 'MO',
	'Macau SAR': 'MO',
	Macedonia: 'MK',
	'Mainland China': 'CN',
	'Moldova Republic of': 'MD',
	'Northern Ireland': 'GB',
	'Palestine State of': 'PS',
	'Peoples Republic of China': 'CN',
	'PR China': 'CN',
	PRC: 'CN',
	RSA: 'ZA',
	'Russian Federation': 'RU',
	'Saint Helena Ascension and Tristan da Cunha': 'SH',
	'Saint Martin French part': 'MF',
	Scotland: 'GB',
	'Sint Maarten Dutch part': 'SX',
	'Slovak Republic': 'SK',
	Swaziland: 'SZ',
	'Syrian Arab Republic': 'SY',
	'Taiwan China': 'TW',
	'Taiwan Province of China': 'TW',
	'Tanzania United Republic of': 'TZ',
	Turkey: 'TR',
	UAE: 'AE',
	UK: 'GB',
	'United Kingdom of Great Britain and Northern Ireland': 'GB',
	'United States Minor Outlying Islands': 'UM',
	USA: 'US',
	'United States of America': 'US',
	Vatican: 'VA',
	'Vatican City State Holy See': 'VA',
	'Venezuela Bolivarian Republic of': 'VE',
	'Viet Nam': 'VN',
	'Virgin Islands of the United States': 'VI',
	Wales: 'GB',
};

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** The English name of the country with this code (ISO 3166-1 alpha-2, capital letters), or null where there is none. */
export function countryName(code: string): string | null {
	if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return null;
	// Codes of former countries lead to their successor.
	if (new Intl.Locale(`und-${code}`).region !== code) return null;
	return english.of(code) ?? null;
}

let codesByName: Map<string, string> | undefined;

/** The code of the country with this name, in any of the languages known here, or null. */
export function countryCode(name: string): string | null {
	codesByName ??= indexNames();
	const words = plain(name);
	return codesByName.get(words) ?? codesByName.get(withoutForm(words)) ?? null;
}

function indexNames(): Map<string, string> {
	const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
	const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(countryName);
	const index = new Map<string, string>();
	for (const style of ['long', 'short'] as const)
		for (const language of languages) {
			const names = new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' });
			for (const code of codes) {
				const name = plain(names.of(code) ?? '');
				if (name !== '' && !index.has(name)) index.set(name, code);
			}
		}
	for (const [name, code] of Object.entries(furtherNames)) index.set(plain(name), code);
	return index;
}

const form =
	/\b(?:arab|commonwealth|democratic|eastern|federa(?:l|ted|tive)|independent|islamic|kingdom|peoples|principality|republic|socialist|states?|sultanate|union)\b/g;

/** The name of a country whatever the form of its state: `Kingdom of the Netherlands`, `Federal Republic of Germany`. */
function withoutForm(words: string): string {
	return plain(words.replace(form, ''));
}

const filler = new Set(['', 'the', 'of', 'and']);

/** Its words without accents, case and punctuation, in one order: `Korea (the Republic of)` is `Republic of Korea`. */
function plain(name: string): string {
	return name
		.normalize('NFD')
		.toLowerCase()
		.replace(/[\p{M}.'’]/gu, '')
		.split(/[^\p{L}]+/u)
		.filter((word) => !filler.has(word))
		.map((word) => (word === 'st' ? 'saint' : word))
		.sort()
		.join(' ');
}
