import { statusEvents, type StatusEvent } from '../nodes/CargoExchange/vocabulary';
import { updatedDate } from './dates';
import type { ParcelSet, Transaction } from './entities';

/** Who caused the update: Signed, Issued and Title Held name an actor and a company, the drafts a user. */
export type Originator = { name: string; company: string };

export type MessageFacts = {
	event: StatusEvent;
	set: ParcelSet;
	transaction: Transaction;
	by: Originator;
	at: Date;
	/** As the service happens to spell it this time. */
	instance: string;
	/** If it differs from the event's own: an Issued message of the import flow may carry `Sign`. */
	action?: string;
};

/** The queue message of docs/service.md 6, its fields in the table's order. */
export function statusMessage({ event, set, transaction, by, at, instance, action }: MessageFacts): object {
	const words = statusEvents[event];
	const drafted = event === 'drafted' || event === 'transferDrafted';
	return {
		instance,
		newStatus: words.status,
		parcelReference: set.parcelRef,
		customerId: transaction.customerId,
		action: action ?? words.action,
		setId: set.setId,
		updatedDate: updatedDate(at),
		message: 'Set status has been updated',
		transactionId: transaction.transactionId,
		...(drafted ? { user: by.name } : { actor: by.name, actorCompany: by.company }),
	};
}
