import type { Fact, ReviewTable } from '../entities';
import type { Payload, PayloadSet } from './payload';

type Container = NonNullable<PayloadSet['containers']>[number];
type Charges = NonNullable<PayloadSet['freightCharges']>;
type Measure = Partial<NonNullable<Container['containerQuantity']>>;
type Money = NonNullable<Charges['charges']>[number]['amount'];
type Named = { name?: string | undefined; address?: string | undefined; code?: string | undefined };

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
				joined(
					(cargo.packaging ?? []).map(({ numberOfPackingItems, packingUnit, weight, volume }) =>
						joined([words(numberOfPackingItems, packingUnit), measured(weight), measured(volume)]),
					),
					'; ',
				),
			]),
		},
		{
			title: `Containers (${containers.length})`,
			columns: ['Container', 'Type', 'Seal', 'Packages', 'Weight', 'Volume'],
			rows: containers.map((container) => [
				container.containerNumber ?? '',
				joined([container.containerType, container.containerTypeDescription]),
				container.sealNumber ?? '',
				words(container.totalNumberOfPackingItems, container.packingUnit),
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

/** The charges, then the totals: each a row with a label and an amount. */
function chargeRows({ charges = [], chargeTotals = [], prepaidTotals = [], paymentLocationCollect }: Charges) {
	const total = (label: string, amount: Money, payment = '') => [label, '', '', money(amount), payment];
	return [
		...charges.map(({ code, tariffItem, freightedAs = '', rate, amount, prepaidType = '' }) => [
			words(code, tariffItem),
			freightedAs,
			words(rate),
			money(amount),
			prepaidType,
		]),
		...chargeTotals.map(({ amount, paymentType }) => total('Total', amount, paymentType)),
		...prepaidTotals.map(({ amount, location }) => total('Prepaid', amount, location)),
		...(paymentLocationCollect ? [total('Collect payable at', undefined, paymentLocationCollect)] : []),
	];
}

/** What is given of a number and its unit, as in `400 Bags`. */
const words = (...parts: (string | number | undefined)[]): string =>
	joined(
		parts.map((part) => (typeof part === 'number' ? grouped(part) : part)),
		' ',
	);

const measured = ({ quantityGross, quantityNet, label, crossRefId }: Measure = {}): string =>
	words(quantityGross ?? quantityNet, label ?? crossRefId);

const money = (amount: Money): string =>
	amount?.value === undefined ? '' : words(amount.currency, decimals(amount.value, 2));

const grouped = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 3 });

const decimals = (amount: number, digits: number): string =>
	amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const joined = (parts: (string | undefined)[], separator = ', '): string =>
	parts.filter(Boolean).join(separator);

function nonEmpty(facts: [string, string | undefined][]): Fact[] {
	return facts.flatMap(([label, text]): Fact[] => (text === undefined || text === '' ? [] : [[label, text]]));
}
