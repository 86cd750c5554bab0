import type { CargoLine, ChargeLine, ContainerLine, Fact, Party, SetDetails } from '../entities';
import type { Payload, PayloadSet } from './payload';

type Cargo = NonNullable<PayloadSet['cargos']>[number];
type Container = NonNullable<PayloadSet['containers']>[number];
type Charges = NonNullable<PayloadSet['freightCharges']>;
type Measure = Container['containerQuantity'];
type Named = { name?: string | undefined; address?: string | undefined; code?: string | undefined };
type Money = NonNullable<Charges['charges']>[number]['amount'];

/** The shipment's own lines of 2.7, only those that were given. */
export function shipmentFacts(given: Payload): Fact[] {
	return written([
		['Shipment type', given.shipmentType],
		['External reference', given.externalReference],
		['Export reference', given.exportReference],
		['Voyage', given.voyageReference],
		['Vessel IMO', given.vessel?.imo === undefined ? '' : String(given.vessel.imo)],
		['Service', [given.serviceTypeAtReceipt, given.serviceTypeAtDelivery].filter(Boolean).join(' to ')],
		['Load type', given.loadType],
		['Ship agent', given.shipAgent?.name],
		['Freight forwarder', lines(given.freightForwarder?.name, given.freightForwarder?.address)],
		['Inspector', lines(given.inspector?.name, given.inspector?.address)],
	]);
}

/** The further lines of a set's bill of lading, only those that were given. */
export function particulars(payload: Payload, given: PayloadSet): Fact[] {
	const containers = (given.containers ?? []).map(({ containerNumber, containerType, sealNumber }) =>
		[containerNumber, containerType, sealNumber && `seal ${sealNumber}`].filter(Boolean).join(' '),
	);
	return written([
		['Carrier', given.carrier?.name],
		['Voyage', payload.voyageReference],
		['Place of receipt', given.placeOfReceipt],
		['Place of delivery', given.placeOfDelivery],
		['Place of issue', given.placeOfIssue],
		[
			'Notify',
			(given.notifyParties ?? [])
				.map(({ name }) => name)
				.filter(Boolean)
				.join('; '),
		],
		['Containers', containers.join('; ')],
		['Clause', given.billOfLadingClause],
	]);
}

/** The first quantity, grouped as in `19,200.000 KGM`. */
export function quantityOf(given: PayloadSet): string {
	for (const cargo of given.cargos ?? []) {
		for (const { quantityGross, quantityNet, crossRefId, label } of cargo.quantities ?? []) {
			const amount = quantityGross ?? quantityNet;
			if (amount === undefined) continue;
			const figure = amount.toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
			return `${figure} ${label ?? crossRefId ?? ''}`.trim();
		}
	}
	return '';
}

/** Everything of a set (2.8 to 2.11) that a person reviews beyond its bill of lading's own lines. */
export function setDetails(given: PayloadSet): SetDetails {
	return {
		parties: parties(given),
		cargos: (given.cargos ?? []).map(cargoLine),
		containers: (given.containers ?? []).map(containerLine),
		charges: (given.freightCharges?.charges ?? []).map(chargeLine),
		chargeTotals: chargeTotals(given.freightCharges),
	};
}

function parties(given: PayloadSet): Party[] {
	const { shipper, consignee, carrier, notifyParties = [] } = given;
	const party = (role: string, who: Named | undefined): Party => ({
		role,
		name: who?.name ?? '',
		address: who?.address ?? '',
		code: who?.code ?? '',
	});
	const consigneeRole = consignee?.prefix ? `Consignee (${consignee.prefix})` : 'Consignee';
	return [
		party('Carrier', carrier && { name: carrier.name, code: carrier.scac }),
		party('Shipper', shipper),
		party(consigneeRole, consignee),
		...notifyParties.map((who) => party('Notify party', who)),
	].filter(({ name, address }) => name !== '' || address !== '');
}

function cargoLine(cargo: Cargo): CargoLine {
	return {
		name: cargo.cargoName ?? '',
		description: cargo.cargoDescription ?? '',
		marks: cargo.marksAndNumbers ?? '',
		quantities: (cargo.quantities ?? []).map(measured).filter(Boolean),
		packaging: (cargo.packaging ?? [])
			.map(({ numberOfPackingItems, packingUnit, weight, volume }) =>
				[
					[numberOfPackingItems, packingUnit].filter((part) => part !== undefined).join(' '),
					measured(weight),
					measured(volume),
				]
					.filter(Boolean)
					.join(', '),
			)
			.filter(Boolean),
	};
}

function containerLine(container: Container): ContainerLine {
	const { totalNumberOfPackingItems: count, packingUnit } = container;
	return {
		containerNumber: container.containerNumber ?? '',
		containerType: lines(container.containerType, container.containerTypeDescription),
		sealNumber: container.sealNumber ?? '',
		packages: [count === undefined ? '' : grouped(count), packingUnit].filter(Boolean).join(' '),
		weight: measured(container.containerQuantity),
		volume: measured(container.containerVolume),
	};
}

function chargeLine(charge: NonNullable<Charges['charges']>[number]): ChargeLine {
	return {
		code: charge.code ?? '',
		tariffItem: charge.tariffItem ?? '',
		freightedAs: charge.freightedAs ?? '',
		rate: charge.rate === undefined ? '' : grouped(charge.rate),
		amount: money(charge.amount),
		payment: payment(charge.prepaidType),
	};
}

function chargeTotals(charges: PayloadSet['freightCharges']): Fact[] {
	const totals = (charges?.chargeTotals ?? []).map(({ amount, paymentType }): [string, string] => [
		`Total ${payment(paymentType).toLowerCase()}`.trim(),
		money(amount),
	]);
	const prepaid = (charges?.prepaidTotals ?? []).map(({ amount, location }): [string, string] => [
		location ? `Prepaid at ${location}` : 'Prepaid',
		money(amount),
	]);
	return written([...totals, ...prepaid, ['Collect payable at', charges?.paymentLocationCollect]]);
}

function measured(measure: Partial<NonNullable<Measure>> | undefined): string {
	const amount = measure?.quantityGross ?? measure?.quantityNet;
	if (amount === undefined) return '';
	return `${grouped(amount)} ${measure?.label ?? measure?.crossRefId ?? ''}`.trim();
}

function money(amount: Money): string {
	if (amount?.value === undefined) return '';
	const value = amount.value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
	return `${amount.currency ?? ''} ${value}`.trim();
}

const payment = (type: 'PREPAID' | 'COLLECT' | undefined): string =>
	type === undefined ? '' : type === 'PREPAID' ? 'Prepaid' : 'Collect';

const grouped = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 3 });

const lines = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(', ');

function written(facts: [string, string | undefined][]): Fact[] {
	return facts.flatMap(([label, text]): Fact[] => (text === undefined || text === '' ? [] : [[label, text]]));
}
