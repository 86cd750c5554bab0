import { similarHeader } from '../../../nodes/CargoExchange/shipment/rows/headers';

describe('the suggestion for an unknown header', () => {
	it.each([
		['Shiper', 'Shipper Name'],
		['Shipmnt Ref', 'Shipment Reference'],
		['Consigne Adress', 'Consignee Address'],
		['Contaner No', 'Container Number'],
		['Gross Weigth', 'Container Quantity Gross'],
		['Grossweigth', 'Container Quantity Gross'],
		['Packages Type', 'Container Packing Unit'],
		['Port of Dicharge', 'Port of Discharge'],
		['Seal 2', 'Container 2 Seal Number'],
	])('is for a typing error: %s', (header, suggested) => {
		expect(similarHeader(header)).toBe(suggested);
	});

	it.each([
		...[
			'Prepaid',
			'Collect',
			'Freight Prepaid',
			'Freight Collect',
			'Freight Payable At',
			'Incoterms',
			'Delivery Terms',
		],
		...['ETD', 'ETA', 'Date', 'Doc Date', 'Shipment Date', 'Shipped on Board', 'Sailing Date', 'Loading Date'],
		...['Booking No', 'HBL No', 'House B/L No', 'UN Number', 'AMS Number', 'Sr No', 'S.No', 'SL No', 'Doc Ref'],
		...['Consignee City', 'Consignee VAT', 'Consignee Country', 'Shipper Ref', 'Consignee Ref', 'Delivery Agent'],
		...['Goods Weight', 'Tare Weight', 'Chargeable Weight', 'VGM', 'Shipment Mode', 'Equipment Size', 'HS Code'],
		...['Remarks', 'Invoice Number', 'Country of Origin', 'Customer Code', 'Unit', 'Total Volume', 'Telex Release'],
	])('is none for another word: %s', (header) => {
		expect(similarHeader(header)).toBeUndefined();
	});
});
