import type { ParcelSet } from '../entities';
import type { SimulatorOptions } from '../options';
import type { Store } from '../store';
import { seedDemo, stableId } from './demo';

/** Fills the store: the owner and the accounts always; with `demo`, companies and shipments as well. */
export function seed(store: Store, kind: NonNullable<SimulatorOptions['seed']>): void {
	const { customerId } = store.addCounterparty('Meridian Ocean Lines', stableId('Meridian Ocean Lines'));
	// The colon in the password and the sign in the names are there because Basic credentials must survive them.
	store.accounts.add({
		username: 'api@meridian.example',
		password: 'sailing-Ships:42',
		kind: 'interface',
		fullName: 'Meridian interface',
		customerId,
	});
	store.accounts.add({
		username: 'ada.lindgren@meridian.example',
		password: 'sign-and-issue-7',
		kind: 'person',
		fullName: 'Ada Lindgren',
		customerId,
	});
	if (kind === 'demo') seedDemo(store);
}

/**
 * Adds `count` sets of the owner (or of `customerId`) with so many drawn documents each, for measuring. Gives them in
 * the order a search does.
 */
export function addManySets(
	store: Store,
	{
		count,
		customerId = store.owner().customerId,
		documentsPerSet = 1,
		bytesPerDocument,
	}: {
		count: number;
		customerId?: string;
		documentsPerSet?: number;
		/** The size of each PDF; left out: drawn from the set's data. */
		bytesPerDocument?: number;
	},
): ParcelSet[] {
	return Array.from({ length: count }, (_, index) => {
		const shipmentRef = `BULK-${String(index + 1).padStart(6, '0')}`;
		const set = store.addSet({ shipmentRef, transaction: { customerId } });
		for (let number = 1; number <= documentsPerSet; number++) {
			const name = number === 1 ? 'Bill of Lading' : `Attachment ${number - 1}`;
			const docType = number === 1 ? 'Bill of Lading' : 'Uploadable Document';
			store.addDocument({
				setId: set.setId,
				name,
				docType,
				...(bytesPerDocument === undefined ? {} : { bytes: bytesPerDocument }),
			});
		}
		return set;
	});
}
