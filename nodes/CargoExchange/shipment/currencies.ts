const codes = new Set(Intl.supportedValuesOf('currency'));

/**
 * ISO 4217 gives these no minor unit. Intl gives none to some others either, such as HUF and IDR, whose amounts are written with two
 * decimals in trade.
 */
const withoutDecimals = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));

/** Whether a text is the code of a currency (ISO 4217, capital letters). */
export function isCurrency(code: string): boolean {
	return codes.has(code);
}

/** How many decimals an amount in this currency can have. */
export function decimalsOf(code: string): number {
	if (hasNoDecimals(code)) return 0;
	const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
	return Math.max(2, format.resolvedOptions().maximumFractionDigits ?? 2);
}

/** Whether amounts in this currency, written in any case, are always whole. */
export function hasNoDecimals(code: string): boolean {
	return withoutDecimals.has(code.trim().toUpperCase());
}

/** Whether a text is a rate of exchange: `EUR/1.0845`. */
export function isExchangeRate(rate: string): boolean {
	const [, code = '', figure = ''] = /^([A-Z]{3})\/(\d+(?:\.\d+)?)$/.exec(rate) ?? [];
	return isCurrency(code) && Number(figure) > 0;
}
