import { readPayload } from './fields/parsePayload';
import { placeNameOf } from './fields/placeName';
import type { Cargo, Charge, Container, FreightCharges, ShipmentPayload, ShipmentSet } from './fields/shipment';
import { lineOf, type Issue } from './issue';
import { sumsOf } from './summary';
import { unitText } from './fields/units';

type Quantity = NonNullable<Container['containerQuantity']>;
type Party = Partial<Record<'prefix' | 'name' | 'address' | 'scac' | 'id' | 'code' | 'crossRefId', string | undefined>>;

const warning = 'DRAFT, NOT A BILL OF LADING';

/** In characters, of the JSON of a field that is not known. */
const longestUnknown = 500;

/**
 * The bills of lading of a shipment as a page for somebody who has to approve them: one self-contained HTML file, each bill on a printed
 * page, with the boxes in their usual places. Every value of the payload is in it; one that no box shows is listed below.
 */
export function draftOf(shipment: {
	payload: unknown;
	notes: readonly Issue[];
	pdfNames: readonly string[];
	/** Values that nobody has entered for this shipment. */
	fromProfile?: readonly string[];
}): string {
	const { payload, unknown } = readPayload(shipment.payload);
	const { sets = [], shipmentReference } = payload;
	const bills = sets.length === 0 ? [{}] : sets;
	const { shipmentType, autoCollaboration, locale, quantityFormat } = payload;
	const others = [
		...Object.entries({ shipmentType, autoCollaboration, locale, quantityFormat }),
		...unknown.map(({ path, value }) => [path, JSON.stringify(value).slice(0, longestUnknown)] as const),
	].filter(([, value]) => value !== undefined);
	return markup`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Draft of ${shipmentReference ?? 'a shipment'}</title>
${style}</head><body>
${bills.map((set, index) => billOf(payload, set, { index, bills: bills.length, pdfNames: shipment.pdfNames }))}
${list(
	'Also in the shipment',
	others.map(([path, value]) => `${placeNameOf(payload, path).label}: ${value}`),
)}
${list('From the exchange profile of the credential', shipment.fromProfile ?? [])}
${list('Notes', shipment.notes.map(lineOf))}
</body></html>
`.text;
}

type Position = { index: number; bills: number; pdfNames: readonly string[] };

function billOf(shipment: ShipmentPayload, set: ShipmentSet, { index, bills, pdfNames }: Position): Markup {
	const { vessel, voyageReference, serviceTypeAtReceipt, serviceTypeAtDelivery, loadType } = shipment;
	const { blNumber, blDate, blDocumentName, placeOfIssue, billOfLadingClause, destinationCountry } = set;
	const { numberOfContainers, totalContainers, notifyParties = [], freightCharges } = set;
	const ship = [vessel?.imo === undefined ? undefined : `IMO ${vessel.imo}`, voyageReference];
	const country = [destinationCountry?.unCountryCode, destinationCountry?.value];
	const count = bills === 1 ? '' : `(${index + 1} of ${bills})`;
	// Browsers repeat the head of a table on each page that it fills.
	return markup`<section><table class="bill"><thead><tr><td><h1>${warning} <span>${texts([blDocumentName ?? 'Bill of Lading', blNumber, count], ' ')}</span></h1></td></tr></thead><tbody><tr><td>
<table class="boxes"><colgroup><col width="25%"><col width="25%"><col width="25%"><col width="25%"></colgroup>
<tr>${box('Shipper', party(set.shipper), 2, 2)}${box('B/L number', markup`<strong>${blNumber}</strong>`)}${box('Shipment reference', shipment.shipmentReference)}</tr>
<tr>${box('Export references', texts([shipment.exportReference, shipment.externalReference]))}${box('Contract, set', [texts([set.contractNumber, set.setRef]), small([set.eSetType])])}</tr>
<tr class="party">${box('Consignee', party(set.consignee), 2)}${box('Carrier', party(set.carrier), 2)}</tr>
<tr class="party">${box('Notify parties', notifyParties.map(party), 2)}${box('Freight forwarder', party(shipment.freightForwarder), 2)}</tr>
<tr>${box('Place of receipt', [texts([set.placeOfReceipt]), small([serviceTypeAtReceipt])])}${box('Port of loading', set.loadingLocation)}${box('Ship agent', party(shipment.shipAgent))}${box('Inspector', party(shipment.inspector))}</tr>
<tr>${box('Vessel / voyage', texts(ship, ' / '))}${box('Port of discharge', set.destination)}${box('Place of delivery', [texts([set.placeOfDelivery]), small([serviceTypeAtDelivery])])}${box('Country of destination', texts(country, ' '))}</tr>
</table>
${goodsOf(set)}
${chargesOf(freightCharges)}
<table class="boxes"><colgroup><col width="25%"><col width="25%"><col width="25%"><col width="25%"></colgroup>
<tr>${box('Containers', [texts([numberOfContainers, totalContainers]), small([loadType])])}${box('PDFs attached', [pdfNames.length, small(pdfNames)])}${box('Place of issue', placeOfIssue)}${box('Date of issue', blDate)}</tr>
<tr>${box('Clauses', billOfLadingClause, 4)}</tr>
</table></td></tr></tbody></table></section>`;
}

function goodsOf({ cargos = [], containers = [] }: ShipmentSet): Markup {
	const ofGoods = cargos.flatMap(({ packaging = [] }) => packaging);
	const ofContainers = containers.map(packed);
	return markup`<table class="goods"><colgroup><col width="25%"><col width="15%"><col width="30%"><col width="16%"><col width="14%"></colgroup>
<thead><tr><th>Marks and numbers; container, seal</th><th>Number and kind of packages</th><th>Description of goods</th><th>Gross weight</th><th>Measurement</th></tr></thead>
${cargos.map(goodsRows)}${totalRow('Goods in total', ofGoods)}${containers.map(containerRow)}${totalRow(`Containers in total: ${containers.length}`, ofContainers)}
</table>`;
}

function goodsRows(cargo: Cargo): Markup[] {
	const { cargoName, cargoDescription, marksAndNumbers, quantities = [], packaging = [] } = cargo;
	const about = markup`${texts([cargoName, cargoDescription])}${quantities.map((each) => markup`<div class="quantity">Quantity ${quantity(each)}</div>`)}`;
	return (packaging.length === 0 ? [{}] : packaging).map(
		(each, index) =>
			markup`<tr><td>${index === 0 ? marksAndNumbers : ''}</td>${figures(each, index === 0 ? about : '')}</tr>`,
	);
}

function containerRow(container: Container): Markup {
	const { containerNumber, containerType, containerTypeDescription, sealNumber } = container;
	const seal = sealNumber === undefined ? 'No seal' : `Seal ${sealNumber}`;
	return markup`<tr class="container"><td><strong>${containerNumber}</strong> ${containerType}${small([containerTypeDescription])}</td>${figures(packed(container), seal)}</tr>`;
}

type Packed = NonNullable<Cargo['packaging']>[number];

/** The figures of a container as those of goods. */
function packed(container: Container): Packed {
	const { totalNumberOfPackingItems, packingUnit, containerQuantity, containerVolume } = container;
	return {
		...{ numberOfPackingItems: totalNumberOfPackingItems, packingUnit },
		...{ weight: containerQuantity, volume: containerVolume },
	};
}

function figures({ numberOfPackingItems, packingUnit, weight, volume }: Packed, text: Insert): Markup {
	return markup`<td>${texts([numberOfPackingItems, packingUnit], ' ')}</td><td>${text}</td><td>${quantity(weight)}</td><td>${quantity(volume)}</td>`;
}

function totalRow(label: string, rows: readonly Packed[]): Markup | undefined {
	if (rows.length === 0) return undefined;
	const packages = sumsOf(rows.map((row) => [row.numberOfPackingItems, row.packingUnit ?? 'packages']));
	const sums = (measure: 'weight' | 'volume') => {
		const of = (figure: 'quantityGross' | 'quantityNet') =>
			sumsOf(rows.map((row) => [row[measure]?.[figure], unitText(row[measure]?.crossRefId)]));
		return [texts(of('quantityGross')), small(of('quantityNet').map((sum) => `net ${sum}`))];
	};
	return markup`<tr class="total"><td>${label}</td><td>${texts(packages)}</td><td></td><td>${sums('weight')}</td><td>${sums('volume')}</td></tr>`;
}

function chargesOf(freight: FreightCharges = {}): Markup {
	const { charges = [], chargeTotals = [], prepaidTotals = [] } = freight;
	const sums = (type: string) =>
		texts(
			sumsOf(
				charges
					.filter((each) => each.prepaidType === type)
					.map(({ amount }) => [amount?.value, amount?.currency ?? 'without a currency']),
			),
		);
	const totals = [
		...chargeTotals.map(({ paymentType, amount }) => ({ label: 'Charge total', amount, paymentType })),
		...prepaidTotals.map(({ location, amount }) => {
			return { label: `Prepaid total ${location ?? ''}`, amount, paymentType: 'PREPAID' };
		}),
	];
	return markup`<table class="charges"><colgroup><col width="31%"><col width="13%"><col width="10%"><col width="12%"><col width="17%"><col width="17%"></colgroup>
<tr><th>Freight and charges</th><th>Freighted as</th><th>Rate</th><th>Exchange rate</th><th>Prepaid</th><th>Collect</th></tr>
${charges.map((charge) => markup`<tr><td>${texts([charge.code, charge.tariffItem], ' ')}</td><td>${charge.freightedAs}</td><td>${charge.rate}</td><td>${charge.exchangeRate}</td>${paid(charge.prepaidType, charge.amount)}</tr>`)}
${charges.length === 0 ? undefined : markup`<tr class="total"><td colspan="4">Charges in total</td><td>${sums('PREPAID')}</td><td>${sums('COLLECT')}</td></tr>`}
${totals.map(({ label, amount, paymentType }) => markup`<tr><td colspan="4">${label}</td>${paid(paymentType, amount)}</tr>`)}
<tr><td colspan="4">Payable at</td><td>${freight.paymentLocationPrepaid}</td><td>${freight.paymentLocationCollect}</td></tr>
</table>`;
}

/** An amount in the column of its payment type; one without a type is in neither. */
function paid(type: string | undefined, amount: Charge['amount']): Markup {
	const text = texts([amount?.value, amount?.currency], ' ');
	if (type === 'PREPAID') return markup`<td>${text}</td><td></td>`;
	if (type === 'COLLECT') return markup`<td></td><td>${text}</td>`;
	return markup`<td colspan="2">${text} (${type ?? 'neither prepaid nor collect'})</td>`;
}

function party({ prefix, name, address, scac, id, code, crossRefId }: Party = {}): Markup {
	const identity = Object.entries({ SCAC: scac, 'Customer ID': id, Code: code, 'Cross reference': crossRefId });
	return markup`<div><strong>${texts([prefix, name], ' ')}</strong><div>${address}</div>${small(
		identity.map(([label, text]) => text && `${label} ${text}`),
	)}</div>`;
}

function quantity({ quantityGross, quantityNet, crossRefId, label, format }: Quantity = {}): Markup {
	const net = quantityNet === undefined ? undefined : `net ${quantityNet}`;
	return markup`${texts([quantityGross, crossRefId && unitText(crossRefId)], ' ')}${small([net])}${small([[format, label].filter(Boolean).join(' ')])}`;
}

function box(label: string, content: Insert, columns = 1, rows = 1): Markup {
	return markup`<td colspan="${columns}" rowspan="${rows}"><div class="label">${label}</div>${content}</td>`;
}

function small(given: readonly (string | undefined)[]): Markup {
	return markup`<div class="small">${texts(given)}</div>`;
}

function texts(given: readonly (string | number | undefined)[], separator = '\n'): string {
	return given.filter((text) => text !== undefined && text !== '').join(separator);
}

function list(heading: string, lines: readonly string[]): Markup | undefined {
	if (lines.length === 0) return undefined;
	return markup`<h2>${heading}</h2><ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul>`;
}

/** HTML that is safe to show: only the `markup` tag makes it, and it escapes every text that is put in. */
class Markup {
	constructor(readonly text: string) {}
}

type Insert = Markup | string | number | undefined | readonly Insert[];

/** Template tag: `markup\`<p>${name}</p>\``. Line breaks of a text are kept; values of attributes need double quotes. */
function markup(parts: TemplateStringsArray, ...inserts: Insert[]): Markup {
	return new Markup(parts.map((part, index) => part + written(inserts[index])).join(''));
}

function written(insert: Insert): string {
	if (insert === undefined) return '';
	if (insert instanceof Markup) return insert.text;
	if (typeof insert === 'object') return insert.map(written).join('');
	return String(insert)
		.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
		.replace(/\r\n?|\n/g, '<br>');
}

const style = markup`<style>
@page { size: A4; margin: 8mm; }
body { font: 8.5pt/1.25 Arial, Helvetica, sans-serif; color: #000; max-width: 194mm; margin: 3mm auto; }
section { position: relative; break-after: page; margin-bottom: 8mm; }
section:last-of-type { break-after: auto; }
h1 { font-size: 11pt; margin: 0 0 2mm; color: #a00; }
h1 span { float: right; color: #000; font-weight: normal; }
h2 { font-size: 9pt; margin: 3mm 0 1mm; }
ul { margin: 0; padding-left: 5mm; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; margin-bottom: -1px; }
td, th { border: 1px solid #444; padding: 1mm 1.5mm; vertical-align: top; text-align: left; overflow-wrap: anywhere; }
.boxes td { height: 9mm; }
.boxes .party td { height: 20mm; }
th, .label { font-size: 6.5pt; font-weight: normal; text-transform: uppercase; color: #444; }
.goods td, .charges td { border-top: 0; border-bottom: 0; }
.goods .total td, .charges .total td { border-top: 1px solid #444; border-bottom: 1px solid #444; font-weight: bold; }
tr { break-inside: avoid; }
.bill > * > tr { break-inside: auto; }
.bill > * > tr > td { border: 0; padding: 0; }
.small, .quantity { font-size: 7pt; color: #333; }
.quantity div { display: inline; margin-left: 2mm; }
section::before { content: "${warning}"; position: absolute; top: 45%; left: 0; right: 0; text-align: center; font-size: 30pt; white-space: nowrap; font-weight: bold; color: #a00; opacity: 0.13; transform: rotate(-35deg); pointer-events: none; }
</style>`;
