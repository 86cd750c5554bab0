import { choice, integer, list, object, text, type CounterpartyField, type DateField, type Fields } from './fieldTypes';
import { freightChargesFields } from './freightCharges';
import { cargoFields, containerFields } from './goods';

const name = text('Name', 'e.g. Example Trading Ltd');
const address = text('Address', 'e.g. 1 Quay Street, Exampletown', { lines: 3 });
const code = text('Code', 'e.g. EXTR01');
const counterparty: CounterpartyField = {
	kind: 'counterparty',
	label: 'Counterparty',
	description: 'Fills in the ID and the name. To show another name on the document, enter it in the name field.',
	headers: ['ID'],
};

const blDate: DateField = {
	kind: 'date',
	label: 'B/L Date',
	placeholder: 'e.g. 2025-03-31',
	headers: ['Bill of Lading Date', 'Date of Issue', 'Issue Date', 'B/L Issue Date'],
};

/** A bill of lading (docs/service.md 2.8). */
export const setFields = {
	blNumber: text('B/L Number', 'e.g. EXBL0001234', {
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
	}),
	blDate,
	setRef: text('Set Reference', 'e.g. SET-1', { group: 'more', headers: ['Set Number'] }),
	blDocumentName: text('B/L Document Name', 'e.g. Bill of Lading', { group: 'more' }),
	contractNumber: text('Contract Number', 'e.g. SC-4711', {
		group: 'more',
		headers: ['Contract', 'Service Contract', 'SC Number'],
	}),
	eSetType: choice('E-Set Type', { electronic: 'Electronic' }, { group: 'more' }),
	billOfLadingClause: text('B/L Clause', 'e.g. Shipped on board', {
		group: 'more',
		lines: 3,
		headers: ['Bill of Lading Clause', 'Clause', 'Clauses'],
	}),
	placeOfReceipt: text('Place of Receipt', 'e.g. Utrecht', {
		group: 'more',
		headers: ['Receipt', 'POR', 'Place of Acceptance'],
	}),
	loadingLocation: text('Loading Location', 'e.g. Rotterdam', {
		headers: ['Port of Loading', 'Load Port', 'Loading Port', 'Port of Load', 'POL'],
	}),
	destination: text('Destination', 'e.g. Singapore', {
		headers: ['Port of Discharge', 'Discharge Port', 'Discharging Port', 'Destination Port', 'POD'],
	}),
	destinationCountry: object(
		'Destination Country',
		{
			unCountryCode: text('Code', 'e.g. SG', { description: 'Two-letter code (ISO 3166)' }),
			value: text('Name', 'e.g. Singapore', { headers: ['Destination Country', 'Country of Destination'] }),
		},
		{ group: 'more' },
	),
	placeOfDelivery: text('Place of Delivery', 'e.g. Singapore', {
		group: 'more',
		headers: ['Final Destination', 'Delivery Place', 'PLD'],
	}),
	placeOfIssue: text('Place of Issue', 'e.g. Rotterdam', {
		group: 'more',
		headers: ['Issued At', 'B/L Issued At', 'Issue Place'],
	}),
	carrier: object('Carrier', {
		scac: text('SCAC', 'e.g. EXCL', {
			group: 'more',
			description: 'Standard Carrier Alpha Code: two to four letters',
			headers: ['SCAC', 'SCAC Code', 'Carrier Code'],
		}),
		name: text('Name', 'e.g. Example Container Line', {
			headers: ['Carrier', 'Shipping Line', 'Ocean Carrier'],
		}),
	}),
	shipper: object('Shipper', {
		id: counterparty,
		name: { ...name, headers: ['Shipper', 'Exporter', 'Consignor'] },
		code: { ...code, group: 'more' },
		address,
	}),
	consignee: object('Consignee', {
		prefix: text('Prefix', 'e.g. TO THE ORDER OF'),
		id: counterparty,
		name: { ...name, headers: ['Consignee', 'Receiver', 'Importer'] },
		code: { ...code, group: 'more' },
		address,
	}),
	notifyParties: list('Notify Parties', 'Notify Party', ['name'], {
		name: { ...name, headers: ['Notify Party'] },
		address,
		code,
	}),
	cargos: list('Cargos', 'Cargo', ['cargoName'], cargoFields),
	numberOfContainers: integer('Number of Containers', 'e.g. 2', {
		group: 'more',
		headers: ['Container Count', 'Container Quantity', 'Total Number of Containers'],
	}),
	totalContainers: text('Total Containers', 'e.g. 2 x 45G1', {
		group: 'more',
		description: 'A summary of the containers as text',
	}),
	containers: list('Containers', 'Container', ['containerNumber'], containerFields),
	freightCharges: object('', freightChargesFields),
} satisfies Fields;
