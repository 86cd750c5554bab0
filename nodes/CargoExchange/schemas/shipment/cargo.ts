import type { Fields } from './fieldTypes';
import { measureFields, quantityFields } from './container';

/** Cargo (docs/service.md 2.9). */
export const cargoFields = {
	cargoName: {
		kind: 'text',
		label: 'Cargo Name',
		placeholder: 'e.g. Cotton Shirts',
		headers: ['Cargo', 'Commodity', 'Goods', 'Product'],
	},
	cargoDescription: {
		kind: 'text',
		label: 'Cargo Description',
		lines: 4,
		placeholder: 'e.g. 400 cartons of cotton shirts',
		headers: ['Description of Goods', 'Goods Description', 'Description', 'Commodity Description'],
	},
	marksAndNumbers: {
		kind: 'text',
		label: 'Marks and Numbers',
		lines: 2,
		placeholder: 'e.g. LOT 7 / 1-400',
		headers: ['Shipping Marks', 'Marks', 'Marks & Number', 'Marks Numbers'],
	},
	quantities: {
		kind: 'list',
		label: 'Quantities',
		entry: 'Cargo Quantity',
		key: ['crossRefId'],
		fields: quantityFields,
	},
	packaging: {
		kind: 'list',
		label: 'Packaging',
		entry: 'Packaging',
		key: ['packingUnit'],
		fields: {
			numberOfPackingItems: { kind: 'integer', label: 'Number of Packing Items', placeholder: 'e.g. 400' },
			packingUnit: { kind: 'text', label: 'Packing Unit', placeholder: 'e.g. CARTONS' },
			weight: { kind: 'object', label: 'Weight', group: 'weight', fields: measureFields },
			volume: { kind: 'object', label: 'Volume', group: 'volume', fields: measureFields },
		},
	},
} as const satisfies Fields;
