/**
 * Decimals of the currencies that do not have two, and codes that Node does not list (ISO 4217, list one, as amended to 2025-01).
 * Node's own figures follow everyday use instead (no fillér, no cents in Jakarta) and would round away what a bill may say.
 */
const decimals: Record<string, number> = {
	...listed('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
	...listed('BHD IQD JOD KWD LYD OMR TND', 3),
	...listed('CLF UYW', 4),
	...listed('VED BOV CHE CHW COU MXV USN', 2),
};

function listed(codes: string, count: number): Record<string, number> {
	return Object.fromEntries(codes.split(' ').map((code) => [code, count]));
}

const known = new Set([...Intl.supportedValuesOf('currency'), ...Object.keys(decimals)]);

/** True for the code of a currency (ISO 4217, capital letters). */
export function isCurrency(code: string): boolean {
	return known.has(code);
}

/** How many decimals a currency has; two if it is unknown. */
export function currencyDecimals(code: string): number {
	return Object.hasOwn(decimals, code) ? (decimals[code] ?? 2) : 2;
}

/** An amount in whole minor units (cents, fils), and whether it had more decimals than its currency. */
export function minorUnits(value: number, currency: string): { units: number; tooFine: boolean } {
	const exact = value * 10 ** currencyDecimals(currency);
	const units = Math.round(exact);
	// 0.1 + 0.2 is 0.30000000000000004 to a computer: what is off by so little was meant as the whole unit.
	return { units, tooFine: Math.abs(exact - units) > 1e-9 * Math.max(1000, Math.abs(exact)) };
}

/** Whole minor units written as an amount: 125050 in USD is `1250.50`. */
export function written(units: number, currency: string): string {
	const count = currencyDecimals(currency);
	return (units / 10 ** count).toFixed(count);
}
