import { integerField, listField, numberField, objectField, codeField, textField, type Fields } from './fieldTypes';

const quantityField = /quantity(?:Gross|Net)$/;

/** Whether a path is that of a gross or a net number, which has its unit beside it. */
export function isQuantity(path: string): boolean {
	return quantityField.test(path);
}

/** The path of another field of the same quantity, such as its unit. */
export function besideQuantity(path: string, name: 'crossRefId' | 'label'): string {
	return path.replace(quantityField, name);
}

/** Whether a path is that of a number of packages, of a container or of goods. */
export function isPackageCount(path: string): boolean {
	return /umberOfPackingItems$/.test(path);
}

type Measure = 'weight' | 'volume';

/** A unit of UN/ECE Recommendation 20; `size` is in kilograms or cubic metres. */
export type Unit = { code: string; measure: Measure; size: number };

/** Units with their common spellings, in lower case without spaces and punctuation. A ton is a different weight in each country. */
const units: readonly [Unit, string][] = [
	[{ code: 'KGM', measure: 'weight', size: 1 }, 'kg kgs kgm kilo kilos kilogram kilograms kilogramme kilogrammes'],
	[{ code: 'LBR', measure: 'weight', size: 0.45359237 }, 'lb lbs lbr pound pounds'],
	[{ code: 'TNE', measure: 'weight', size: 1000 }, 't mt mts tne tonne tonnes metricton metrictons metrictonnes'],
	[{ code: 'GRM', measure: 'weight', size: 0.001 }, 'grm gram grams'],
	[{ code: 'ONZ', measure: 'weight', size: 0.028349523 }, 'onz oz ounce ounces'],
	[{ code: 'MTQ', measure: 'volume', size: 1 }, 'cbm m3 mtq cum cubicmeter cubicmeters cubicmetre cubicmetres'],
	[{ code: 'FTQ', measure: 'volume', size: 0.028316847 }, 'cft ft3 ftq cuft cubicfoot cubicfeet'],
	[{ code: 'LTR', measure: 'volume', size: 0.001 }, 'ltr liter liters litre litres'],
];

const unitsByName: ReadonlyMap<string, Unit> = new Map(
	units.flatMap(([unit, names]) => names.split(' ').map((name) => [name, unit] as const)),
);

/** The unit that a text names in any common spelling; undefined if it is not known. */
export function unitOf(text: string): Unit | undefined {
	// Longer texts are none.
	const plain = text.slice(0, 30).normalize('NFKD').toLowerCase();
	return unitsByName.get(plain.replace(/[^\p{L}\p{N}]/gu, ''));
}

/** What a quantity at a path measures; undefined for cargo quantities, which may count anything. */
export function measureOf(path: string): Measure | undefined {
	if (/volume/i.test(path)) return 'volume';
	return /weight|containerQuantity/i.test(path) ? 'weight' : undefined;
}

/** A gross and a net number with their unit (docs/service.md 2.9). */
const quantity = {
	quantityGross: numberField('Gross', 'e.g. 12000'),
	quantityNet: numberField('Net', 'e.g. 11500'),
	crossRefId: codeField('Unit', 'e.g. KGM', {
		isUnit: true,
		description: 'The code of the unit, such as KGM (kg), LBR (lb), TNE (t), MTQ (m3) or FTQ (ft3)',
	}),
	label: textField('Label', 'e.g. kg', { description: 'The unit as printed on the document' }),
} satisfies Fields;

/** The same with the pattern by which the numbers are printed. */
const measure = {
	quantityGross: quantity.quantityGross,
	quantityNet: quantity.quantityNet,
	crossRefId: quantity.crossRefId,
	format: textField('Number Format', 'e.g. #,##0.000', {
		description: 'How the exchange prints the number, e.g. #,##0.000 for three decimals',
	}),
	label: quantity.label,
} satisfies Fields;

const volume = {
	...measure,
	quantityGross: numberField('Gross', 'e.g. 61.5'),
	quantityNet: numberField('Net', 'e.g. 58'),
	crossRefId: { ...measure.crossRefId, placeholder: 'e.g. MTQ' },
	label: { ...measure.label, placeholder: 'e.g. m3' },
} satisfies Fields;

/** Cargo (docs/service.md 2.9). */
export const cargoFields = {
	cargoName: textField('Cargo Name', 'e.g. Cotton Shirts', { headers: ['Cargo', 'Commodity', 'Goods', 'Product'] }),
	cargoDescription: textField('Cargo Description', 'e.g. 400 cartons of cotton shirts', {
		lines: 4,
		headers: ['Description of Goods', 'Goods Description', 'Description', 'Commodity Description'],
	}),
	marksAndNumbers: textField('Marks and Numbers', 'e.g. LOT 7 / 1-400', {
		lines: 2,
		headers: ['Shipping Marks', 'Marks', 'Marks & Number', 'Marks Numbers'],
	}),
	quantities: listField('Quantities', 'Cargo Quantity', ['crossRefId'], quantity),
	packaging: listField('Packaging', 'Packaging', ['packingUnit'], {
		numberOfPackingItems: integerField('Number of Packing Items', 'e.g. 400'),
		packingUnit: textField('Packing Unit', 'e.g. CARTONS'),
		weight: objectField('Weight', measure, { group: 'weight' }),
		volume: objectField('Volume', volume, { group: 'volume' }),
	}),
} satisfies Fields;

/** A container and its contents (docs/service.md 2.10). */
export const containerFields = {
	containerNumber: codeField('Container Number', 'e.g. CSQU3054383', {
		anyWriting: true,
		description: 'Owner code, category, six digits and the check digit (ISO 6346)',
		headers: ['Container', 'Container ID', 'Equipment', 'Equipment Number'],
	}),
	containerType: codeField('Container Type', 'e.g. 45G1', {
		headers: ['Type', 'Size', 'Size Type', 'Type Size', 'Container Size', 'Equipment Type', 'ISO Type'],
	}),
	containerTypeDescription: textField('Container Type Description', 'e.g. 40 foot high cube'),
	sealNumber: codeField('Seal Number', 'e.g. SL123456', {
		headers: ['Seal', 'Seals', 'Carrier Seal', 'Carrier Seal Number'],
	}),
	totalNumberOfPackingItems: integerField('Total Number of Packing Items', 'e.g. 400', {
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
	}),
	packingUnit: textField('Packing Unit', 'e.g. CARTONS', {
		headers: ['Packing Unit', 'Package Type', 'Package Unit', 'Kind of Packages', 'Type of Packages', 'Packaging Type'],
	}),
	containerQuantity: objectField('Quantity', {
		quantityGross: {
			...measure.quantityGross,
			description: 'Usually the gross weight of the goods in the container, with their packaging',
			headers: ['Gross Weight', 'Container Gross Weight', 'Gross', 'GW', 'Weight', 'KGS', 'Kg', 'Gross Mass'],
		},
		quantityNet: {
			...measure.quantityNet,
			description: 'Usually the net weight of the goods in the container, without their packaging',
			group: 'quantity',
			headers: ['Net Weight', 'Container Net Weight', 'Net', 'NW'],
		},
		crossRefId: { ...measure.crossRefId, headers: ['Weight Unit', 'Weight UOM'] },
		format: { ...measure.format, group: 'quantity' },
		label: { ...measure.label, group: 'quantity' },
	}),
	containerVolume: objectField(
		'Volume',
		{
			...volume,
			quantityGross: { ...volume.quantityGross, headers: ['Volume', 'CBM', 'M3', 'Measurement', 'Cube'] },
			crossRefId: { ...volume.crossRefId, headers: ['Volume Unit', 'Volume UOM'] },
		},
		{ group: 'volume' },
	),
} satisfies Fields;
