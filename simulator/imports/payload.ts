/** The payload of an import: exactly the types of docs/service.md 2.7 to 2.11. No field is required. */
import * as z from 'zod/v4';

const text = z.string();
const number = z.number();
const integer = z.int();
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date written YYYY-MM-DD');
const uuid = z.guid();
const paymentType = z.enum(['PREPAID', 'COLLECT']);

/** `strict` rejects unknown fields, `loose` ignores them. The service is loose; tests of the client are strict. */
export function payloadSchema(unknownFields: 'strict' | 'loose') {
	const object = <Shape extends z.ZodRawShape>(shape: Shape) => {
		const known = z.object(shape).partial();
		return unknownFields === 'strict' ? known.strict() : known;
	};

	const party = object({ name: text, address: text, crossRefId: text });
	const money = object({ currency: text, value: number });
	const measure = object({ quantityGross: number, quantityNet: number, crossRefId: text, format: text, label: text });
	const quantity = object({ quantityGross: number, quantityNet: number, crossRefId: text, label: text });

	const cargo = object({
		cargoName: text,
		cargoDescription: text,
		marksAndNumbers: text,
		quantities: z.array(quantity),
		packaging: z.array(object({ numberOfPackingItems: integer, packingUnit: text, weight: measure, volume: measure })),
	});

	const container = object({
		containerNumber: text,
		containerType: text,
		containerTypeDescription: text,
		packingUnit: text,
		sealNumber: text,
		totalNumberOfPackingItems: integer,
		containerQuantity: measure,
		containerVolume: measure,
	});

	const freightCharges = object({
		paymentLocationPrepaid: text,
		paymentLocationCollect: text,
		charges: z.array(
			object({
				code: text,
				tariffItem: text,
				freightedAs: text,
				rate: number,
				amount: money,
				prepaidType: paymentType,
				exchangeRate: z.string().regex(/^[^/]+\/[^/]+$/, 'must be written <currency>/<rate>'),
			}),
		),
		chargeTotals: z.array(object({ amount: money, paymentType })),
		prepaidTotals: z.array(object({ amount: money, location: text })),
	});

	const set = object({
		setRef: text,
		blNumber: text,
		blDocumentName: text,
		blDate: day,
		contractNumber: text,
		eSetType: text,
		placeOfReceipt: text,
		placeOfDelivery: text,
		placeOfIssue: text,
		loadingLocation: text,
		destination: text,
		destinationCountry: object({
			unCountryCode: z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code'),
			value: text,
		}),
		billOfLadingClause: text,
		notifyParties: z.array(object({ name: text, address: text, code: text })),
		carrier: object({ scac: text, name: text }),
		shipper: object({ name: text, id: uuid, code: text, address: text }),
		consignee: object({ prefix: text, name: text, id: uuid, code: text, address: text }),
		totalContainers: text,
		cargos: z.array(cargo),
		numberOfContainers: integer,
		containers: z.array(container),
		freightCharges,
		parcels: z.unknown(),
	});

	return object({
		shipmentReference: text,
		shipmentType: text,
		autoCollaboration: z.boolean(),
		sets: z.array(set),
		externalReference: text,
		locale: text,
		quantityFormat: text,
		vessel: object({ imo: integer }),
		voyageReference: text,
		exportReference: text,
		shipAgent: object({ name: text, crossRefId: text }),
		freightForwarder: object({ name: text, address: text }),
		inspector: party,
		serviceTypeAtReceipt: text,
		serviceTypeAtDelivery: text,
		loadType: text,
		// Their structure is open.
		cargos: z.unknown(),
		parcels: z.unknown(),
	});
}

export type Payload = z.infer<ReturnType<typeof payloadSchema>>;
export type PayloadSet = NonNullable<Payload['sets']>[number];
