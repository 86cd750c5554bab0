/**
 * Countries come from the ICU data inside Node, which holds every code of ISO 3166-1 (checked against the list of 2025-01 on Node 20
 * and 24) and some more: these are reserved or private, and not the code of any country.
 */
const notCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '));

/** Names in common use on shipping documents that ICU does not give. */
const furtherNames: Readonly<Record<string, readonly string[]>> = {
	AE: ['UAE'],
	BN: ['Brunei Darussalam'],
	BQ: ['Bonaire Sint Eustatius and Saba'],
	CD: ['Congo Democratic Republic of the', 'DR Congo'],
	CG: ['Congo'],
	CI: ['Ivory Coast'],
	CN: ['Mainland China', 'PR China', 'PRC'],
	CV: ['Cabo Verde'],
	CZ: ['Czech Republic'],
	FK: ['Falkland Islands Malvinas'],
	GB: ['England', 'Great Britain', 'Great Britain and Northern Ireland', 'Northern Ireland', 'Scotland', 'UK', 'Wales'],
	HK: ['Hong Kong China'],
	HM: ['Heard Island and McDonald Islands'],
	KP: ['Korea Democratic Peoples Republic of'],
	KR: ['Korea'],
	LA: ['Lao'],
	MF: ['Saint Martin French part'],
	MK: ['Macedonia'],
	MO: ['Macau'],
	NL: ['Holland'],
	RU: ['Russian Federation'],
	SH: ['Saint Helena Ascension and Tristan da Cunha'],
	SK: ['Slovak Republic'],
	SX: ['Sint Maarten Dutch part'],
	SY: ['Syrian Arab Republic'],
	TR: ['Turkey'],
	TW: ['Taiwan China'],
	UM: ['United States Minor Outlying Islands'],
	US: ['America', 'USA'],
	VA: ['Holy See'],
	VN: ['Viet Nam'],
};

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** The English name of the country with this code (ISO 3166-1 alpha-2, capital letters), or null if there is none. */
export function countryName(code: string): string | null {
	if (!/^[A-Z]{2}$/.test(code) || notCountries.has(code)) return null;
	// Codes of former countries lead to their successor.
	if (new Intl.Locale(`und-${code}`).region !== code) return null;
	return english.of(code) ?? null;
}

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const allCodes = letters
	.flatMap((one) => letters.map((other) => one + other))
	.filter((code) => countryName(code) !== null);

type Index = Map<string, string | null>;

let codesByName: Index | undefined;

/** The code of the country with this English name, or null. */
export function countryCode(name: string): string | null {
	codesByName ??= indexNames();
	return codeIn(codesByName, name);
}

function codeIn(index: Index, name: string): string | null {
	const words = plain(name);
	return index.get(words) ?? index.get(plain(words.replace(formOfState, ''))) ?? null;
}

/** The countries by their names; null for a name of several. */
function indexNames(): Index {
	const index: Index = new Map();
	for (const style of ['long', 'short'] as const) {
		const names = new Intl.DisplayNames(['en'], { type: 'region', style, fallback: 'none' });
		for (const code of allCodes)
			for (const words of [names.of(code) ?? [], furtherNames[code] ?? []].flat().map(plain)) {
				const known = index.get(words);
				index.set(words, known === undefined || known === code ? code : null);
			}
	}
	return index;
}

/** Words of official names: `Kingdom of the Netherlands`, `Bolivia (Plurinational State of)`, `United Republic of Tanzania`. */
const formOfState =
	/\b(?:arab|bolivarian|commonwealth|democratic|eastern|federa(?:l|ted|tive)|independent|islamic|kingdom|peoples|plurinational|principality|province|republic|socialist|states?|sultanate|uni(?:on|ted))\b/g;

const filler = new Set(['', 'the', 'of', 'and']);

/** The words of a name without accents, case and punctuation, in one order: `Korea (the Republic of)` is `Republic of Korea`. */
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
