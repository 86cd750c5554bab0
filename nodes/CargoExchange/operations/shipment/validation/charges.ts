import type { Charge, FreightCharges } from '../../../schemas/shipment/shipment';
import { issue, type Issue } from './issue';

type Amount = NonNullable<Charge['amount']>;

/** An amount and who pays it. */
type Payment = { amount?: Amount | undefined; paymentType?: string | undefined };

/** Checks freight charges (docs/service.md 2.11): currencies, exchange rates, payment types, and totals against the charges. */
export function checkCharges(freight: FreightCharges, path: string): Issue[] {
	const { charges = [], chargeTotals = [], prepaidTotals = [] } = freight;
	const payments = charges.map(({ amount, prepaidType }) => ({ amount, paymentType: prepaidType }));
	// A charge that does not say who pays could be one of the prepaid ones: then nothing can be compared.
	const areTyped = payments.every(({ paymentType }) => paymentType !== undefined);
	const prepaid = areTyped ? payments.filter(({ paymentType }) => paymentType === 'PREPAID') : [];
	const prepaidSums = prepaidTotals.map(({ amount }) => ({ amount, paymentType: 'PREPAID' }));
	return [
		...charges.flatMap(({ amount, exchangeRate, prepaidType }, index) => [
			...checkAmount(amount, `${path}.charges[${index}].amount`),
			...checkExchangeRate(exchangeRate, `${path}.charges[${index}].exchangeRate`),
			...checkType(prepaidType, `${path}.charges[${index}].prepaidType`),
		]),
		...chargeTotals.flatMap(({ amount, paymentType }, index) => [
			...checkAmount(amount, `${path}.chargeTotals[${index}].amount`),
			...checkType(paymentType, `${path}.chargeTotals[${index}].paymentType`),
		]),
		...prepaidTotals.flatMap(({ amount }, index) => checkAmount(amount, `${path}.prepaidTotals[${index}].amount`)),
		...checkTotals(payments, chargeTotals, { path: `${path}.chargeTotals`, rule: 'chargeTotal' }),
		...checkTotals(prepaid, prepaidSums, { path: `${path}.prepaidTotals`, rule: 'prepaidTotal' }),
	];
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

function checkAmount({ currency, value }: Amount = {}, path: string): Issue[] {
	if (currency === undefined) return [];
	if (!currencies.has(currency)) {
		const advice = 'Is not a currency code (ISO 4217, three capital letters).';
		return [issue(`${path}.currency`, currency, 'currency', advice)];
	}
	const rounded = Number(value?.toFixed(decimalsOf(currency)));
	// 0.1 + 0.2 is 0.30000000000000004 to a computer, and meant as 0.3.
	if (value === undefined || Math.abs(rounded - value) <= 1e-9 * Math.max(1, Math.abs(value))) return [];
	const advice = `Has more decimal places than ${currency} allows. Rounded, it is ${rounded}.`;
	return [issue(`${path}.value`, value, 'minorUnit', advice)];
}

/** At least two: Intl has no decimals for currencies such as HUF and IDR, whose amounts are written with two in trade. */
function decimalsOf(currency: string): number {
	const format = new Intl.NumberFormat('en', { style: 'currency', currency });
	return Math.max(2, format.resolvedOptions().maximumFractionDigits ?? 2);
}

function checkExchangeRate(rate: string | undefined, path: string): Issue[] {
	if (rate === undefined) return [];
	const [, currency = '', figure = ''] = /^([A-Z]{3})\/(\d+(?:\.\d+)?)$/.exec(rate) ?? [];
	if (currencies.has(currency) && Number(figure) > 0) return [];
	return [issue(path, rate, 'exchangeRate', 'Write an exchange rate as currency, slash, rate, such as EUR/1.0845.')];
}

function checkType(type: string | undefined, path: string): Issue[] {
	if (type === undefined || type === 'PREPAID' || type === 'COLLECT') return [];
	return [issue(path, type, 'paymentType', 'The known values are PREPAID and COLLECT.')];
}

/** Compares charges with their totals by currency and payment type, if both sides are complete. */
function checkTotals(charges: Payment[], totals: Payment[], { path, rule }: { path: string; rule: string }): Issue[] {
	const [charged, totalled] = [sumsOf(charges), sumsOf(totals)];
	if (!charged || !totalled || charges.length === 0 || totals.length === 0) return [];
	return [...new Set([...charged.keys(), ...totalled.keys()])].flatMap((group) => {
		const [sum = 0, total] = [charged.get(group), totalled.get(group)];
		if (total !== undefined && Math.abs(sum - total) < 1e-6) return [];
		const index = totals.findIndex((payment) => groupOf(payment) === group);
		const at = index < 0 ? path : `${path}[${index}].amount.value`;
		const other = total === undefined ? 'they have no total' : `the total is ${plain(total)}`;
		const advice = `${group} charges add up to ${plain(sum)}; ${other}.`;
		return [issue(at, totals[index]?.amount?.value, rule, advice)];
	});
}

/** Amounts by payment type and currency; undefined if an entry lacks one of the three. */
function sumsOf(payments: Payment[]): Map<string, number> | undefined {
	const sums = new Map<string, number>();
	for (const payment of payments) {
		const { amount: { currency, value } = {}, paymentType } = payment;
		if (currency === undefined || value === undefined || paymentType === undefined) return undefined;
		const group = groupOf(payment);
		sums.set(group, (sums.get(group) ?? 0) + value);
	}
	return sums;
}

function groupOf({ amount, paymentType }: Payment): string {
	return `${paymentType} ${amount?.currency}`;
}

function plain(amount: number): number {
	return Math.round(amount * 1e6) / 1e6;
}
