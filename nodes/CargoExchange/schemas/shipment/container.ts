import type { Fields } from './fieldTypes';

/** A gross and a net number with their unit (docs/service.md 2.9). */
export const quantityFields = {
	quantityGross: { kind: 'number', label: 'Gross', placeholder: 'e.g. 12000' },
	quantityNet: { kind: 'number', label: 'Net', placeholder: 'e.g. 11500' },
	crossRefId: {
		kind: 'text',
		isUnit: true,
		label: 'Unit',
		placeholder: 'e.g. KGM',
		description: 'The code of the unit',
	},
	label: { kind: 'text', label: 'Label', placeholder: 'e.g. kg', description: 'The unit as printed on the document' },
} as const satisfies Fields;

/** The same with the pattern by which the numbers are printed. */
export const measureFields = {
	quantityGross: quantityFields.quantityGross,
	quantityNet: quantityFields.quantityNet,
	crossRefId: quantityFields.crossRefId,
	format: {
		kind: 'text',
		label: 'Number Format',
		placeholder: 'e.g. #,##0.000',
		description: 'The number format pattern',
	},
	label: quantityFields.label,
} as const satisfies Fields;

/** A container and its contents (docs/service.md 2.10). */
export const containerFields = {
	containerNumber: {
		kind: 'text',
		anyWriting: true,
		label: 'Container Number',
		placeholder: 'e.g. CSQU3054383',
		description: 'Owner code, category, six digits and the check digit (ISO 6346)',
		headers: ['Container', 'Container ID', 'Equipment', 'Equipment Number'],
	},
	containerType: {
		kind: 'text',
		label: 'Container Type',
		placeholder: 'e.g. 45G1',
		headers: ['Type', 'Size', 'Size Type', 'Type Size', 'Container Size', 'Equipment Type', 'ISO Type'],
	},
	containerTypeDescription: {
		kind: 'text',
		label: 'Container Type Description',
		placeholder: 'e.g. 40 foot high cube',
	},
	sealNumber: {
		kind: 'text',
		label: 'Seal Number',
		placeholder: 'e.g. SL123456',
		headers: ['Seal', 'Seals', 'Carrier Seal', 'Carrier Seal Number'],
	},
	totalNumberOfPackingItems: {
		kind: 'integer',
		label: 'Total Number of Packing Items',
		placeholder: 'e.g. 400',
		headers: [
			'Packages',
			'Number of Packages',
			'Package Count',
			'Package Quantity',
			'Quantity',
			'Pieces',
			'Pcs',
			'Number of Pieces',
		],
	},
	packingUnit: {
		kind: 'text',
		label: 'Packing Unit',
		placeholder: 'e.g. CARTONS',
		headers: ['Packing Unit', 'Package Type', 'Package Unit', 'Kind of Packages', 'Type of Packages', 'Packaging Type'],
	},
	containerQuantity: {
		kind: 'object',
		label: 'Quantity',
		description: 'The contents of the container, usually by weight',
		fields: {
			...measureFields,
			quantityGross: {
				...measureFields.quantityGross,
				headers: ['Gross Weight', 'Container Gross Weight', 'Gross', 'GW', 'G.W.', 'Weight', 'KGS', 'Kg', 'Gross Mass'],
			},
			quantityNet: {
				...measureFields.quantityNet,
				group: 'quantity',
				headers: ['Net Weight', 'Container Net Weight', 'Net', 'NW', 'N.W.'],
			},
			crossRefId: { ...measureFields.crossRefId, headers: ['Weight Unit', 'Weight UOM'] },
			format: { ...measureFields.format, group: 'quantity' },
			label: { ...measureFields.label, group: 'quantity' },
		},
	},
	containerVolume: {
		kind: 'object',
		label: 'Volume',
		group: 'volume',
		fields: {
			...measureFields,
			quantityGross: {
				...measureFields.quantityGross,
				placeholder: 'e.g. 61.5',
				headers: ['Volume', 'CBM', 'M3', 'Measurement', 'Cube'],
			},
			quantityNet: { ...measureFields.quantityNet, placeholder: 'e.g. 58' },
			crossRefId: { ...measureFields.crossRefId, placeholder: 'e.g. MTQ', headers: ['Volume Unit', 'Volume UOM'] },
			label: { ...measureFields.label, placeholder: 'e.g. m3' },
		},
	},
} as const satisfies Fields;
