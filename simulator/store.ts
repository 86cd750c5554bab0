import { randomUUID } from 'node:crypto';
import type { Account, Counterparty, ParcelSet, SetDocument, Shipment, Transaction } from './entities';
import { paddedPdf } from './pdf';

/** `bytes`: the file itself, or the size of a synthetic PDF. Left out: the PDF is drawn from the set's data. */
export type NewDocument = Partial<Omit<SetDocument, 'content'>> & { setId: string; bytes?: Buffer | number };

export type NewSet = Partial<Omit<ParcelSet, 'shipmentId'>> & {
	/** Default: a new shipment. */
	shipment?: Shipment;
	/** The view of the first customer. */
	transaction?: Partial<Omit<Transaction, 'setId'>>;
};

/** Everything in the exchange, as typed collections. */
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

	/** Makes the IDs of everything added without one. */
	newId: () => string = randomUUID;

	constructor(readonly now: () => Date) {}

	addCounterparty(customerName: string, customerId = this.newId()): Counterparty {
		return this.counterparties.add({ customerId, customerName });
	}

	/** The company of the first interface account. Imported shipments belong to it. */
	owner(): Counterparty {
		for (const account of this.accounts.values()) {
			const company = this.counterparties.get(account.customerId);
			if (account.kind === 'interface' && company !== undefined) return company;
		}
		throw new Error('The exchange has no interface account');
	}

	addShipment(given: Partial<Shipment> = {}): Shipment {
		const shipmentId = given.shipmentId ?? this.newId();
		const shipmentReference = given.shipmentReference ?? `SHIP-${this.shipments.size + 1}`;
		return this.shipments.add({
			importRef: shipmentReference,
			shipmentType: 'liner',
			importedAt: this.now(),
			imported: '',
			...given,
			shipmentId,
			shipmentReference,
		});
	}

	/** Adds a set and its first transaction, with defaults for everything left out. Documents are added separately. */
	addSet({ shipment, transaction = {}, ...given }: NewSet = {}): ParcelSet {
		const owner = this.owner();
		const number = String(this.sets.size + 1).padStart(6, '0');
		const parent =
			shipment ?? this.addShipment(given.shipmentRef === undefined ? {} : { shipmentReference: given.shipmentRef });
		const set = this.sets.add({
			setId: this.newId(),
			stage: 'Imported',
			parcelRef: `SET-${number}`,
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
			...given,
			shipmentId: parent.shipmentId,
		});
		this.addTransaction({ ...transaction, setId: set.setId });
		return set;
	}

	/** Adds another view of a set, for example for the customer who has received the title. */
	addTransaction(given: Partial<Transaction> & { setId: string }): Transaction {
		const customerId = given.customerId ?? this.owner().customerId;
		return this.transactions.add({
			transactionId: this.newId(),
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

	addDocument({ bytes, ...given }: NewDocument): SetDocument {
		return this.documents.add({
			documentId: this.newId(),
			name: 'Bill of Lading',
			docType: 'Bill of Lading',
			xmlContent: null,
			content: typeof bytes === 'number' ? paddedPdf(bytes) : (bytes ?? null),
			...given,
		});
	}

	/** Finds an account by its user name and password. */
	account(username: string, password: string): Account | undefined {
		const account = this.accounts.get(username);
		return account !== undefined && account.password === password ? account : undefined;
	}
}

/** A typed table in memory: rows by ID, in the order they were added. */
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

	/** A look-up by keys that do not change after the row was added. */
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
