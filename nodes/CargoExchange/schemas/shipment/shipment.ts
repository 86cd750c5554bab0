import type { Fields, PayloadOf } from './fieldTypes';
import { setFields } from './set';

export type { Field, Fields, LeafField, ListField } from './fieldTypes';

/** The places where the carrier receives and delivers the goods (docs/service.md 2.7 shows CY). */
const serviceTypes = {
	CY: 'Container Yard (CY)',
	CFS: 'Container Freight Station (CFS)',
	SD: 'Store Door (SD)',
} as const;

const name = { kind: 'text', label: 'Name', placeholder: 'e.g. Example Agencies' } as const;
const address = { kind: 'text', label: 'Address', lines: 3, placeholder: 'e.g. 1 Quay Street, Exampletown' } as const;
const crossRefId = { kind: 'text', label: 'Cross Reference ID', placeholder: 'e.g. AG-17' } as const;

/**
 * Every field of the import (docs/service.md 2.7 to 2.11). The form, the type check, the spreadsheet's headers
 * and the payload's type all come from this table; `parcels`, of no known structure, is left to the PDF template.
 */
export const shipmentFields = {
	shipmentReference: {
		kind: 'text',
		label: 'Shipment Reference',
		placeholder: 'e.g. SHP-2025-0001',
		headers: [
			'Shipment',
			'Shipment Number',
			'Shipment ID',
			'Our Reference',
			'Job Number',
			'Job Reference',
			'File Number',
		],
	},
	shipmentType: { kind: 'choice', label: 'Shipment Type', group: 'more', values: { liner: 'Liner' } },
	externalReference: {
		kind: 'text',
		label: 'External Reference',
		group: 'more',
		placeholder: 'e.g. PO-88123',
		headers: ['Customer Reference', 'PO', 'PO Number', 'Purchase Order'],
	},
	autoCollaboration: {
		kind: 'boolean',
		label: 'Auto Collaboration',
		group: 'more',
		description: 'Whether the exchange starts the collaboration automatically',
	},
	locale: { kind: 'choice', label: 'Locale', group: 'more', values: { ENGLISH: 'English' } },
	quantityFormat: {
		kind: 'text',
		label: 'Quantity Format',
		group: 'more',
		placeholder: 'e.g. #,##0.000',
		description: 'The number format pattern',
	},
	shipAgent: {
		kind: 'object',
		label: 'Ship Agent',
		group: 'more',
		fields: { name: { ...name, headers: ['Ship Agent', 'Vessel Agent'] }, crossRefId },
	},
	freightForwarder: {
		kind: 'object',
		label: 'Freight Forwarder',
		group: 'more',
		fields: { name: { ...name, headers: ['Freight Forwarder', 'Forwarder', 'Forwarding Agent'] }, address },
	},
	inspector: {
		kind: 'object',
		label: 'Inspector',
		group: 'more',
		fields: { name: { ...name, headers: ['Inspector', 'Surveyor'] }, address, crossRefId },
	},
	vessel: {
		kind: 'object',
		label: 'Vessel',
		fields: {
			imo: {
				kind: 'integer',
				prefix: 'IMO',
				label: 'IMO Number',
				placeholder: 'e.g. 9074729',
				description: 'The permanent seven-digit number of the ship',
				headers: ['IMO', 'IMO Number', 'Vessel IMO'],
			},
		},
	},
	voyageReference: {
		kind: 'text',
		label: 'Voyage Reference',
		placeholder: 'e.g. 402E',
		headers: ['Voyage', 'Voyage Number'],
	},
	exportReference: { kind: 'text', label: 'Export Reference', group: 'more', placeholder: 'e.g. EXP-77' },
	serviceTypeAtReceipt: {
		kind: 'choice',
		label: 'Service Type at Receipt',
		group: 'more',
		values: serviceTypes,
	},
	serviceTypeAtDelivery: {
		kind: 'choice',
		label: 'Service Type at Delivery',
		group: 'more',
		values: serviceTypes,
	},
	loadType: {
		kind: 'choice',
		label: 'Load Type',
		group: 'more',
		values: { FCL: 'Full Container Load (FCL)', LCL: 'Less Than Container Load (LCL)' },
	},
	sets: { kind: 'list', label: 'Sets', entry: 'Set', key: ['blNumber'], fields: setFields },
} as const satisfies Fields;

export type ShipmentPayload = PayloadOf<typeof shipmentFields>;
export type ShipmentSet = NonNullable<ShipmentPayload['sets']>[number];
export type Cargo = NonNullable<ShipmentSet['cargos']>[number];
export type Container = NonNullable<ShipmentSet['containers']>[number];
export type FreightCharges = NonNullable<ShipmentSet['freightCharges']>;
export type Charge = NonNullable<FreightCharges['charges']>[number];
