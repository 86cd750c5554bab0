import { nameOnly } from './doubt';
import { imoNumber, voyage } from './codes';
import {
	onlyValue,
	choiceField,
	integerField,
	listField,
	objectField,
	codeField,
	textField,
	type BooleanField,
	type Fields,
	type PayloadOf,
} from './fieldTypes';
import { setFields } from './set';

export type { Field, Fields, LeafField, ListField } from './fieldTypes';

/** The places where the carrier receives and delivers the goods (docs/service.md 2.7 shows CY). */
const serviceTypes = {
	CY: 'Container Yard (CY)',
	CFS: 'Container Freight Station (CFS)',
	SD: 'Store Door (SD)',
};

const name = textField('Name', 'e.g. Example Agencies', { check: nameOnly });
const address = textField('Address', 'e.g. 1 Quay Street, Exampletown', { lines: 3 });
const crossRefId = codeField('Cross Reference ID', 'e.g. AG-17', {
	description: 'The number or code of this company, as agreed with the exchange',
});

const autoCollaboration: BooleanField = {
	kind: 'boolean',
	label: 'Auto Collaboration',
	group: 'more',
	description:
		'Whether to send autoCollaboration as true. Add it only if the operator of the exchange asks for it: its effect is not documented.',
};

/**
 * Every field of the import (docs/service.md 2.7 to 2.11). The form, the type check, the spreadsheet's headers
 * and the payload's type all come from this table; `parcels`, of no known structure, is left to the PDF template.
 */
export const shipmentFields = {
	shipmentReference: codeField('Shipment Reference', 'e.g. SHP-2026-0101', {
		headers: [
			'Shipment',
			'Shipment Number',
			'Shipment Reference Number',
			'Shipping Reference',
			'Shipment ID',
			'Our Reference',
			'Job Number',
			'Job Reference',
			'File Number',
		],
	}),
	shipmentType: choiceField(
		'Shipment Type',
		{ liner: 'Liner' },
		{ group: 'more', description: `The kind of shipment. ${onlyValue}` },
	),
	externalReference: codeField('External Reference', 'e.g. PO-88123', {
		group: 'more',
		headers: ['Customer Reference', 'PO', 'PO Number', 'Purchase Order', 'Order Number'],
	}),
	autoCollaboration,
	locale: choiceField(
		'Locale',
		{ ENGLISH: 'English' },
		{ group: 'more', description: `The language of the documents. ${onlyValue}` },
	),
	quantityFormat: textField('Quantity Format', 'e.g. #,##0.000', {
		type: 'lines',
		isFree: true,
		group: 'more',
		description: 'How the exchange prints quantities, e.g. #,##0.000 for three decimals',
	}),
	shipAgent: objectField(
		'Ship Agent',
		{ name: { ...name, headers: ['Ship Agent', 'Vessel Agent'] }, crossRefId },
		{ group: 'more' },
	),
	freightForwarder: objectField(
		'Freight Forwarder',
		{ name: { ...name, headers: ['Freight Forwarder', 'Forwarder', 'Forwarding Agent'] }, address },
		{ group: 'more' },
	),
	inspector: objectField(
		'Inspector',
		{ name: { ...name, headers: ['Inspector', 'Surveyor'] }, address, crossRefId },
		{ group: 'more' },
	),
	vessel: objectField('Vessel', {
		imo: integerField('IMO Number', 'e.g. 9074729', {
			check: imoNumber,
			prefix: 'IMO',
			description: 'The permanent seven-digit number of the ship',
			headers: ['IMO', 'IMO Number', 'Vessel IMO'],
		}),
	}),
	voyageReference: codeField('Voyage Reference', 'e.g. 402E', { check: voyage, headers: ['Voyage', 'Voyage Number'] }),
	exportReference: codeField('Export Reference', 'e.g. EXP-77', { group: 'more' }),
	serviceTypeAtReceipt: choiceField('Service Type at Receipt', serviceTypes, {
		group: 'more',
		description: 'Where the carrier receives the goods.',
	}),
	serviceTypeAtDelivery: choiceField('Service Type at Delivery', serviceTypes, {
		group: 'more',
		description: 'Where the carrier delivers the goods.',
	}),
	loadType: choiceField(
		'Load Type',
		{ FCL: 'Full Container Load (FCL)', LCL: 'Less Than Container Load (LCL)' },
		{ group: 'more', description: 'Whether the goods fill their containers or share them with others.' },
	),
	sets: listField('Sets', 'Set', ['blNumber'], setFields),
} satisfies Fields;

export type ShipmentPayload = PayloadOf<typeof shipmentFields>;
export type ShipmentSet = NonNullable<ShipmentPayload['sets']>[number];
export type Cargo = NonNullable<ShipmentSet['cargos']>[number];
export type Container = NonNullable<ShipmentSet['containers']>[number];
export type FreightCharges = NonNullable<ShipmentSet['freightCharges']>;
export type Charge = NonNullable<FreightCharges['charges']>[number];
