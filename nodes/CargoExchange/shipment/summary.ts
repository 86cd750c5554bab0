import { readPayload } from './fields/parsePayload';
import type { Charge, Container, ShipmentSet } from './fields/shipment';
import { unitText } from './fields/units';

/** How many containers and charges a line names. */
const mostNamed = 20;

/**
 * What a shipment says, in plain lines for somebody who has to approve it: parties, ports, goods, containers, weights and amounts. Weights
 * and amounts are added up by their unit and currency only here, and never sent.
 */
export function summaryOf(payload: unknown): string {
	const { shipmentReference, voyageReference, vessel, sets = [] } = readPayload(payload).payload;
	const ship = listTexts([
		voyageReference === undefined ? undefined : `voyage ${voyageReference}`,
		vessel?.imo === undefined ? undefined : `IMO ${vessel.imo}`,
	]);
	return [
		listTexts([`Shipment ${shipmentReference ?? 'without a reference'}`, ship]),
		...sets.flatMap((set, index) => linesOfSet(set, index)),
	].join('\n');
}

function linesOfSet(set: ShipmentSet, index: number): string[] {
	const { blNumber = `${index + 1} (no number)`, blDate, shipper, consignee, notifyParties = [] } = set;
	const { containers = [], cargos = [], freightCharges: { charges = [] } = {} } = set;
	const route = [set.placeOfReceipt, set.loadingLocation, set.destination, set.placeOfDelivery];
	const ofContainers = containers.flatMap(({ containerQuantity }) => containerQuantity ?? []);
	const ofGoods = cargos.flatMap(({ packaging = [] }) => packaging.map(({ weight }) => weight));
	// Goods in containers have the same weight again.
	const weights = ofContainers.length > 0 ? ofContainers : ofGoods;
	const lines: [label: string, texts: (string | undefined)[]][] = [
		['Shipper', [shipper?.name ?? shipper?.id]],
		['Consignee', [[consignee?.prefix, consignee?.name ?? consignee?.id].filter(isText).join(' ')]],
		['Notify', notifyParties.map(({ name }) => name)],
		['Route', [route.filter(isText).join(' – ')]],
		['Goods', cargos.map(({ cargoName, cargoDescription }) => cargoName ?? cargoDescription)],
		[containers.length === 1 ? '1 container' : `${containers.length} containers`, containers.map(containerText)],
		['Gross weight', sumsOf(weights.map((weight) => [weight?.quantityGross, unitText(weight?.crossRefId)]))],
		['Charges', charges.map(chargeText)],
		[
			'Sum of the charges',
			sumsOf(charges.map(({ amount }) => [amount?.value, amount?.currency ?? 'without a currency'])),
		],
	];
	return [listTexts([`Bill of lading ${blNumber}`, blDate]), ...lines.map(line)].filter((text) => text !== '');
}

function containerText({ containerNumber, containerType, sealNumber }: Container): string {
	const seal = sealNumber === undefined ? undefined : `seal ${sealNumber}`;
	return [containerNumber ?? 'without a number', containerType, seal].filter(isText).join(' ');
}

function chargeText({ code, tariffItem, amount, prepaidType }: Charge): string {
	const value = amount?.value === undefined ? undefined : `${amount.value} ${amount.currency ?? ''}`.trim();
	return [code ?? tariffItem, value, prepaidType?.toLowerCase()].filter(isText).join(' ');
}

/** Figures added up by their unit, such as `37590.5 KGM (kg)`. */
export function sumsOf(figures: readonly (readonly [number | undefined, string])[]): string[] {
	const sums = new Map<string, number>();
	for (const [figure, unit] of figures) if (figure !== undefined) sums.set(unit, (sums.get(unit) ?? 0) + figure);
	return [...sums].map(([unit, sum]) => `${Math.round(sum * 1e6) / 1e6} ${unit}`);
}

/** A line with what there is, or nothing. */
function line([label, texts]: [string, readonly (string | undefined)[]]): string {
	const given = texts.filter(isText);
	const more = given.length > mostNamed ? ` and ${given.length - mostNamed} more` : '';
	return given.length === 0 ? '' : `${label}: ${given.slice(0, mostNamed).join(', ')}${more}`;
}

function listTexts(texts: readonly (string | undefined)[]): string {
	return texts.filter(isText).join(', ');
}

function isText(text: string | undefined): text is string {
	return text !== undefined && text !== '';
}
