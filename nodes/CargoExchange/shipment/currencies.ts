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

/** Names and signs in use that Intl does not have. */
const furtherNames: Readonly<Record<string, readonly string[]>> = {
	CNY: ['RMB', 'Renminbi'],
	GBP: ['Pound Sterling', 'STG'],
	JPY: ['Yen'],
};

let codesByName: Map<string, string | null> | undefined;

/** A suggestion of the currency that a sign, a name or another writing of a code means; empty if there is none, or several. */
export function suggestedCurrency(text: string): string {
	const plain = plainName(text.slice(0, 100));
	const letters = plain.replace(/[^A-Z]/g, '');
	codesByName ??= indexNames();
	const code = isCurrency(letters) ? letters : codesByName.get(plain);
	return code ? ` Did you mean ${code}?` : '';
}

/** The currencies by the signs of which each has only one, and by their names in English. */
function indexNames(): Map<string, string | null> {
	const index = new Map<string, string | null>();
	for (const code of codes) {
		const shown = (['symbol', 'name'] as const).flatMap((currencyDisplay) =>
			// In no country's English, so that a dollar has its country before it.
			new Intl.NumberFormat('en-001', { style: 'currency', currency: code, currencyDisplay })
				.formatToParts(2)
				.flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
		);
		for (const name of [...shown, ...(furtherNames[code] ?? [])].map(plainName))
			index.set(name, index.has(name) ? null : code);
	}
	return index;
}

function plainName(text: string): string {
	return text
		.toUpperCase()
		.replace(/[^\p{L}\p{Sc}]/gu, '')
		.replace(/S$/, '');
}
