import { cargoFields } from './cargo';
import { containerFields } from './container';
import type { Fields } from './fieldTypes';
import { freightChargesFields } from './freightCharges';

const name = { kind: 'text', label: 'Name', placeholder: 'e.g. Example Trading Ltd' } as const;
const address = { kind: 'text', label: 'Address', lines: 3, placeholder: 'e.g. 1 Quay Street, Exampletown' } as const;
const code = { kind: 'text', label: 'Code', placeholder: 'e.g. EXTR01' } as const;
const counterparty = {
	kind: 'counterparty',
	label: 'Counterparty',
	description: 'Fills in the ID and the name. To show another name on the document, enter it in the name field.',
	headers: ['ID'],
} as const;

function place<const Label extends string>(label: Label, placeholder: string, ...headers: string[]) {
	return { kind: 'text', label, placeholder, headers } as const;
}

/** A bill of lading (docs/service.md 2.8). */
export const setFields = {
	blNumber: {
		kind: 'text',
		label: 'B/L Number',
		placeholder: 'e.g. EXBL0001234',
		headers: [
			'BL',
			'BLNO',
			'BOL',
			'BOL Number',
			'MBL',
			'MBL Number',
			'OBL Number',
			'Bill of Lading Number',
			'Bill of Lading',
		],
	},
	blDate: {
		kind: 'date',
		label: 'B/L Date',
		placeholder: 'e.g. 2025-03-31',
		headers: ['Bill of Lading Date', 'Date of Issue', 'Issue Date', 'B/L Issue Date'],
	},
	setRef: { kind: 'text', label: 'Set Reference', group: 'more', placeholder: 'e.g. SET-1', headers: ['Set Number'] },
	blDocumentName: { kind: 'text', label: 'B/L Document Name', group: 'more', placeholder: 'e.g. Bill of Lading' },
	contractNumber: {
		kind: 'text',
		label: 'Contract Number',
		group: 'more',
		placeholder: 'e.g. SC-4711',
		headers: ['Contract', 'Service Contract', 'SC Number'],
	},
	eSetType: {
		kind: 'choice',
		label: 'E-Set Type',
		group: 'more',
		values: { electronic: 'Electronic' },
	},
	billOfLadingClause: {
		kind: 'text',
		label: 'B/L Clause',
		group: 'more',
		lines: 3,
		placeholder: 'e.g. Shipped on board',
		headers: ['Bill of Lading Clause', 'Clause', 'Clauses'],
	},
	placeOfReceipt: {
		...place('Place of Receipt', 'e.g. Utrecht', 'Receipt', 'POR', 'Place of Acceptance'),
		group: 'more',
	},
	loadingLocation: place(
		'Loading Location',
		'e.g. Rotterdam',
		'Port of Loading',
		'Load Port',
		'Loading Port',
		'Port of Load',
		'POL',
	),
	destination: place(
		'Destination',
		'e.g. Singapore',
		'Port of Discharge',
		'Discharge Port',
		'Discharging Port',
		'Destination Port',
		'POD',
	),
	destinationCountry: {
		kind: 'object',
		label: 'Destination Country',
		group: 'more',
		fields: {
			unCountryCode: {
				kind: 'text',
				label: 'Code',
				placeholder: 'e.g. SG',
				description: 'Two-letter code (ISO 3166)',
			},
			value: {
				kind: 'text',
				label: 'Name',
				placeholder: 'e.g. Singapore',
				headers: ['Destination Country', 'Country of Destination'],
			},
		},
	},
	placeOfDelivery: {
		...place('Place of Delivery', 'e.g. Singapore', 'Final Destination', 'Delivery Place', 'PLD'),
		group: 'more',
	},
	placeOfIssue: {
		...place('Place of Issue', 'e.g. Rotterdam', 'Issued At', 'B/L Issued At', 'Issue Place'),
		group: 'more',
	},
	carrier: {
		kind: 'object',
		label: 'Carrier',
		fields: {
			scac: {
				kind: 'text',
				label: 'SCAC',
				group: 'more',
				placeholder: 'e.g. EXCL',
				description: 'Standard Carrier Alpha Code: two to four letters',
				headers: ['SCAC', 'SCAC Code', 'Carrier Code'],
			},
			name: {
				...name,
				placeholder: 'e.g. Example Container Line',
				headers: ['Carrier', 'Shipping Line', 'Ocean Carrier', 'Line'],
			},
		},
	},
	shipper: {
		kind: 'object',
		label: 'Shipper',
		fields: {
			id: counterparty,
			name: { ...name, headers: ['Shipper', 'Exporter', 'Consignor'] },
			code: { ...code, group: 'more' },
			address,
		},
	},
	consignee: {
		kind: 'object',
		label: 'Consignee',
		fields: {
			prefix: { kind: 'text', label: 'Prefix', placeholder: 'e.g. TO THE ORDER OF' },
			id: counterparty,
			name: { ...name, headers: ['Consignee', 'Receiver', 'Importer'] },
			code: { ...code, group: 'more' },
			address,
		},
	},
	notifyParties: {
		kind: 'list',
		label: 'Notify Parties',
		entry: 'Notify Party',
		key: ['name'],
		fields: { name: { ...name, headers: ['Notify Party'] }, address, code },
	},
	cargos: {
		kind: 'list',
		label: 'Cargos',
		entry: 'Cargo',
		key: ['cargoName'],
		fields: cargoFields,
	},
	numberOfContainers: {
		kind: 'integer',
		label: 'Number of Containers',
		group: 'more',
		placeholder: 'e.g. 2',
		headers: ['Container Count', 'Total Number of Containers'],
	},
	totalContainers: {
		kind: 'text',
		label: 'Total Containers',
		group: 'more',
		placeholder: 'e.g. 2 x 45G1',
		description: 'A summary of the containers as text',
	},
	containers: {
		kind: 'list',
		label: 'Containers',
		entry: 'Container',
		key: ['containerNumber'],
		fields: containerFields,
	},
	freightCharges: { kind: 'object', label: '', fields: freightChargesFields },
} as const satisfies Fields;
