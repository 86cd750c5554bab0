import type { Charge, Container, FreightCharges } from '../../../schemas/shipment/shipment';
import { currencyDecimals, minorUnits } from './currencies';

/** The charges' sums by currency and payment type, in whole minor units; undefined if a charge lacks one of the three. */
export function chargeTotalsOf(charges: readonly Charge[]): FreightCharges['chargeTotals'] {
	return sumsOf(charges)?.map(({ currency, value, type }) => ({ amount: { currency, value }, paymentType: type }));
}

/** What is prepaid, by currency, at the place where it is paid; undefined if that place or a part of a charge is missing. */
export function prepaidTotalsOf(
	charges: readonly Charge[],
	location: string | undefined,
): FreightCharges['prepaidTotals'] {
	if (location === undefined) return undefined;
	return sumsOf(charges)
		?.filter(({ type }) => type === 'PREPAID')
		.map(({ currency, value }) => ({ amount: { currency, value }, location }));
}

type Sum = { currency: string; type: string; value: number };

function sumsOf(charges: readonly Charge[]): Sum[] | undefined {
	const groups = new Map<string, { currency: string; type: string; units: number }>();
	for (const { amount: { currency, value } = {}, prepaidType: type } of charges) {
		if (currency === undefined || value === undefined || type === undefined) return undefined;
		const group = groups.get(`${currency} ${type}`) ?? { currency, type, units: 0 };
		groups.set(`${currency} ${type}`, { ...group, units: group.units + minorUnits(value, currency).units });
	}
	return [...groups.values()].map(({ currency, type, units }) => ({
		currency,
		type,
		value: units / 10 ** currencyDecimals(currency),
	}));
}

/** The sum of quantities without the dust that computers leave behind decimals; undefined if one of them is missing. */
export function sumOf(quantities: readonly (number | undefined)[]): number | undefined {
	if (quantities.length === 0) return undefined;
	let sum = 0;
	for (const quantity of quantities) {
		if (quantity === undefined) return undefined;
		sum += quantity;
	}
	return Math.round(sum * 1e6) / 1e6;
}

/** What all of these say alike, or nothing. */
export function sameOf<Value>(values: readonly Value[]): Value | undefined {
	return new Set(values).size === 1 ? values[0] : undefined;
}

type Measure = NonNullable<Container['containerQuantity']>;

/** The sum of measures in one unit, figure by figure; undefined if their units differ or no figure is there in all of them. */
export function sumOfMeasures(measures: readonly Measure[]): Measure | undefined {
	const units = new Set(measures.map(({ crossRefId }) => crossRefId));
	if (units.size !== 1) return undefined;
	const quantityGross = sumOf(measures.map((measure) => measure.quantityGross));
	const quantityNet = sumOf(measures.map((measure) => measure.quantityNet));
	if (quantityGross === undefined && quantityNet === undefined) return undefined;
	const [crossRefId] = units;
	return { quantityGross, quantityNet, crossRefId, label: sameOf(measures.map(({ label }) => label)) };
}

/** Entries by their key, in the order in which keys first appear. (`Map.groupBy` is not in Node 20.) */
export function groupBy<Entry, Key>(entries: readonly Entry[], keyOf: (entry: Entry) => Key): Map<Key, Entry[]> {
	const groups = new Map<Key, Entry[]>();
	for (const entry of entries) {
		const key = keyOf(entry);
		const group = groups.get(key);
		if (group) group.push(entry);
		else groups.set(key, [entry]);
	}
	return groups;
}
