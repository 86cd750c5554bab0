import type { Charge, FreightCharges } from '../../../schemas/shipment/shipment';
import { isCurrency, minorUnits, written } from '../convert/currencies';
import { issue, type Issue } from './issue';

type Amount = NonNullable<Charge['amount']>;

/** Checks freight charges (docs/service.md 2.11): currencies, exchange rates, and totals against charges in whole minor units. */
export function checkCharges(freight: FreightCharges, path: string): Issue[] {
	const { charges = [], chargeTotals, prepaidTotals } = freight;
	const amounts = [
		...listed(charges, `${path}.charges`),
		...listed(chargeTotals ?? [], `${path}.chargeTotals`),
		...listed(prepaidTotals ?? [], `${path}.prepaidTotals`),
	];
	return [
		...amounts.flatMap(([at, amount]) => checkAmount(amount, at)),
		...charges.flatMap(({ exchangeRate }, index) =>
			checkExchangeRate(exchangeRate, `${path}.charges[${index}].exchangeRate`),
		),
		...charges.flatMap(({ prepaidType }, index) => checkType(prepaidType, `${path}.charges[${index}].prepaidType`)),
		...(chargeTotals ?? []).flatMap(({ paymentType }, index) =>
			checkType(paymentType, `${path}.chargeTotals[${index}].paymentType`),
		),
		...(chargeTotals === undefined ? [] : checkTotals(charges, chargeTotals, `${path}.chargeTotals`)),
		...(prepaidTotals === undefined ? [] : checkPrepaid(charges, prepaidTotals, `${path}.prepaidTotals`)),
	];
}

function listed(entries: { amount?: Amount | undefined }[], path: string): [string, Amount][] {
	return entries.flatMap(({ amount }, index) => (amount ? [[`${path}[${index}].amount`, amount]] : []));
}

function checkAmount({ currency, value }: Amount, path: string): Issue[] {
	if (currency === undefined) return [];
	if (!isCurrency(currency))
		return [
			issue(`${path}.currency`, currency, 'currency', 'Is not a currency code (ISO 4217, three capital letters).'),
		];
	if (value === undefined || !minorUnits(value, currency).tooFine) return [];
	const rounded = written(minorUnits(value, currency).units, currency);
	return [
		issue(`${path}.value`, value, 'minorUnit', `Has more decimals than ${currency} has; rounded it is ${rounded}.`),
	];
}

function checkExchangeRate(rate: string | undefined, path: string): Issue[] {
	if (rate === undefined) return [];
	const [, currency = '', figure = ''] = /^([A-Z]{3})\/(\d+(?:\.\d+)?)$/.exec(rate) ?? [];
	if (isCurrency(currency) && Number(figure) > 0) return [];
	return [issue(path, rate, 'exchangeRate', 'An exchange rate is written as currency, slash, rate: EUR/1.0845.')];
}

function checkType(type: string | undefined, path: string): Issue[] {
	if (type === undefined || type === 'PREPAID' || type === 'COLLECT') return [];
	return [issue(path, type, 'paymentType', 'The service knows PREPAID and COLLECT.')];
}

type Entry = { amount?: Amount | undefined; key: string | undefined };

/** Charges against their totals, for each currency and payment type that both sides give in full. */
function checkTotals(charges: Charge[], totals: NonNullable<FreightCharges['chargeTotals']>, path: string): Issue[] {
	const totalled = totals.map(({ amount, paymentType }) => ({ amount, key: paymentType }));
	return compare(
		charges.map(({ amount, prepaidType }) => ({ amount, key: prepaidType })),
		totalled,
		path,
		'chargeTotal',
	);
}

/** Prepaid totals are listed by location; together they are what is prepaid in a currency. */
function checkPrepaid(charges: Charge[], totals: NonNullable<FreightCharges['prepaidTotals']>, path: string): Issue[] {
	const prepaid = charges.filter(({ prepaidType }) => prepaidType === 'PREPAID');
	// A charge that does not say who pays could belong to the prepaid ones: nothing can be compared.
	if (charges.some(({ prepaidType }) => prepaidType === undefined)) return [];
	const totalled = totals.map(({ amount }) => ({ amount, key: 'PREPAID' }));
	return compare(
		prepaid.map(({ amount }) => ({ amount, key: 'PREPAID' })),
		totalled,
		path,
		'prepaidTotal',
	);
}

function compare(charges: Entry[], totals: Entry[], path: string, rule: string): Issue[] {
	const [charged, totalled] = [sums(charges), sums(totals)];
	if (charges.length === 0 || charged === null || totalled === null) return [];
	const groups = totals.map(({ amount, key }) => `${amount?.currency} ${key}`);
	const places = new Map(groups.map((group, index): [string, number] => [group, index]).reverse());
	return [...new Set([...charged.keys(), ...totalled.keys()])].flatMap((group) => {
		const [sum = 0, total = 0] = [charged.get(group), totalled.get(group)];
		if (sum === total) return [];
		const [currency = '', type = ''] = group.split(' ');
		const at = places.get(group) ?? -1;
		const remark = totalled.has(group) ? `the total says ${written(total, currency)}` : 'there is no total for them';
		const advice = `${type} charges in ${currency} add up to ${written(sum, currency)}; ${remark}.`;
		return [issue(at < 0 ? path : `${path}[${at}].amount.value`, totals[at]?.amount?.value, rule, advice)];
	});
}

/** Minor units by `currency type`; null if an entry lacks a part, or has more decimals than its currency. */
function sums(entries: Entry[]): Map<string, number> | null {
	const found = new Map<string, number>();
	for (const { amount: { currency, value } = {}, key } of entries) {
		if (currency === undefined || value === undefined || key === undefined) return null;
		const { units, tooFine } = minorUnits(value, currency);
		if (tooFine) return null;
		const group = `${currency} ${key}`;
		found.set(group, (found.get(group) ?? 0) + units);
	}
	return found;
}
