import { customerId, scac } from './codes';
import { nameOnly, orderPrefix, partyName, recentDate } from './doubt';
import {
	onlyValue,
	choiceField,
	integerField,
	listField,
	objectField,
	codeField,
	textField,
	type CounterpartyField,
	type DateField,
	type Fields,
} from './fieldTypes';
import { freightChargesFields } from './freightCharges';
import { cargoFields, containerFields } from './goods';

const name = textField('Name', 'e.g. Example Trading Ltd');
const address = textField('Address', 'e.g. 1 Quay Street, Exampletown', { lines: 3 });
const code = codeField('Code', 'e.g. EXTR01');
const counterparty: CounterpartyField = {
	kind: 'counterparty',
	label: 'Customer ID',
	description:
		'A customer chosen from the list fills in the ID and the name; an ID that you enter, only the ID. To show another name on the document, enter it in the name field.',
	check: customerId,
	headers: ['ID'],
};

const blDate: DateField = {
	kind: 'date',
	label: 'B/L Date',
	placeholder: 'e.g. 2025-03-31',
	check: recentDate,
	headers: ['Bill of Lading Date', 'Date of Issue', 'Issue Date', 'B/L Issue Date', 'Date of B/L', 'BOL Date'],
};

/** A bill of lading (docs/service.md 2.8). */
export const setFields = {
	blNumber: codeField('B/L Number', 'e.g. BL-0101-1', {
		headers: [
			'BL',
			'BLNO',
			'Master B/L',
			'Master B/L Number',
			'HBL',
			'HBL Number',
			'House B/L',
			'House B/L Number',
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
	setRef: codeField('Set Reference', 'e.g. SET-0101-1', {
		description: 'Your own reference for the set',
		group: 'more',
		headers: ['Set Number'],
	}),
	blDocumentName: textField('B/L Document Name', 'e.g. Bill of Lading', { group: 'more', headers: ['Document Name'] }),
	contractNumber: codeField('Contract Number', 'e.g. SC-4711', {
		group: 'more',
		headers: ['Contract', 'Service Contract', 'SC Number'],
	}),
	eSetType: choiceField(
		'E-Set Type',
		{ electronic: 'Electronic' },
		{ group: 'more', description: `The kind of set. ${onlyValue}` },
	),
	billOfLadingClause: textField('B/L Clause', 'e.g. Shipped on board', {
		group: 'more',
		lines: 3,
		isFree: true,
		headers: ['Bill of Lading Clause', 'Clause', 'Clauses'],
	}),
	placeOfReceipt: textField('Place of Receipt', 'e.g. Utrecht', {
		group: 'more',
		headers: ['Receipt', 'POR', 'Place of Acceptance'],
	}),
	loadingLocation: textField('Port of Loading', 'e.g. Rotterdam', {
		headers: ['Loading Location', 'Load Port', 'Loading Port', 'Port of Load', 'POL'],
	}),
	destination: textField('Port of Discharge', 'e.g. Singapore', {
		headers: ['Destination', 'Discharge Port', 'Discharging Port', 'Destination Port', 'POD'],
	}),
	destinationCountry: objectField(
		'Destination Country',
		{
			unCountryCode: codeField('Code', 'e.g. SG', { type: 'country', description: 'Two-letter code (ISO 3166)' }),
			value: textField('Name', 'e.g. Singapore', {
				type: 'country',
				code: 'unCountryCode',
				headers: ['Destination Country', 'Country of Destination'],
			}),
		},
		{ group: 'more' },
	),
	placeOfDelivery: textField('Place of Delivery', 'e.g. Singapore', {
		group: 'more',
		headers: ['Final Destination', 'Delivery Place', 'PLD'],
	}),
	placeOfIssue: textField('Place of Issue', 'e.g. Rotterdam', {
		group: 'more',
		headers: ['Issued At', 'B/L Issued At', 'Issue Place'],
	}),
	carrier: objectField('Carrier', {
		scac: codeField('SCAC', 'e.g. EXCL', {
			check: scac,
			isCapital: true,
			group: 'more',
			description: 'Standard Carrier Alpha Code: two to four letters',
			headers: ['SCAC', 'SCAC Code', 'Carrier Code'],
		}),
		name: textField('Name', 'e.g. Example Container Line', {
			headers: ['Carrier', 'Shipping Line', 'Ocean Carrier'],
		}),
	}),
	shipper: objectField('Shipper', {
		id: counterparty,
		name: { ...name, check: nameOnly, headers: ['Shipper'] },
		code: { ...code, group: 'more' },
		address,
	}),
	consignee: objectField('Consignee', {
		prefix: textField('Prefix', 'e.g. TO THE ORDER OF', { check: orderPrefix }),
		id: counterparty,
		name: { ...name, check: partyName, headers: ['Consignee'] },
		code: { ...code, group: 'more' },
		address,
	}),
	notifyParties: listField('Notify Parties', 'Notify Party', ['name'], {
		name: { ...name, check: partyName, headers: ['Notify Party'] },
		address,
		code,
	}),
	cargos: listField('Cargos', 'Cargo', ['cargoName'], cargoFields, {
		furtherKey: ['cargoDescription', 'marksAndNumbers'],
	}),
	numberOfContainers: integerField('Number of Containers', 'e.g. 2', {
		group: 'more',
		headers: ['Container Count', 'Container Quantity', 'Total Number of Containers'],
	}),
	totalContainers: textField('Total Containers', 'e.g. 2 x 45G1', {
		type: 'lines',
		group: 'more',
		description: 'A summary of the containers as text',
	}),
	containers: listField('Containers', 'Container', ['containerNumber'], containerFields),
	freightCharges: objectField('', freightChargesFields),
} satisfies Fields;
