/** What exists in the exchange. The store keeps these, the routes show them, the life cycle changes them. */
import type { searchStatuses } from '../nodes/CargoExchange/vocabulary';

export type Counterparty = { customerId: string; customerName: string };

/** An `interface` account can use the HTTP service; a `person` can sign and issue in the exchange application. */
export type Account = {
	username: string;
	password: string;
	kind: 'interface' | 'person';
	fullName: string;
	customerId: string;
};

/** The stage of a set in the exchange application (docs/service.md 3). */
export type Stage = 'Imported' | 'Signing' | 'Signed' | 'Issued';

/** The parcel status of a transaction, in lower case as in a search result. */
export type ParcelStatus = 'imported' | 'signing' | 'drafted' | 'signed' | 'issued' | 'title_held' | 'transfer_drafted';

export type SearchStatus = keyof typeof searchStatuses;

/** A line of a review: label and text. */
export type Fact = [label: string, text: string];

export type Shipment = {
	shipmentId: string;
	importRef: string;
	shipmentReference: string;
	shipmentType: string;
	importedAt: Date;
	/** What the import sent, as text. */
	imported: string;
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
	/** The customer who holds the title and gets PDFs marked ORIGINAL. */
	titleHolderId: string;
	/** Receives the set when it is issued; null if the exchange does not know the consignee. */
	consigneeId: string | null;
	/** Further lines for the bill of lading: label and text. */
	particulars: Fact[];
};

/** A set as one customer sees it. A set can be in several transactions. */
export type Transaction = {
	transactionId: string;
	setId: string;
	/** Named in the status messages. */
	customerId: string;
	/** The customers whose searches find it. */
	visibleTo: string[];
	status: ParcelStatus;
	folder: 'ACTIVE' | 'FILED';
	/** A further search status, such as an amendment under way. */
	process: SearchStatus | null;
	/** The application instances that show it. */
	instances: ('EXCHANGE' | 'HUB')[];
	modifiedAt: Date;
	fromParty: string | null;
	fromPartyId: string | null;
};

export type SetDocument = {
	documentId: string;
	setId: string;
	name: string;
	docType: string;
	xmlContent: string | null;
	/** The file; null if it is drawn from the set's data on request. */
	content: Buffer | null;
};
