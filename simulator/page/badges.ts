import { modifiedDate } from '../dates';
import type { ParcelStatus } from '../entities';
import { markup, type Markup } from './markup';
import type { ShipmentView } from './shipmentViews';

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

/** Where a shipment stands, and the mark of Reject where it was chosen. */
export function stageBadge({ stage, rejected, sets }: ShipmentView): Markup {
	const drafted = stage === 'Imported' && sets.every(({ transaction }) => transaction.status === 'drafted');
	const word = drafted ? 'Drafted' : stage;
	return markup`<span class="badge ${word.toLowerCase()}">${word}</span>${rejected && markup` <span class="badge rejected">Rejected</span>`}`;
}

/** A moment in UTC, exact for machines: `12 May 2022 14:05`. */
export function moment(at: Date): Markup {
	return markup`<time datetime="${at.toISOString()}">${modifiedDate(at)}</time>`;
}
