type Measure = 'weight' | 'volume';

/** A unit of UN/ECE Recommendation 20; `size` is in kilograms or cubic metres. */
export type Unit = { code: string; symbol: string; measure: Measure; size: number };

/** Units with their common spellings, in lower case without spaces and punctuation. A ton is a different weight in each country. */
const units: readonly [Unit, string][] = [
	[
		{ code: 'KGM', symbol: 'kg', measure: 'weight', size: 1 },
		'kg kgs kgm kilo kilos kilogram kilograms kilogramme kilogrammes',
	],
	[{ code: 'LBR', symbol: 'lb', measure: 'weight', size: 0.45359237 }, 'lb lbs lbr pound pounds'],
	[
		{ code: 'TNE', symbol: 't', measure: 'weight', size: 1000 },
		't mt mts tne tonne tonnes metricton metrictons metrictonne metrictonnes',
	],
	[{ code: 'GRM', symbol: 'g', measure: 'weight', size: 0.001 }, 'grm gram grams'],
	[{ code: 'ONZ', symbol: 'oz', measure: 'weight', size: 0.028349523 }, 'onz oz ounce ounces'],
	[
		{ code: 'MTQ', symbol: 'm³', measure: 'volume', size: 1 },
		'cbm m3 mtq cum cubicmeter cubicmeters cubicmetre cubicmetres',
	],
	[{ code: 'FTQ', symbol: 'ft³', measure: 'volume', size: 0.028316847 }, 'cft ft3 ftq cuft cubicfoot cubicfeet'],
	[{ code: 'LTR', symbol: 'l', measure: 'volume', size: 0.001 }, 'ltr liter liters litre litres'],
];

const unitsByName: ReadonlyMap<string, Unit> = new Map(
	units.flatMap(([unit, names]) => names.split(' ').map((name) => [name, unit] as const)),
);

/** The unit that a text names in any common spelling; undefined if it is not known. */
export function unitOf(text: string): Unit | undefined {
	// Longer texts are none.
	const plain = text.slice(0, 30).normalize('NFKD').toLowerCase();
	return unitsByName.get(plain.replace(/[^\p{L}\p{N}]/gu, ''));
}

/** A code with what people write, such as *KGM (kg)*. */
export function unitText(code: string | undefined): string {
	if (code === undefined) return 'without a unit';
	const symbol = units.find(([unit]) => unit.code === code)?.[0].symbol;
	return symbol === undefined ? code : `${code} (${symbol})`;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/**
 * ISO 4217 gives these no minor unit. Intl gives none to some others either, such as HUF and IDR, whose amounts are written with two
 * decimals in trade.
 */
const withoutDecimals = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));

/** Whether a text is the code of a currency (ISO 4217, capital letters). */
export function isCurrency(code: string): boolean {
	return currencies.has(code);
}

/** How many decimals an amount in this currency can have. */
export function decimalsOf(code: string): number {
	if (withoutDecimals.has(code)) return 0;
	const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
	return Math.max(2, format.resolvedOptions().maximumFractionDigits ?? 2);
}
