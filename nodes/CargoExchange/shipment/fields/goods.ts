import { containerNumber, containerType, packingUnit, seal } from './codes';
import { integerField, listField, numberField, objectField, codeField, textField, type Fields } from './fieldTypes';

const figure = { adds: true, isPositive: true, unit: 'crossRefId' } as const;
const count = { adds: true, isPositive: true, unit: 'packingUnit' } as const;

/** A gross and a net number with their unit (docs/service.md 2.9). */
const quantity = {
	quantityGross: numberField('Gross', 'e.g. 12000', figure),
	quantityNet: numberField('Net', 'e.g. 11500', figure),
	crossRefId: codeField('Unit', 'e.g. KGM', {
		type: 'unit',
		description: 'The code of the unit, such as KGM (kg), LBR (lb), TNE (t), MTQ (m3) or FTQ (ft3)',
	}),
	label: textField('Label', 'e.g. kg', { description: 'The unit as printed on the document' }),
} satisfies Fields;

/** The same with the pattern by which the numbers are printed. */
const measure = {
	quantityGross: quantity.quantityGross,
	quantityNet: quantity.quantityNet,
	crossRefId: { ...quantity.crossRefId, measure: 'weight' },
	format: textField('Number Format', 'e.g. #,##0.000', {
		type: 'lines',
		isFree: true,
		description: 'How the exchange prints the number, e.g. #,##0.000 for three decimals',
	}),
	label: quantity.label,
} satisfies Fields;

const volume = {
	...measure,
	quantityGross: numberField('Gross', 'e.g. 61.5', figure),
	quantityNet: numberField('Net', 'e.g. 58', figure),
	crossRefId: { ...measure.crossRefId, placeholder: 'e.g. MTQ', measure: 'volume' },
	label: { ...measure.label, placeholder: 'e.g. m3' },
} satisfies Fields;

/** Cargo (docs/service.md 2.9). */
export const cargoFields = {
	cargoName: textField('Cargo Name', 'e.g. Cotton Shirts', { headers: ['Cargo', 'Commodity', 'Goods', 'Product'] }),
	cargoDescription: textField('Cargo Description', 'e.g. 400 cartons of cotton shirts', {
		lines: 4,
		isFree: true,
		headers: [
			'Description of Goods',
			'Goods Description',
			'Description',
			'Commodity Description',
			'Material Description',
			'Product Description',
		],
	}),
	marksAndNumbers: textField('Marks and Numbers', 'e.g. LOT 7 / 1-400', {
		lines: 2,
		isFree: true,
		headers: ['Shipping Marks', 'Marks', 'Marks & Number', 'Marks Numbers'],
	}),
	quantities: listField('Quantities', 'Cargo Quantity', ['crossRefId'], quantity),
	packaging: listField('Packaging', 'Packaging', ['packingUnit'], {
		numberOfPackingItems: integerField('Number of Packing Items', 'e.g. 400', count),
		packingUnit: textField('Packing Unit', 'e.g. CARTONS', { check: packingUnit }),
		weight: objectField('Weight', measure, { group: 'weight' }),
		volume: objectField('Volume', volume, { group: 'volume' }),
	}),
} satisfies Fields;

const sealOwners = ['Carrier', 'Customs', 'Line', 'Liner', 'Shipper', 'Veterinary'];

/** A container and its contents (docs/service.md 2.10). */
export const containerFields = {
	containerNumber: codeField('Container Number', 'e.g. CSQU3054383', {
		anyWriting: true,
		check: containerNumber,
		description: 'Owner code, category, six digits and the check digit (ISO 6346)',
		headers: ['Container', 'Container ID', 'Equipment', 'Equipment Number'],
	}),
	containerType: codeField('Container Type', 'e.g. 45G1', {
		check: containerType,
		headers: [
			'Type',
			'Size',
			'Size Type',
			'Type Size',
			'Container Size',
			'Equipment Type',
			'ISO Type',
			'ISO',
			'ISO Code',
			'LG',
			'Length',
			'Container Length',
		],
	}),
	containerTypeDescription: textField('Container Type Description', 'e.g. 40 foot high cube'),
	sealNumber: codeField('Seal Number', 'e.g. SL123456', {
		type: 'codes',
		check: seal,
		headers: [
			...[
				'Seal',
				'Seals',
				'Seal Numbers',
				'Seal 1',
				'Seal 2',
				'Seal 3',
				'Seal Number 1',
				'Seal Number 2',
				'Seal Number 3',
			],
			...sealOwners.flatMap((owner) => [`${owner} Seal`, `${owner} Seal Number`]),
		],
	}),
	totalNumberOfPackingItems: integerField('Packages', 'e.g. 400', {
		...count,
		ofGoods: 'numberOfPackingItems',
		headers: [
			'Packages',
			'Package',
			'Total Number of Packing Items',
			'Number of Packages',
			'Package Count',
			'Package Quantity',
		],
	}),
	packingUnit: textField('Packing Unit', 'e.g. CARTONS', {
		check: packingUnit,
		ofGoods: 'packingUnit',
		headers: [
			'Packing Unit',
			'Kind',
			'Package Kind',
			'Package Type',
			'Package Unit',
			'Kind of Packages',
			'Type of Packages',
			'Packaging Type',
			'Packaging',
			'Packing',
		],
	}),
	containerQuantity: objectField('', {
		quantityGross: {
			...measure.quantityGross,
			label: 'Gross Weight',
			ofGoods: 'weight.quantityGross',
			description: 'Usually the gross weight of the goods in the container, with their packaging',
			headers: ['Gross Weight', 'Gross', 'GW', 'Weight', 'KGS', 'Kg', 'Gross Mass'],
		},
		quantityNet: {
			...measure.quantityNet,
			label: 'Net Weight',
			ofGoods: 'weight.quantityNet',
			description: 'Usually the net weight of the goods in the container, without their packaging',
			group: 'quantity',
			headers: ['Net Weight', 'Net', 'NW'],
		},
		crossRefId: {
			...measure.crossRefId,
			label: 'Weight Unit',
			ofGoods: 'weight.crossRefId',
			headers: ['Weight Unit', 'Weight UOM'],
		},
		format: { ...measure.format, label: 'Weight Number Format', group: 'quantity' },
		label: { ...measure.label, label: 'Weight Label', group: 'quantity' },
	}),
	containerVolume: objectField(
		'',
		{
			quantityGross: {
				...volume.quantityGross,
				label: 'Volume',
				ofGoods: 'volume.quantityGross',
				headers: ['Volume', 'CBM', 'M3', 'Measurement', 'Cube'],
			},
			quantityNet: { ...volume.quantityNet, label: 'Net Volume', ofGoods: 'volume.quantityNet' },
			crossRefId: {
				...volume.crossRefId,
				label: 'Volume Unit',
				ofGoods: 'volume.crossRefId',
				headers: ['Volume Unit', 'Volume UOM', 'Measurement Unit'],
			},
			format: { ...volume.format, label: 'Volume Number Format' },
			label: { ...volume.label, label: 'Volume Label' },
		},
		{ group: 'volume' },
	),
} satisfies Fields;
