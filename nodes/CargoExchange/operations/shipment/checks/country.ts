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

/** Names in common use on shipping documents that ICU does not give. */
const furtherNames: Record<string, string> = {
	'Bolivia Plurinational State of': 'BO',
	'Brunei Darussalam': 'BN',
	Burma: 'MM',
	'Czech Republic': 'CZ',
	'Congo Democratic Republic of the': 'CD',
	'Great Britain': 'GB',
	Holland: 'NL',
	'Iran Islamic Republic of': 'IR',
	'Ivory Coast': 'CI',
	Korea: 'KR',
	'Korea Republic of': 'KR',
	'Republic of Korea': 'KR',
	'Hong Kong': 'HK',
	'Lao Peoples Democratic Republic': 'LA',
	Macao: 'MO',
	Macau: 'MO',
	'Moldova Republic of': 'MD',
	'Peoples Republic of China': 'CN',
	'PR China': 'CN',
	'Russian Federation': 'RU',
	Swaziland: 'SZ',
	'Syrian Arab Republic': 'SY',
	'Taiwan Province of China': 'TW',
	'Tanzania United Republic of': 'TZ',
	Turkey: 'TR',
	UAE: 'AE',
	UK: 'GB',
	USA: 'US',
	'United States of America': 'US',
	'Venezuela Bolivarian Republic of': 'VE',
	'Viet Nam': 'VN',
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
	return codesByName.get(plain(name)) ?? null;
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

/** Letters alone: without accents, case, punctuation, or `the` in front. */
function plain(name: string): string {
	return name
		.normalize('NFD')
		.toLowerCase()
		.replace(/^\s*the\s+/, '')
		.replace(/&/g, 'and')
		.replace(/[^\p{L}]/gu, '');
}
