import { randomUUID } from 'node:crypto';

import type { Account, Counterparty, DocumentContent, ParcelSet, SetDocument, Shipment, Transaction } from './entities';

/** A document to add: `bytes` is the file itself, or the size of a synthetic PDF; without it the PDF is drawn from the set's data. */
export type NewDocument = {
	setId: string;
	name?: string;
	docType?: string;
	documentId?: string;
	xmlContent?: string | null;
	bytes?: Buffer | number;
};

export type NewSet = Partial<Omit<ParcelSet, 'shipmentId'>> & {
	/** The shipment it belongs to; one of its own otherwise. */
	shipment?: Shipment;
	/** How the first customer sees it. */
	transaction?: Partial<Omit<Transaction, 'setId'>>;
};

/** Everything the simulated exchange knows, as typed collections. */
export class Store {
	readonly counterparties = new Collection<Counterparty>((row) => row.customerId);
	readonly accounts = new Collection<Account>((row) => row.username);
	readonly shipments = new Collection<Shipment>((row) => row.shipmentId);
	readonly sets = new Collection<ParcelSet>((row) => row.setId);
	readonly transactions = new Collection<Transaction>((row) => row.transactionId);
	readonly documents = new Collection<SetDocument>((row) => row.documentId);

	readonly setsOfShipment = this.sets.indexBy((row) => [row.shipmentId]);
	readonly transactionsOfSet = this.transactions.indexBy((row) => [row.setId]);
	readonly transactionsOfCustomer = this.transactions.indexBy((row) => row.visibleTo);
	readonly documentsOfSet = this.documents.indexBy((row) => [row.setId]);

	constructor(readonly now: () => Date = () => new Date()) {}

	addCounterparty(customerName: string, customerId: string = randomUUID()): Counterparty {
		return this.counterparties.add({ customerId, customerName });
	}

	/** The customer whom the first interface account belongs to: imports are theirs. */
	owner(): Counterparty {
		for (const account of this.accounts.values()) {
			const company = this.counterparties.get(account.customerId);
			if (account.kind === 'interface' && company !== undefined) return company;
		}
		throw new Error('The exchange has no interface account');
	}

	addShipment(given: Partial<Shipment> = {}): Shipment {
		const shipmentId = given.shipmentId ?? randomUUID();
		const shipmentReference = given.shipmentReference ?? `SHIP-${this.shipments.size + 1}`;
		return this.shipments.add({
			importRef: shipmentReference,
			shipmentType: 'liner',
			importedAt: this.now(),
			facts: [],
			...given,
			shipmentId,
			shipmentReference,
		});
	}

	/** Adds a set and the transaction under which its customer sees it; whatever is left out is filled in. Documents are added apart. */
	addSet({ shipment, transaction = {}, ...given }: NewSet = {}): ParcelSet {
		const owner = this.owner();
		const number = String(this.sets.size + 1).padStart(6, '0');
		const parent =
			shipment ?? this.addShipment(given.shipmentRef === undefined ? {} : { shipmentReference: given.shipmentRef });
		const set = this.sets.add({
			setId: randomUUID(),
			stage: 'Imported',
			parcelRef: `PRCL-${number}`,
			shipmentRef: parent.shipmentReference,
			blNumber: `BL${number}`,
			destinationName: 'Felixstowe',
			destinationCountry: 'United Kingdom',
			cargoName: 'Green coffee',
			billOfLadingDate: '2022-05-10',
			signaturesDone: 0,
			signaturesTotal: 2,
			quantity: '19,200.000 KGM',
			consignorCompanyName: owner.customerName,
			consigneeCompanyName: owner.customerName,
			loadPort: 'Santos',
			vesselName: null,
			titleHolderId: owner.customerId,
			consigneeId: null,
			particulars: [],
			details: [],
			rejectedAt: null,
			...given,
			shipmentId: parent.shipmentId,
		});
		this.addTransaction({ ...transaction, setId: set.setId });
		return set;
	}

	/** Adds one more view of a set, for instance for the customer who has received the title. */
	addTransaction(given: Partial<Transaction> & { setId: string }): Transaction {
		const customerId = given.customerId ?? this.owner().customerId;
		return this.transactions.add({
			transactionId: randomUUID(),
			customerId,
			visibleTo: [customerId],
			status: 'imported',
			folder: 'ACTIVE',
			process: null,
			instances: ['EXCHANGE', 'HUB'],
			modifiedAt: this.now(),
			fromParty: null,
			fromPartyId: null,
			...given,
		});
	}

	addDocument({ setId, bytes, ...given }: NewDocument): SetDocument {
		return this.documents.add({
			documentId: given.documentId ?? randomUUID(),
			setId,
			name: given.name ?? 'Bill of Lading',
			docType: given.docType ?? 'Bill of Lading',
			xmlContent: given.xmlContent ?? null,
			content: contentOf(bytes),
		});
	}

	/** Finds an account by its user name and password. */
	account(username: string, password: string): Account | undefined {
		const account = this.accounts.get(username);
		return account !== undefined && account.password === password ? account : undefined;
	}
}

function contentOf(bytes: Buffer | number | undefined): DocumentContent {
	if (bytes === undefined) return { kind: 'drawn' };
	return typeof bytes === 'number' ? { kind: 'padded', size: bytes } : { kind: 'given', bytes };
}

/** A typed table in memory: rows by id, in the order they were added. */
class Collection<Row> {
	private readonly rows = new Map<string, Row>();
	private readonly indexes: ((row: Row) => void)[] = [];

	constructor(private readonly idOf: (row: Row) => string) {}

	add(row: Row): Row {
		const id = this.idOf(row);
		if (this.rows.has(id)) throw new Error(`${id} exists already`);
		this.rows.set(id, row);
		for (const enter of this.indexes) enter(row);
		return row;
	}

	get(id: string): Row | undefined {
		return this.rows.get(id);
	}

	get size(): number {
		return this.rows.size;
	}

	values(): IterableIterator<Row> {
		return this.rows.values();
	}

	all(): Row[] {
		return [...this.rows.values()];
	}

	/** Looks rows up by keys that never change after the row was added. */
	indexBy(keysOf: (row: Row) => string[]): (key: string) => readonly Row[] {
		const index = new Map<string, Row[]>();
		const enter = (row: Row) => {
			for (const key of keysOf(row)) {
				const bucket = index.get(key);
				if (bucket === undefined) index.set(key, [row]);
				else bucket.push(row);
			}
		};
		for (const row of this.rows.values()) enter(row);
		this.indexes.push(enter);
		return (key) => index.get(key) ?? [];
	}
}
