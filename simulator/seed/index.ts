import type { SimulatorOptions } from '../options';
import type { Store } from '../store/store';
import { seedDemo } from './demo';
import { stableId } from './stableId';

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
