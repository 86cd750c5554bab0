import { choice, integer, list, object, text, type BooleanField, type Fields, type PayloadOf } from './fieldTypes';
import { setFields } from './set';

export type { Field, Fields, LeafField, ListField } from './fieldTypes';

/** The places where the carrier receives and delivers the goods (docs/service.md 2.7 shows CY). */
const serviceTypes = {
	CY: 'Container Yard (CY)',
	CFS: 'Container Freight Station (CFS)',
	SD: 'Store Door (SD)',
};

const name = text('Name', 'e.g. Example Agencies');
const address = text('Address', 'e.g. 1 Quay Street, Exampletown', { lines: 3 });
const crossRefId = text('Cross Reference ID', 'e.g. AG-17');

const autoCollaboration: BooleanField = {
	kind: 'boolean',
	label: 'Auto Collaboration',
	group: 'more',
	description: 'Whether the exchange starts the collaboration automatically',
};

/**
 * Every field of the import (docs/service.md 2.7 to 2.11). The form, the type check, the spreadsheet's headers
 * and the payload's type all come from this table; `parcels`, of no known structure, is left to the PDF template.
 */
export const shipmentFields = {
	shipmentReference: text('Shipment Reference', 'e.g. SHP-2025-0001', {
		headers: [
			'Shipment',
			'Shipment Number',
			'Shipment ID',
			'Our Reference',
			'Job Number',
			'Job Reference',
			'File Number',
		],
	}),
	shipmentType: choice('Shipment Type', { liner: 'Liner' }, { group: 'more' }),
	externalReference: text('External Reference', 'e.g. PO-88123', {
		group: 'more',
		headers: ['Customer Reference', 'PO', 'PO Number', 'Purchase Order'],
	}),
	autoCollaboration,
	locale: choice('Locale', { ENGLISH: 'English' }, { group: 'more' }),
	quantityFormat: text('Quantity Format', 'e.g. #,##0.000', {
		group: 'more',
		description: 'The number format pattern',
	}),
	shipAgent: object(
		'Ship Agent',
		{ name: { ...name, headers: ['Ship Agent', 'Vessel Agent'] }, crossRefId },
		{ group: 'more' },
	),
	freightForwarder: object(
		'Freight Forwarder',
		{ name: { ...name, headers: ['Freight Forwarder', 'Forwarder', 'Forwarding Agent'] }, address },
		{ group: 'more' },
	),
	inspector: object(
		'Inspector',
		{ name: { ...name, headers: ['Inspector', 'Surveyor'] }, address, crossRefId },
		{ group: 'more' },
	),
	vessel: object('Vessel', {
		imo: integer('IMO Number', 'e.g. 9074729', {
			prefix: 'IMO',
			description: 'The permanent seven-digit number of the ship',
			headers: ['IMO', 'IMO Number', 'Vessel IMO'],
		}),
	}),
	voyageReference: text('Voyage Reference', 'e.g. 402E', { headers: ['Voyage', 'Voyage Number'] }),
	exportReference: text('Export Reference', 'e.g. EXP-77', { group: 'more' }),
	serviceTypeAtReceipt: choice('Service Type at Receipt', serviceTypes, { group: 'more' }),
	serviceTypeAtDelivery: choice('Service Type at Delivery', serviceTypes, { group: 'more' }),
	loadType: choice(
		'Load Type',
		{ FCL: 'Full Container Load (FCL)', LCL: 'Less Than Container Load (LCL)' },
		{ group: 'more' },
	),
	sets: list('Sets', 'Set', ['blNumber'], setFields),
} satisfies Fields;

export type ShipmentPayload = PayloadOf<typeof shipmentFields>;
export type ShipmentSet = NonNullable<ShipmentPayload['sets']>[number];
export type Cargo = NonNullable<ShipmentSet['cargos']>[number];
export type Container = NonNullable<ShipmentSet['containers']>[number];
export type FreightCharges = NonNullable<ShipmentSet['freightCharges']>;
export type Charge = NonNullable<FreightCharges['charges']>[number];
