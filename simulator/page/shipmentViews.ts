import { modifiedDate } from '../dates';
import type { ParcelSet, ParcelStatus, SetDocument, Shipment, Stage, Transaction } from '../entities';
import type { Store } from '../store';
import { markup, type Markup } from './markup';

/** A set as the company of the person looking at it sees it. */
export type SetView = {
	set: ParcelSet;
	/** The company's own view of the set. */
	transaction: Transaction;
	/** Everybody's, the company's own included. */
	transactions: readonly Transaction[];
	documents: readonly SetDocument[];
};

export type ShipmentView = {
	shipment: Shipment;
	sets: SetView[];
	/** The stage of the least advanced set. */
	stage: Stage;
	/** Whether it is found under Filed: all its sets are. */
	filed: boolean;
	rejected: boolean;
	modifiedAt: Date;
};

export const stages: readonly Stage[] = ['Imported', 'Signing', 'Signed', 'Issued'];

/** One shipment, or null if the company has no part in it or the application instance does not show it. */
export function shipmentView(
	store: Store,
	shipmentId: string,
	{ customerId, instance }: { customerId: string; instance: Transaction['instances'][number] },
): ShipmentView | null {
	const shipment = store.shipments.get(shipmentId);
	if (shipment === undefined) return null;
	const sets = store.setsOfShipment(shipmentId).flatMap((set): SetView[] => {
		const transactions = store.transactionsOfSet(set.setId);
		const transaction = transactions.find(
			({ visibleTo, instances }) => visibleTo.includes(customerId) && instances.includes(instance),
		);
		if (transaction === undefined) return [];
		return [{ set, transaction, transactions, documents: store.documentsOfSet(set.setId) }];
	});
	if (sets.length === 0) return null;
	return {
		shipment,
		sets,
		stage: stages.find((stage) => sets.some(({ set }) => set.stage === stage)) ?? 'Issued',
		filed: sets.every(({ transaction }) => transaction.folder === 'FILED'),
		rejected: sets.some(({ set }) => set.rejectedAt !== null),
		modifiedAt: new Date(Math.max(...sets.map(({ transaction }) => transaction.modifiedAt.getTime()))),
	};
}

/** All shipments that the company has a part in, the latest change first. */
export function shipmentViews(store: Store, viewer: Parameters<typeof shipmentView>[2]): ShipmentView[] {
	return store.shipments
		.all()
		.flatMap(({ shipmentId }) => shipmentView(store, shipmentId, viewer) ?? [])
		.sort((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime());
}

/** Whether a search text occurs in what a row of the list shows. */
export function mentions({ shipment, sets }: ShipmentView, text: string): boolean {
	const words = sets.flatMap(({ set }) => [
		set.setId,
		set.blNumber,
		set.parcelRef,
		set.consignorCompanyName,
		set.consigneeCompanyName,
		set.loadPort,
		set.destinationName,
		set.cargoName,
	]);
	const all = [shipment.shipmentReference, shipment.importRef, ...words].join('\n').toLowerCase();
	return all.includes(text.trim().toLowerCase());
}

const statusNames: Record<ParcelStatus, string> = {
	imported: 'Imported',
	signing: 'Signing',
	drafted: 'Drafted',
	signed: 'Signed',
	issued: 'Issued',
	title_held: 'Title Held',
	transfer_drafted: 'Transfer Drafted',
};

/** The parcel status as a coloured word. */
export function statusBadge(status: ParcelStatus): Markup {
	return markup`<span class="badge ${status}">${statusNames[status]}</span>`;
}

/** The stage of a shipment, and the mark of Reject if it was chosen. */
export function stageBadge({ stage, rejected, sets }: ShipmentView): Markup {
	const drafted = stage === 'Imported' && sets.every(({ transaction }) => transaction.status === 'drafted');
	const word = drafted ? 'Drafted' : stage;
	return markup`<span class="badge ${word.toLowerCase()}">${word}</span>${rejected && markup` <span class="badge rejected">Rejected</span>`}`;
}

/** A moment in UTC, exact for machines: `12 May 2022 14:05`. */
export function moment(at: Date): Markup {
	return markup`<time datetime="${at.toISOString()}">${modifiedDate(at)}</time>`;
}
