/**
 * Countries come from the ICU data inside Node, which holds every code of ISO 3166-1 (checked against the list of 2025-01 on Node 20
 * and 24) and some more: these are reserved or private, and no country's code.
 */
const noCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '));

/** Official names (ISO 3166-1, list of 2025-01) and names in common use on shipping documents that ICU does not give. */
const furtherNames: Readonly<Record<string, readonly string[]>> = {
	AE: ['UAE'],
	BN: ['Brunei Darussalam'],
	BO: ['Bolivia Plurinational State of'],
	BQ: ['Bonaire Sint Eustatius and Saba'],
	CD: ['Congo Democratic Republic of the', 'DR Congo'],
	CG: ['Congo'],
	CI: ['Ivory Coast'],
	CN: ['Mainland China', 'Peoples Republic of China', 'PR China', 'PRC'],
	CZ: ['Czech Republic'],
	FK: ['Falkland Islands Malvinas'],
	GB: [
		'England',
		'Great Britain',
		'Northern Ireland',
		'Scotland',
		'UK',
		'United Kingdom of Great Britain and Northern Ireland',
		'Wales',
	],
	HK: ['Hong Kong', 'Hong Kong China', 'Hong Kong SAR'],
	HM: ['Heard Island and McDonald Islands'],
	IR: ['Iran Islamic Republic of'],
	KG: ['Kyrgyz Republic'],
	KP: ['Korea Democratic Peoples Republic of'],
	KR: ['Korea', 'Korea Republic of'],
	LA: ['Lao Peoples Democratic Republic'],
	MD: ['Moldova Republic of'],
	MF: ['Saint Martin French part'],
	MK: ['Macedonia'],
	MM: ['Burma'],
	MO: ['Macao', 'Macau', 'Macau China', 'Macao SAR', 'Macau SAR'],
	NL: ['Holland'],
	PS: ['Palestine State of'],
	RU: ['Russian Federation'],
	SA: ['KSA'],
	SH: ['Saint Helena Ascension and Tristan da Cunha'],
	SK: ['Slovak Republic'],
	SX: ['Sint Maarten Dutch part'],
	SY: ['Syrian Arab Republic'],
	SZ: ['Swaziland'],
	TL: ['East Timor'],
	TR: ['Turkey', 'Turkiye'],
	TW: ['Taiwan China', 'Taiwan Province of China'],
	TZ: ['Tanzania United Republic of'],
	UM: ['United States Minor Outlying Islands'],
	US: ['USA', 'United States of America'],
	VA: ['Holy See', 'Vatican', 'Vatican City State Holy See'],
	VE: ['Venezuela Bolivarian Republic of'],
	VI: ['Virgin Islands of the United States'],
	VN: ['Viet Nam'],
	ZA: ['RSA'],
};

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** The English name of the country with this code (ISO 3166-1 alpha-2, capital letters), or null if there is none. */
export function countryName(code: string): string | null {
	if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return null;
	// Codes of former countries lead to their successor.
	if (new Intl.Locale(`und-${code}`).region !== code) return null;
	return english.of(code) ?? null;
}

let codesByName: Map<string, string> | undefined;

/** The code of the country with this English name, or null. */
export function countryCode(name: string): string | null {
	codesByName ??= indexNames();
	const words = plain(name);
	return codesByName.get(words) ?? codesByName.get(withoutForm(words)) ?? null;
}

function indexNames(): Map<string, string> {
	const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
	const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(countryName);
	const index = new Map<string, string>();
	const names = new Intl.DisplayNames(['en'], { type: 'region', style: 'short', fallback: 'none' });
	for (const code of codes)
		for (const name of [english.of(code), names.of(code), ...(furtherNames[code] ?? [])])
			if (name !== undefined) index.set(plain(name), code);
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
