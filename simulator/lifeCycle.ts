import type { StatusEvent } from '../nodes/CargoExchange/vocabulary';
import type { Account, ParcelSet, Transaction } from './entities';
import { importShipment, type ImportedShipment } from './imports';
import type { Settings } from './options';
import { ErrorStatus } from './errorStatus';
import { statusMessage, type Originator } from './statusMessage';
import type { Store } from './store';

export type Credentials = { username: string; password: string };

/** The letter case of the instance differs from message to message. */
const exchangeSpellings = ['exchange', 'Exchange', 'EXCHANGE'] as const;
const hubSpellings = ['hub', 'Hub', 'HUB'] as const;

/**
 * What happens to a set after its import: Imported → Signing → Signed → Issued in the exchange application (docs/service.md 3), and the
 * updates whose source state is open. Each promise resolves with the status message once that is published.
 */
export class LifeCycle {
	private announced = 0;
	private issuedCount = 0;

	constructor(
		private readonly store: Store,
		private readonly settings: Settings,
		private readonly publish: (message: object) => Promise<void>,
	) {}

	/** What the import interface does, without HTTP. Throws an ErrorStatus that names the path of what is not as specified. */
	importShipment(payload: unknown, importRef: string): ImportedShipment {
		return importShipment(this.store, this.settings.import, { payload, importRef });
	}

	/** Someone chooses Sign: the set waits for an authorization. */
	sign(setId: string): ParcelSet {
		const { set, transaction } = this.look(setId);
		if (transaction.folder !== 'ACTIVE' || set.stage !== 'Imported') {
			throw new ErrorStatus(409, `Only an imported set in the inbox can be signed; this one is ${set.stage}`);
		}
		set.stage = 'Signing';
		set.rejectedAt = null;
		this.touch(transaction, 'signing');
		return set;
	}

	/** Someone chooses Reject, beside Sign. Its effect is not specified, so the set is marked and nothing is sent. */
	reject(setId: string): ParcelSet {
		const { set } = this.look(setId);
		if (set.stage !== 'Imported') {
			throw new ErrorStatus(409, `Reject stands beside Sign, for an imported set; this one is ${set.stage}`);
		}
		set.rejectedAt = this.store.now();
		return set;
	}

	/** The signature is authorized by user name and password. */
	async authorize(setId: string, credentials: Credentials): Promise<object> {
		const { set, transaction } = this.look(setId);
		if (set.stage !== 'Signing') throw new ErrorStatus(409, `Nobody has chosen Sign; this set is ${set.stage}`);
		const person = this.authorized(credentials);
		set.stage = 'Signed';
		set.signaturesDone = Math.min(1, set.signaturesTotal);
		this.touch(transaction, 'signed');
		return await this.announce('signed', set, transaction, this.originator(person));
	}

	/** Issues a signed set to its recipient: the consignee, or the customer named. The set is then filed. */
	async issue(
		setId: string,
		{ recipientId, ...credentials }: Credentials & { recipientId?: string | undefined },
	): Promise<object> {
		const { set, transaction } = this.look(setId);
		if (set.stage !== 'Signed') throw new ErrorStatus(409, `Only a signed set can be issued; this one is ${set.stage}`);
		if (recipientId !== undefined && this.store.counterparties.get(recipientId) === undefined) {
			throw new ErrorStatus(400, 'The recipient is not a known customer');
		}
		const person = this.authorized(credentials);
		set.stage = 'Issued';
		set.signaturesDone = set.signaturesTotal;
		set.titleHolderId = recipientId ?? set.consigneeId ?? set.titleHolderId;
		transaction.folder = 'FILED';
		this.touch(transaction, 'issued');
		const odd =
			this.settings.issuedAction === 'alternate' ? this.issuedCount % 2 === 1 : this.settings.issuedAction === 'Sign';
		this.issuedCount += 1;
		return await this.announce('issued', set, transaction, this.originator(person), odd ? 'Sign' : undefined);
	}

	/** The draft was approved in the hub. */
	async approveDraft(setId: string): Promise<object> {
		const { set, transaction } = this.look(setId);
		if (set.stage === 'Imported') this.touch(transaction, 'drafted');
		return await this.announce('drafted', set, transaction, this.colleague());
	}

	/** The title holder prepares a transfer. */
	async draftTransfer(setId: string): Promise<object> {
		const { set } = this.look(setId);
		const transaction = this.latest(setId);
		this.touch(transaction, 'transfer_drafted');
		return await this.announce('transferDrafted', set, transaction, this.colleague());
	}

	/** The other side of an issue: the holder sees the set too, in a transaction of their own. */
	async holdTitle(setId: string): Promise<object> {
		const { set, transaction } = this.look(setId);
		const owner = this.store.counterparties.get(transaction.customerId);
		const held = this.store.addTransaction({
			setId,
			customerId: set.titleHolderId,
			status: 'title_held',
			instances: ['EXCHANGE'],
			fromParty: owner?.customerName ?? null,
			fromPartyId: owner?.customerId ?? null,
		});
		return await this.announce('titleHeld', set, held, this.colleague());
	}

	private look(setId: string): { set: ParcelSet; transaction: Transaction } {
		const set = this.store.sets.get(setId);
		const [transaction] = this.store.transactionsOfSet(setId);
		if (set === undefined || transaction === undefined) throw new ErrorStatus(404, 'Set not found');
		return { set, transaction };
	}

	private latest(setId: string): Transaction {
		return this.store.transactionsOfSet(setId).at(-1) ?? this.look(setId).transaction;
	}

	private touch(transaction: Transaction, status: Transaction['status']): void {
		transaction.status = status;
		transaction.modifiedAt = this.store.now();
	}

	private authorized({ username, password }: Credentials): Account {
		const account = this.store.account(username, password);
		if (account === undefined) throw new ErrorStatus(403, 'User name or password is not correct');
		if (account.kind !== 'person') throw new ErrorStatus(403, 'Only a person may sign or issue');
		return account;
	}

	private originator(account: Account): Originator {
		const company = this.store.counterparties.get(account.customerId);
		return { name: account.fullName, company: company?.customerName ?? '' };
	}

	private colleague(): Originator {
		const person = this.store.accounts.all().find(({ kind }) => kind === 'person');
		return person === undefined ? { name: '', company: '' } : this.originator(person);
	}

	private async announce(
		event: StatusEvent,
		set: ParcelSet,
		transaction: Transaction,
		by: Originator,
		action?: string,
	): Promise<object> {
		const spellings = event === 'drafted' ? hubSpellings : exchangeSpellings;
		const instance = spellings[this.announced % spellings.length] ?? spellings[0];
		this.announced += 1;
		const facts = { event, set, transaction, by, at: this.store.now(), instance };
		const message = statusMessage(action === undefined ? facts : { ...facts, action });
		await this.publish(message);
		return message;
	}
}
