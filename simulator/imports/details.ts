import type { Fact, ReviewTable } from '../entities';
import type { Payload, PayloadSet } from './payload';

type Packaging = NonNullable<NonNullable<PayloadSet['cargos']>[number]['packaging']>[number];
type Container = NonNullable<PayloadSet['containers']>[number];
type Charges = NonNullable<PayloadSet['freightCharges']>;
type Measure = Container['containerQuantity'];
type Named = { name?: string | undefined; address?: string | undefined; code?: string | undefined };
type Money = NonNullable<Charges['charges']>[number]['amount'];

/** The shipment's own fields (docs/service.md 2.7) that are not empty. */
export function shipmentFacts(given: Payload): Fact[] {
	return nonEmpty([
		['Shipment type', given.shipmentType],
		['External reference', given.externalReference],
		['Export reference', given.exportReference],
		['Voyage', given.voyageReference],
		['Vessel IMO', given.vessel?.imo === undefined ? '' : String(given.vessel.imo)],
		['Service', joined([given.serviceTypeAtReceipt, given.serviceTypeAtDelivery], ' to ')],
		['Load type', given.loadType],
		['Ship agent', given.shipAgent?.name],
		['Freight forwarder', joined([given.freightForwarder?.name, given.freightForwarder?.address])],
		['Inspector', joined([given.inspector?.name, given.inspector?.address])],
	]);
}

/** Further fields of a set's bill of lading that are not empty. */
export function particulars(payload: Payload, given: PayloadSet): Fact[] {
	const containers = (given.containers ?? []).map(({ containerNumber, containerType, sealNumber }) =>
		joined([containerNumber, containerType, sealNumber && `seal ${sealNumber}`], ' '),
	);
	const notifyParties = (given.notifyParties ?? []).map(({ name }) => name);
	return nonEmpty([
		['Carrier', given.carrier?.name],
		['Voyage', payload.voyageReference],
		['Place of receipt', given.placeOfReceipt],
		['Place of delivery', given.placeOfDelivery],
		['Place of issue', given.placeOfIssue],
		['Notify', joined(notifyParties, '; ')],
		['Containers', joined(containers, '; ')],
		['Clause', given.billOfLadingClause],
	]);
}

/** The first quantity, written as in `19,200.000 KGM`. */
export function quantityOf(given: PayloadSet): string {
	for (const cargo of given.cargos ?? []) {
		for (const { quantityGross, quantityNet, crossRefId, label } of cargo.quantities ?? []) {
			const amount = quantityGross ?? quantityNet;
			if (amount === undefined) continue;
			return joined([decimals(amount, 3), label ?? crossRefId], ' ');
		}
	}
	return '';
}

/** Parties, cargo, containers and freight charges of a set (docs/service.md 2.8 to 2.11); tables without rows are left out. */
export function setDetails(given: PayloadSet): ReviewTable[] {
	const { cargos = [], containers = [], freightCharges = {} } = given;
	const tables: ReviewTable[] = [
		{ title: 'Parties', columns: ['Role', 'Name', 'Address', 'Code'], rows: partyRows(given) },
		{
			title: 'Cargo',
			columns: ['Cargo', 'Marks and numbers', 'Quantity', 'Packaging'],
			rows: cargos.map((cargo) => [
				joined([cargo.cargoName, cargo.cargoDescription], ': '),
				cargo.marksAndNumbers ?? '',
				joined((cargo.quantities ?? []).map(measured), '; '),
				joined((cargo.packaging ?? []).map(packaged), '; '),
			]),
		},
		{
			title: `Containers (${containers.length})`,
			columns: ['Container', 'Type', 'Seal', 'Packages', 'Weight', 'Volume'],
			rows: containers.map((container) => [
				container.containerNumber ?? '',
				joined([container.containerType, container.containerTypeDescription]),
				container.sealNumber ?? '',
				packages(container.totalNumberOfPackingItems, container.packingUnit),
				measured(container.containerQuantity),
				measured(container.containerVolume),
			]),
		},
		{
			title: 'Freight charges',
			columns: ['Charge', 'Freighted as', 'Rate', 'Amount', 'Payment'],
			rows: chargeRows(freightCharges),
		},
	];
	return tables.filter(({ rows }) => rows.length > 0);
}

function partyRows({ shipper, consignee, carrier, notifyParties = [] }: PayloadSet): string[][] {
	const row = (role: string, party: Named = {}) => [role, party.name ?? '', party.address ?? '', party.code ?? ''];
	return [
		row('Carrier', carrier && { name: carrier.name, code: carrier.scac }),
		row('Shipper', shipper),
		row(consignee?.prefix ? `Consignee (${consignee.prefix})` : 'Consignee', consignee),
		...notifyParties.map((party) => row('Notify party', party)),
	].filter(([, name, address]) => name !== '' || address !== '');
}

function packaged({ numberOfPackingItems, packingUnit, weight, volume }: Packaging): string {
	return joined([packages(numberOfPackingItems, packingUnit), measured(weight), measured(volume)]);
}

/** The charges, then the totals: each a row with a label and an amount. */
function chargeRows({ charges = [], chargeTotals = [], prepaidTotals = [], ...rest }: Charges): string[][] {
	const total = (label: string, amount: string) => [label, '', '', amount, ''];
	return [
		...charges.map((charge) => [
			joined([charge.code, charge.tariffItem], ' '),
			charge.freightedAs ?? '',
			charge.rate === undefined ? '' : grouped(charge.rate),
			money(charge.amount),
			payment(charge.prepaidType),
		]),
		...chargeTotals.map(({ amount, paymentType }) =>
			total(`Total ${payment(paymentType).toLowerCase()}`.trim(), money(amount)),
		),
		...prepaidTotals.map(({ amount, location }) =>
			total(location ? `Prepaid at ${location}` : 'Prepaid', money(amount)),
		),
		...(rest.paymentLocationCollect ? [['Collect payable at', '', '', '', rest.paymentLocationCollect]] : []),
	];
}

const packages = (count: number | undefined, unit: string | undefined): string =>
	joined([count === undefined ? '' : grouped(count), unit], ' ');

function measured(measure: Partial<NonNullable<Measure>> | undefined): string {
	const amount = measure?.quantityGross ?? measure?.quantityNet;
	if (amount === undefined) return '';
	return joined([grouped(amount), measure?.label ?? measure?.crossRefId], ' ');
}

function money(amount: Money): string {
	if (amount?.value === undefined) return '';
	return joined([amount.currency, decimals(amount.value, 2)], ' ');
}

const payment = (type: 'PREPAID' | 'COLLECT' | undefined): string =>
	type === undefined ? '' : type === 'PREPAID' ? 'Prepaid' : 'Collect';

const grouped = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 3 });

const decimals = (amount: number, digits: number): string =>
	amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const joined = (parts: (string | undefined)[], separator = ', '): string =>
	parts.filter(Boolean).join(separator);

function nonEmpty(facts: [string, string | undefined][]): Fact[] {
	return facts.flatMap(([label, text]): Fact[] => (text === undefined || text === '' ? [] : [[label, text]]));
}
