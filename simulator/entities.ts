/** What exists in the exchange. The store keeps these, the routes show them, the life cycle changes them. */
import type { searchStatuses } from '../nodes/CargoExchange/vocabulary';

export type Counterparty = { customerId: string; customerName: string };

/** An `interface` account may use the HTTP interfaces; a `person` may sign and issue in the exchange application. */
export type Account = {
	username: string;
	password: string;
	kind: 'interface' | 'person';
	fullName: string;
	customerId: string;
};

/** The stage of a set in the exchange application (docs/service.md 3). */
export type Stage = 'Imported' | 'Signing' | 'Signed' | 'Issued';

/** The parcel status of a transaction as a search result shows it, lower case. */
export type ParcelStatus = 'imported' | 'signing' | 'drafted' | 'signed' | 'issued' | 'title_held' | 'transfer_drafted';

export type SearchStatus = keyof typeof searchStatuses;

/** A line of a review: label and text. */
export type Fact = [label: string, text: string];

/** A part of what people review before they sign, such as the containers. */
export type ReviewTable = { title: string; columns: string[]; rows: string[][] };

export type Shipment = {
	shipmentId: string;
	importRef: string;
	shipmentReference: string;
	shipmentType: string;
	importedAt: Date;
	/** Vessel, voyage, agents, service types, as far as they were given. */
	facts: Fact[];
};

export type ParcelSet = {
	setId: string;
	shipmentId: string;
	stage: Stage;
	parcelRef: string;
	shipmentRef: string;
	blNumber: string;
	destinationName: string;
	destinationCountry: string;
	cargoName: string;
	billOfLadingDate: string;
	signaturesDone: number;
	signaturesTotal: number;
	quantity: string;
	consignorCompanyName: string;
	consigneeCompanyName: string;
	loadPort: string;
	vesselName: string | null;
	/** The customer who holds the title; the PDF this customer asks for is the ORIGINAL. */
	titleHolderId: string;
	/** Who the set goes to when it is issued, if the exchange knows that company. */
	consigneeId: string | null;
	/** Further lines for the bill of lading: label and text. */
	particulars: Fact[];
	/** Parties, cargo, containers and freight charges (docs/service.md 2.8 to 2.11), for people to review. */
	details: ReviewTable[];
	/** When somebody chose Reject. The effect of Reject is not specified: it is this mark and nothing else. */
	rejectedAt: Date | null;
};

/** A set as one customer sees it. One set may be in several transactions. */
export type Transaction = {
	transactionId: string;
	setId: string;
	/** Whose queue hears of it. */
	customerId: string;
	/** The customers whose search finds it. */
	visibleTo: string[];
	status: ParcelStatus;
	folder: 'ACTIVE' | 'FILED';
	/** A further search status (an amendment, a conversion …) if one is under way. */
	process: SearchStatus | null;
	/** The application instances that show it. */
	instances: ('EXCHANGE' | 'HUB')[];
	modifiedAt: Date;
	fromParty: string | null;
	fromPartyId: string | null;
};

/** `drawn`: made from the set's data on request. `given`: returned byte for byte. `padded`: a valid PDF of exactly that size. */
export type DocumentContent = { kind: 'drawn' } | { kind: 'given'; bytes: Buffer } | { kind: 'padded'; size: number };

export type SetDocument = {
	documentId: string;
	setId: string;
	name: string;
	docType: string;
	xmlContent: string | null;
	content: DocumentContent;
};
