import { formLayout, type FormLayout } from '../../../nodes/CargoExchange/shipment/form/layout';
import { documentedHeaders } from '../../../nodes/CargoExchange/shipment/sheet/fieldNames';
import { meaningOf } from '../../../nodes/CargoExchange/shipment/sheet/headers';

/** The names of fields in the form, by their paths. */
function formLabels({ leaves, sections, lists }: FormLayout, base = ''): Array<[path: string, label: string]> {
	return [
		...[...leaves, ...sections.flatMap((section) => section.leaves)].map(({ path, label }): [string, string] => [
			`${base}${path.join('.')}`,
			label,
		]),
		...lists.flatMap(({ path, entry }) => formLabels(entry, `${base}${path.join('.')}.`)),
	];
}

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

	it('ends with the name that the field has in the form', () => {
		const labels = new Map(formLabels(formLayout));
		const others = documentedHeaders.filter(({ header, path }) => !header.endsWith(labels.get(path) ?? header));
		expect(labels.size).toBeGreaterThan(80);
		expect(others).toEqual([]);
	});

	it.each([
		['Cargo Quantity Gross', 'sets[0].cargos[0].quantities[0].quantityGross'],
		['Marks & Numbers', 'sets[0].cargos[0].marksAndNumbers'],
		['measurement_unit', 'sets[0].containers[0].containerVolume.crossRefId'],
		['Size/Type', 'sets[0].containers[0].containerType'],
		['No. of Pkgs', 'sets[0].containers[0].totalNumberOfPackingItems'],
		['Kind of Pkgs', 'sets[0].containers[0].packingUnit'],
		['G.W.', 'sets[0].containers[0].containerQuantity.quantityGross'],
		['Nett Wt.', 'sets[0].containers[0].containerQuantity.quantityNet'],
		['Meas.', 'sets[0].containers[0].containerVolume.quantityGross'],
		['Cntr #', 'sets[0].containers[0].containerNumber'],
		['ContainerNo', 'sets[0].containers[0].containerNumber'],
		['Notify Addr', 'sets[0].notifyParties[0].address'],
		['Notify 2', 'sets[0].notifyParties[1].name'],
		['Cnee', 'sets[0].consignee.name'],
		['Shpr', 'sets[0].shipper.name'],
		['Exporter Address', 'sets[0].shipper.address'],
		['Receiver', 'sets[0].consignee.name'],
		['BL Dt', 'sets[0].blDate'],
		['Port of Disch.', 'sets[0].destination'],
		['Place of Rcpt', 'sets[0].placeOfReceipt'],
		['Desc of Goods', 'sets[0].cargos[0].cargoDescription'],
		['PP/CC', 'sets[0].freightCharges.charges[0].prepaidType'],
		['PO No.', 'externalReference'],
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
		'G.W./CTN (KGS)',
		'N.W./CTN',
		'Gross Weight/Carton',
		'G.W. per carton (kg)',
		'CBM/CTN',
		'Qty per Ctn',
		'Pcs per Carton',
	])('has no field for what one package has: %s', (header) => {
		expect(meaningOf(header)).toEqual({ noField: true });
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
