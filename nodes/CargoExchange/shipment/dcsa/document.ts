import * as z from 'zod/v4';

/** A value of another type reads as missing. */
function optional<Schema extends z.ZodType>(schema: Schema) {
	return schema.optional().catch(undefined);
}

function object<Shape extends z.ZodRawShape>(shape: Shape) {
	return optional(z.object(shape));
}

function list<Shape extends z.ZodRawShape>(shape: Shape) {
	return optional(z.array(object(shape)));
}

const text = optional(z.string().transform((value) => value.trim() || undefined));
const number = optional(z.number());

/** A list of lines; a text alone is one line. */
const lines = optional(
	z
		.union([z.string(), z.array(z.string().nullable())])
		.transform((found) => [found].flat().flatMap((line) => (line?.trim() ? [line] : []))),
);

const address = object({
	street: text,
	streetNumber: text,
	floor: text,
	POBox: text,
	postCode: text,
	city: text,
	stateRegion: text,
	countryCode: text,
});

const place = object({
	locationName: text,
	city: object({ city: text, countryCode: text }),
	facilityName: text,
	address,
	addressLines: lines,
	UNLocationCode: text,
	countryCode: text,
	freeText: text,
});

const party = object({
	partyName: text,
	displayedAddress: lines,
	address,
	addressLines: lines,
	identifyingCodes: list({ partyCode: text }),
	isNotifyParty: optional(z.boolean()),
});

const parties = object({
	shipper: party,
	consignee: party,
	endorsee: party,
	issuingParty: party,
	notifyParties: optional(z.array(party)),
	other: list({ partyFunction: text, party }),
});

/** A figure and its unit; neither means anything alone. */
const measure = optional(z.object({ value: z.number(), unit: z.string().trim().min(1) }));

const cargoItem = object({
	equipmentReference: text,
	cargoGrossWeight: measure,
	cargoNetWeight: measure,
	cargoGrossVolume: measure,
	cargoNetVolume: measure,
	outerPackaging: object({
		numberOfPackages: optional(z.int()),
		description: text,
		packageCode: text,
		imoPackagingCode: text,
	}),
});

const paymentType = optional(z.enum(['PRE', 'COL']).transform((code) => (code === 'PRE' ? 'PREPAID' : 'COLLECT')));

const voyage = {
	carrierExportVoyageNumber: text,
	role: text,
	// Not in the standard here, but in some documents, under the name of DCSA's other standards.
	vesselIMONumber: optional(z.string().regex(/^\d{7}$/)),
};

/** The fields of a DCSA transport document that the import takes. */
export const transportDocument = z.object({
	transportDocumentReference: text,
	transportDocumentTypeCode: optional(
		z.enum(['BOL', 'SWB']).transform((code) => (code === 'BOL' ? 'Bill of Lading' : 'Sea Waybill')),
	),
	issueDate: text,
	serviceContractReference: text,
	contractQuotationReference: text,
	extendedContractQuotationReference: text,
	isElectronic: optional(z.literal(true).transform(() => 'electronic')),
	carrierClauses: lines,
	carrierCode: text,
	carrierCodeListProvider: text,
	receiptTypeAtOrigin: text,
	deliveryTypeAtDestination: text,
	cargoMovementTypeAtOrigin: text,
	cargoMovementTypeAtDestination: text,
	displayedNameForPlaceOfReceipt: lines,
	displayedNameForPortOfLoad: lines,
	displayedNameForPortOfDischarge: lines,
	displayedNameForPlaceOfDelivery: lines,
	placeOfIssue: place,
	freightPaymentTermCode: paymentType,
	invoicePayableAt: place,
	transports: object({
		placeOfReceipt: place,
		portOfLoading: place,
		portOfDischarge: place,
		placeOfDelivery: place,
		vesselVoyages: list(voyage),
	}),
	documentParties: parties,
	consignmentItems: list({
		carrierBookingReference: text,
		descriptionOfGoods: lines,
		shippingMarks: lines,
		cargoItems: optional(z.array(cargoItem)),
	}),
	utilizedTransportEquipments: list({
		equipment: object({ equipmentReference: text, ISOEquipmentCode: text }),
		equipmentReference: text,
		seals: list({ number: text }),
	}),
	charges: list({
		chargeName: text,
		extendedChargeName: text,
		calculationBasis: text,
		unitPrice: number,
		currencyCode: text,
		currencyAmount: number,
		paymentTermCode: paymentType,
	}),
});

export type TransportDocument = z.output<typeof transportDocument>;
export type Address = NonNullable<z.output<typeof address>>;
export type Place = NonNullable<z.output<typeof place>>;
export type DocumentParty = NonNullable<z.output<typeof party>>;
export type Parties = NonNullable<z.output<typeof parties>>;
export type CargoItem = NonNullable<z.output<typeof cargoItem>>;

/** The entries of a list that could be read. */
export function present<Item>(entries: readonly (Item | undefined)[] = []): Item[] {
	return entries.filter((entry) => entry !== undefined);
}
