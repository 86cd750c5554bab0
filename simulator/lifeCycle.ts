import { DateTime } from 'luxon';

import { statusEvents, type StatusEvent } from '../nodes/CargoExchange/vocabulary';
import type { Account, ParcelSet, Transaction } from './entities';
import { ErrorStatus } from './errorStatus';
import { importShipment, type ImportedShipment } from './imports';
import type { Store } from './store';

export type Credentials = { username: string; password: string };

/** The service spells the instance differently from message to message. */
const spellings = { exchange: ['exchange', 'Exchange', 'EXCHANGE'], hub: ['hub', 'Hub', 'HUB'] } as const;

/**
 * What happens to a set after its import: Imported → Signing → Signed → Issued in the exchange application, and the
 * updates whose status before is open (docs/service.md 3). Steps that send a message resolve with it once it is
 * published.
 */
export class LifeCycle {
	private announced = 0;
	private issued = 0;

	constructor(
		private readonly store: Store,
		private readonly publish: (message: object) => Promise<void>,
	) {}

	/** The import without HTTP. Throws an ErrorStatus that names the path of a wrong field. */
	importShipment(payload: unknown, importRef: string): ImportedShipment {
		return importShipment(this.store, { payload, importRef });
	}

	/** A person chooses Sign: the set waits for user name and password. */
	sign(setId: string): ParcelSet {
		const { set, transaction } = this.find(setId);
		if (transaction.folder !== 'ACTIVE' || set.stage !== 'Imported') {
			throw new ErrorStatus(409, `Only an imported set in the inbox can be signed; this one is ${set.stage}`);
		}
		set.stage = 'Signing';
		this.update(transaction, 'signing');
		return set;
	}

	/** A person confirms the signature with user name and password. */
	async authorize(setId: string, credentials: Credentials): Promise<object> {
		const { set, transaction } = this.find(setId);
		if (set.stage !== 'Signing') throw new ErrorStatus(409, `Nobody has chosen Sign; this set is ${set.stage}`);
		const person = this.authenticate(credentials);
		set.stage = 'Signed';
		set.signaturesDone = Math.min(1, set.signaturesTotal);
		this.update(transaction, 'signed');
		return await this.announce('signed', set, transaction, person);
	}

	/** Issues a signed set to the given customer, else to the consignee, and files it. */
	async issue(
		setId: string,
		{ recipientId, ...credentials }: Credentials & { recipientId?: string | undefined },
	): Promise<object> {
		const { set, transaction } = this.find(setId);
		if (set.stage !== 'Signed') throw new ErrorStatus(409, `Only a signed set can be issued; this one is ${set.stage}`);
		if (recipientId !== undefined && this.store.counterparties.get(recipientId) === undefined) {
			throw new ErrorStatus(400, 'The recipient is not a known customer');
		}
		const person = this.authenticate(credentials);
		set.stage = 'Issued';
		set.signaturesDone = set.signaturesTotal;
		set.titleHolderId = recipientId ?? set.consigneeId ?? set.titleHolderId;
		transaction.folder = 'FILED';
		this.update(transaction, 'issued');
		// After an import, the action can be Sign as well: here it is in every second message.
		const action = this.issued++ % 2 === 1 ? 'Sign' : 'ISSUE';
		return await this.announce('issued', set, transaction, person, action);
	}

	/** A colleague approves the draft in the hub. */
	async approveDraft(setId: string): Promise<object> {
		const { set, transaction } = this.find(setId);
		if (set.stage === 'Imported') this.update(transaction, 'drafted');
		return await this.announce('drafted', set, transaction);
	}

	/** The title holder drafts a transfer. */
	async draftTransfer(setId: string): Promise<object> {
		const { set } = this.find(setId);
		const transaction = this.store.transactionsOfSet(setId).at(-1) ?? this.find(setId).transaction;
		this.update(transaction, 'transfer_drafted');
		return await this.announce('transferDrafted', set, transaction);
	}

	/** The other side of Issue: the title holder gets the set in a transaction of its own. */
	async holdTitle(setId: string): Promise<object> {
		const { set, transaction } = this.find(setId);
		const owner = this.store.counterparties.get(transaction.customerId);
		const held = this.store.addTransaction({
			setId,
			customerId: set.titleHolderId,
			status: 'title_held',
			instances: ['EXCHANGE'],
			fromParty: owner?.customerName ?? null,
			fromPartyId: owner?.customerId ?? null,
		});
		return await this.announce('titleHeld', set, held);
	}

	private find(setId: string): { set: ParcelSet; transaction: Transaction } {
		const set = this.store.sets.get(setId);
		const [transaction] = this.store.transactionsOfSet(setId);
		if (set === undefined || transaction === undefined) throw new ErrorStatus(404, 'Set not found');
		return { set, transaction };
	}

	private update(transaction: Transaction, status: Transaction['status']): void {
		transaction.status = status;
		transaction.modifiedAt = this.store.now();
	}

	private authenticate({ username, password }: Credentials): Account {
		const account = this.store.account(username, password);
		if (account === undefined) throw new ErrorStatus(403, 'User name or password is not correct');
		if (account.kind !== 'person') throw new ErrorStatus(403, 'Only a person may sign or issue');
		return account;
	}

	/** Publishes the message of docs/service.md 6. */
	private async announce(
		event: StatusEvent,
		set: ParcelSet,
		transaction: Transaction,
		by = this.store.accounts.all().find(({ kind }) => kind === 'person'),
		action: string = statusEvents[event].action,
	): Promise<object> {
		const instances = spellings[event === 'drafted' ? 'hub' : 'exchange'];
		const company = this.store.counterparties.get(by?.customerId ?? '')?.customerName ?? '';
		const byDraft = event === 'drafted' || event === 'transferDrafted';
		const message = {
			instance: instances[this.announced++ % instances.length],
			newStatus: statusEvents[event].status,
			parcelReference: set.parcelRef,
			customerId: transaction.customerId,
			action,
			setId: set.setId,
			updatedDate: javaDate(this.store.now()),
			message: 'Set status has been updated',
			transactionId: transaction.transactionId,
			...(byDraft ? { user: by?.fullName } : { actor: by?.fullName, actorCompany: company }),
		};
		await this.publish(message);
		return message;
	}
}

/** As Java's Date.toString writes it: `Thu May 12 10:20:30 UTC 2022` (docs/service.md 6). */
function javaDate(at: Date): string {
	return DateTime.fromJSDate(at, { zone: 'utc' }).setLocale('en').toFormat("EEE MMM dd HH:mm:ss 'UTC' yyyy");
}
