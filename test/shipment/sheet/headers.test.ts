import { documentedHeaders } from '../../../nodes/CargoExchange/shipment/sheet/fieldNames';
import { meaningOf } from '../../../nodes/CargoExchange/shipment/sheet/headers';

/** Where a header leads: the dotted path with the index of each entry. */
function way(header: string): string | undefined {
	const meaning = meaningOf(header);
	if (!meaning || !('target' in meaning)) return undefined;
	const column = meaning.target;
	return [...column.steps.map(({ path, index }) => `${path}[${index}]`), column.path].join('.');
}

describe('the header of a column', () => {
	it('knows a header of its own for every field', () => {
		expect(new Set(documentedHeaders.map(({ header }) => header)).size).toBe(documentedHeaders.length);
		for (const { header, path } of documentedHeaders) {
			const indexed = way(header)?.replace(/\[0\]/g, '');
			expect([header, indexed]).toEqual([header, path]);
			expect(way(path)).toBe(way(header));
		}
	});

	it.each([
		['Seal Number', 'sets[0].containers[0].sealNumber'],
		['seal no.', 'sets[0].containers[0].sealNumber'],
		['CONTAINER', 'sets[0].containers[0].containerNumber'],
		['B/L Number', 'sets[0].blNumber'],
		['Bill of Lading', 'sets[0].blNumber'],
		['Gross Weight', 'sets[0].containers[0].containerQuantity.quantityGross'],
		['Cargo Quantity Gross', 'sets[0].cargos[0].quantities[0].quantityGross'],
		['Marks & Numbers', 'sets[0].cargos[0].marksAndNumbers'],
		['Packing Unit', 'sets[0].containers[0].packingUnit'],
		['Shipper', 'sets[0].shipper.name'],
		['Shipper ID', 'sets[0].shipper.id'],
		['Currency', 'sets[0].freightCharges.charges[0].amount.currency'],
		['IMO', 'vessel.imo'],
		['Port of Loading', 'sets[0].loadingLocation'],
		['Shipment Ref No', 'shipmentReference'],
		['Shipping Ref.', 'shipmentReference'],
		['Packing', 'sets[0].containers[0].packingUnit'],
		['measurement_unit', 'sets[0].containers[0].containerVolume.crossRefId'],
		['Voy', 'voyageReference'],
		['Voy. No.', 'voyageReference'],
		['Type', 'sets[0].containers[0].containerType'],
		['Cntr Type', 'sets[0].containers[0].containerType'],
		['Size/Type', 'sets[0].containers[0].containerType'],
		['Pkgs', 'sets[0].containers[0].totalNumberOfPackingItems'],
		['No. of Pkgs', 'sets[0].containers[0].totalNumberOfPackingItems'],
		['Kind of Pkgs', 'sets[0].containers[0].packingUnit'],
		['Gross Wt', 'sets[0].containers[0].containerQuantity.quantityGross'],
		['G.W.', 'sets[0].containers[0].containerQuantity.quantityGross'],
		['KGS', 'sets[0].containers[0].containerQuantity.quantityGross'],
		['Nett Wt.', 'sets[0].containers[0].containerQuantity.quantityNet'],
		['CBM', 'sets[0].containers[0].containerVolume.quantityGross'],
		['Measurement', 'sets[0].containers[0].containerVolume.quantityGross'],
		['Meas.', 'sets[0].containers[0].containerVolume.quantityGross'],
		['Ctr No', 'sets[0].containers[0].containerNumber'],
		['Cntr #', 'sets[0].containers[0].containerNumber'],
		['ContainerNo', 'sets[0].containers[0].containerNumber'],
		['Seal No', 'sets[0].containers[0].sealNumber'],
		['Notify', 'sets[0].notifyParties[0].name'],
		['Notify Party', 'sets[0].notifyParties[0].name'],
		['Notify Addr', 'sets[0].notifyParties[0].address'],
		['Notify 2', 'sets[0].notifyParties[1].name'],
		['Cnee', 'sets[0].consignee.name'],
		['Cnee Address', 'sets[0].consignee.address'],
		['Shpr', 'sets[0].shipper.name'],
		['Shipper Addr.', 'sets[0].shipper.address'],
		['Consignor', 'sets[0].shipper.name'],
		['Shipping Line', 'sets[0].carrier.name'],
		['Forwarder', 'freightForwarder.name'],
		['B/L No', 'sets[0].blNumber'],
		['BL#', 'sets[0].blNumber'],
		['BOL No.', 'sets[0].blNumber'],
		['MBL', 'sets[0].blNumber'],
		['BL Dt', 'sets[0].blDate'],
		['Issue Date', 'sets[0].blDate'],
		['Load Port', 'sets[0].loadingLocation'],
		['POD', 'sets[0].destination'],
		['Port of Disch.', 'sets[0].destination'],
		['Dest', 'sets[0].destination'],
		['Dest Country', 'sets[0].destinationCountry.value'],
		['Place of Rcpt', 'sets[0].placeOfReceipt'],
		['Final Dest', 'sets[0].placeOfDelivery'],
		['Marks', 'sets[0].cargos[0].marksAndNumbers'],
		['Marks & Nos', 'sets[0].cargos[0].marksAndNumbers'],
		['Desc of Goods', 'sets[0].cargos[0].cargoDescription'],
		['Commodity', 'sets[0].cargos[0].cargoName'],
		['Curr', 'sets[0].freightCharges.charges[0].amount.currency'],
		['Ccy', 'sets[0].freightCharges.charges[0].amount.currency'],
		['Amt', 'sets[0].freightCharges.charges[0].amount.value'],
		['PP/CC', 'sets[0].freightCharges.charges[0].prepaidType'],
		['Freight Terms', 'sets[0].freightCharges.charges[0].prepaidType'],
		['Job No', 'shipmentReference'],
		['Our Ref', 'shipmentReference'],
		['PO No.', 'externalReference'],
		['SC No', 'sets[0].contractNumber'],
		['No of Containers', 'sets[0].numberOfContainers'],
		['Container Qty', 'sets[0].numberOfContainers'],
	])('reads %s', (header, path) => {
		expect(way(header)).toBe(path);
	});

	it.each([
		['sets.containers.sealNumber', 'sets[0].containers[0].sealNumber'],
		['containers.sealNumber', 'sets[0].containers[0].sealNumber'],
		['sets.containers[2].sealNumber', 'sets[0].containers[2].sealNumber'],
		['notifyParties[1].name', 'sets[0].notifyParties[1].name'],
		['freightCharges.prepaidTotals[3].amount.value', 'sets[0].freightCharges.prepaidTotals[3].amount.value'],
		['Notify Party 2 Name', 'sets[0].notifyParties[1].name'],
		['Cargo Quantity 2 Unit', 'sets[0].cargos[0].quantities[1].crossRefId'],
	])('distinguishes entries of one row: %s', (header, path) => {
		expect(way(header)).toBe(path);
	});

	it.each([
		'',
		'Name',
		'Unit',
		'ID',
		'Remarks',
		'Line',
		'__proto__',
		'constructor',
		'sets',
		'Shipper Address 2',
		'sets[1].containers[2].sealNumber',
		'sets[1].containers.sealNumber',
	])('does not guess what %p means', (header) => {
		expect(way(header)).toBeUndefined();
	});
});
