import type { ParcelSet, SetDocument, Shipment, Stage, Transaction } from '../entities';
import type { Store } from '../store/store';

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
	/** Where the least advanced set stands. */
	stage: Stage;
	/** Whether it is found under Filed: all its sets are. */
	filed: boolean;
	rejected: boolean;
	modifiedAt: Date;
};

export const stages: readonly Stage[] = ['Imported', 'Signing', 'Signed', 'Issued'];

/** One shipment, or null where the company has no part in it or the application instance does not show it. */
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
