import { createHash } from 'node:crypto';

import type { SimulatorOptions } from './options';
import type { Store } from './store/store';

/** A UUID that is the same at every start, so that saved workflows and pictures keep their meaning. */
export function stableId(label: string): string {
	const hex = createHash('sha256').update(`cargo exchange ${label}`).digest('hex');
	const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		`4${hex.slice(13, 16)}`,
		`${variant}${hex.slice(17, 20)}`,
		hex.slice(20, 32),
	].join('-');
}

/** Fills the store: accounts always; with `demo`, companies and shipments as well. */
export function seed(store: Store, kind: NonNullable<SimulatorOptions['seed']>): void {
	const owner = store.addCounterparty('Meridian Ocean Lines', stableId('Meridian Ocean Lines'));
	const { customerId } = owner;
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

function seedDemo(store: Store): void {
	for (const name of ['Alta Mira Coffee', 'Kestrel Foods', 'Nordhavn Trading', 'Harbour Bank', 'Lotus Bay Imports']) {
		store.addCounterparty(name, stableId(name));
	}
	const set = store.addSet({
		setId: stableId('set 1'),
		shipmentRef: 'MOL-2022-0001',
		transaction: { transactionId: stableId('transaction 1') },
	});
	store.addDocument({ setId: set.setId, documentId: stableId('document 1') });
	store.addDocument({
		setId: set.setId,
		documentId: stableId('document 2'),
		name: 'Packing List',
		docType: 'Uploadable Document',
	});
}

/** Ships that the exchange knows by their IMO number; any other has no name yet. */
const vessels = new Map([
	[9321483, 'Meridian Aurora'],
	[9434761, 'Meridian Borealis'],
]);

export function vesselName(imo: number | undefined): string | null {
	return imo === undefined ? null : (vessels.get(imo) ?? null);
}
