import type { Charge, Container, FreightCharges, ShipmentSet } from '../fields/shipment';
import { isPlaceholder } from '../convert/conversion';
import { compactNumber } from './containerNumber';
import { checkContents } from './contents';
import { countryCode, countryName, suggestedCountry } from '../countries';
import { issue, type Issue } from '../issue';

/** Checks the values of a set against each other (docs/service.md 2.8 to 2.11): country, containers, totals of charges. */
export function checkSet(set: ShipmentSet, path: string): Issue[] {
	return [
		...checkCountry(set.destinationCountry, `${path}.destinationCountry`),
		...checkPorts(set, path),
		...checkCarrier(set.carrier, `${path}.carrier`),
		...checkDuplicates(set.containers, `${path}.containers`),
		...checkContents(set.containers, `${path}.containers`),
		...checkCount(set, path),
		...checkCharges(set.freightCharges, `${path}.freightCharges`),
	];
}

function checkCountry({ unCountryCode: code, value: name = '' }: ShipmentSet['destinationCountry'] = {}, path: string) {
	const named = countryCode(name);
	if (code !== undefined && countryName(code) === null) {
		const hint = suggestedCountry(code) || suggestedCountry(name);
		const advice = `Is not a country code (ISO 3166, two capital letters).${hint}`;
		return [issue({ path: `${path}.unCountryCode`, value: code, rule: 'countryCode', advice })];
	}
	if (name.trim() === '' || (named !== null && (code === undefined || named === code))) return [];
	return [issue({ path: `${path}.value`, value: name, rule: 'countryName', advice: wrongName(name, code, named) })];
}

function checkPorts({ loadingLocation = '', destination = '' }: ShipmentSet, path: string): Issue[] {
	const [from, to] = [loadingLocation, destination].map((port) => port.trim().toLowerCase());
	if (to === '' || from !== to) return [];
	const advice = 'Is also the port of loading. Correct one of the two.';
	return [issue({ path: `${path}.destination`, value: destination, rule: 'samePort', advice })];
}

function checkCarrier({ name = '', scac = '' }: ShipmentSet['carrier'] = {}, path: string): Issue[] {
	if (scac !== '' || !/^[A-Z]{4}$/.test(name) || isPlaceholder(name)) return [];
	const advice = 'Is sent as the name. If it is the code of the carrier, enter it as Carrier SCAC.';
	return [issue({ path: `${path}.name`, value: name, rule: 'scacAsName', advice, severity: 'note' })];
}

function wrongName(name: string, code: string | undefined, named: string | null): string {
	if (code === undefined && countryName(name.trim()) !== null)
		return 'Is the code of a country. Enter it as the code, or write the English name.';
	if (code === undefined)
		return `Is not the English name of a country. Write the English name, or the country code (ISO 3166).${suggestedCountry(name)}`;
	const official = `${code} is ${countryName(code)}`;
	return named === null
		? `${official}; this is not its English name.`
		: `${official}, but this is the name of ${named}.`;
}

function checkDuplicates(containers: readonly Container[] = [], path: string): Issue[] {
	const numbers = containers.map(({ containerNumber = '' }) => compactNumber(containerNumber));
	const firsts = new Map(numbers.map((number, index) => [number, index] as const).reverse());
	return containers.flatMap(({ containerNumber }, index) => {
		const first = firsts.get(numbers[index] ?? '');
		if (numbers[index] === '' || first === index) return [];
		const advice = `Is listed twice: it is also entry ${(first ?? 0) + 1} of the containers.`;
		return [
			issue({ path: `${path}[${index}].containerNumber`, value: containerNumber, rule: 'duplicateContainer', advice }),
		];
	});
}

function checkCount({ containers, numberOfContainers: count }: ShipmentSet, path: string): Issue[] {
	if (containers === undefined || count === undefined || count === containers.length) return [];
	const advice = `Differs from the number of containers in the list, which is ${containers.length}.`;
	return [issue({ path: `${path}.numberOfContainers`, value: count, rule: 'numberOfContainers', advice })];
}

/** An amount and who pays it. */
type Payment = NonNullable<FreightCharges['chargeTotals']>[number];

function checkCharges(freight: FreightCharges = {}, path: string): Issue[] {
	const { charges = [], chargeTotals = [], prepaidTotals = [] } = freight;
	const payments = charges.map(({ amount, prepaidType }) => ({ amount, paymentType: prepaidType }));
	// A charge that does not say who pays could be one of the prepaid ones: then nothing can be compared.
	const areTyped = payments.every(({ paymentType }) => paymentType !== undefined);
	const prepaid = areTyped ? payments.filter(({ paymentType }) => paymentType === 'PREPAID') : [];
	const prepaidSums = prepaidTotals.map(({ amount }) => ({ amount, paymentType: 'PREPAID' }));
	return [
		...charges.flatMap((charge, index) => checkName(charge, `${path}.charges[${index}]`)),
		...checkTotals(payments, chargeTotals, `${path}.chargeTotals`, 'chargeTotal'),
		...checkTotals(prepaid, prepaidSums, `${path}.prepaidTotals`, 'prepaidTotal'),
	];
}

function checkName({ code, tariffItem, amount }: Charge, path: string): Issue[] {
	if ([code, tariffItem].some((text) => text !== undefined && text !== '') || amount?.value === undefined) return [];
	const advice = 'This charge has no name. Fill in Charge Code or Charge Tariff Item.';
	return [issue({ path: `${path}.amount.value`, value: amount.value, rule: 'unnamedCharge', advice })];
}

/** Compares charges with their totals by currency and payment type, if both sides are complete. */
function checkTotals(charges: Payment[], totals: Payment[], path: string, rule: string): Issue[] {
	const [charged, totalled] = [sumsOf(charges), sumsOf(totals)];
	if (!charged || !totalled || charges.length === 0 || totals.length === 0) return [];
	// The first of a group counts.
	const places = new Map(totals.map((payment, index) => [groupOf(payment), index] as const).reverse());
	return [...new Set([...charged.keys(), ...totalled.keys()])].flatMap((group) => {
		const [sum = 0, total] = [charged.get(group), totalled.get(group)];
		if (total !== undefined && Math.abs(sum - total) < 1e-6) return [];
		const index = places.get(group) ?? -1;
		const at = index < 0 ? path : `${path}[${index}].amount.value`;
		const other = total === undefined ? 'they have no total' : `the total is ${plain(total)}`;
		const advice = `${group} charges add up to ${plain(sum)}; ${other}.`;
		return [issue({ path: at, value: totals[index]?.amount?.value, rule, advice })];
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
