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

/** The countries of ISO 3166-1: behind each code its code of three letters, and others that people write. */
const longCodes =
	'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD BEBEL BFBFA ' +
	'BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG ' +
	'CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU ' +
	'EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL ' +
	'GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD ' +
	'IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO ' +
	'LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG ' +
	'MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL ' +
	'NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU ' +
	'RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV ' +
	'SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA ' +
	'UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE ' +
	'AEUAE CHSUI DEGER DKDEN GRGRE HRCRO KRROK NLHOL NLNED SAKSA ZARSA';

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** The English name of the country with this code (ISO 3166-1 alpha-2, capital letters), or null if there is none. */
export function countryName(code: string): string | null {
	if (!/^[A-Z]{2}$/.test(code) || notCountries.has(code)) return null;
	// Codes of former countries lead to their successor.
	if (new Intl.Locale(`und-${code}`).region !== code) return null;
	return english.of(code) ?? null;
}

const allCodes = [...longCodes.matchAll(/([A-Z]{2})[A-Z]{3}/g)].map(([, code = '']) => code);

type Index = Map<string, string | null>;

let codesByName: Index | undefined;

/** The code of the country with this English name, or null. */
export function countryCode(name: string): string | null {
	codesByName ??= indexNames('en');
	return codeIn(codesByName, name);
}

function codeIn(index: Index, name: string): string | null {
	const words = plain(name);
	return index.get(words) ?? index.get(plain(words.replace(formOfState, ''))) ?? null;
}

const otherLanguages = ['da', 'de', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'pt', 'sv', 'tr'];
let codesByForeignName: Index | undefined;

/** A suggestion of the country that a text means: another code, or a name in some language; empty if there is none. */
export function suggestedCountry(text: string): string {
	const code = codeMeant(text.trim().slice(0, 100).toUpperCase());
	return code === null ? '' : ` Did you mean ${code} (${countryName(code)})?`;
}

function codeMeant(text: string): string | null {
	if (countryName(text) !== null) return text;
	const [, code] = /^[A-Z]{3}$/.test(text) ? (new RegExp(`([A-Z]{2})${text}`).exec(longCodes) ?? []) : [];
	codesByForeignName ??= indexNames(...otherLanguages);
	return code ?? countryCode(text) ?? codeIn(codesByForeignName, text);
}

/** The countries by their names; null for a name of several. */
function indexNames(...languages: string[]): Index {
	const index: Index = new Map();
	for (const language of languages)
		for (const style of ['long', 'short'] as const) {
			const names = new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' });
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
