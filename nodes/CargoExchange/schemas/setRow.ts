/** A search result as users see it: for a spreadsheet, as flat columns, and as the event of a change of status. */
import { statusEventOf, statusLabel } from '../vocabulary';
import { modifiedDate } from './date';
import { asReceived, type SetRow } from './search';
import type { StatusMessage } from './statusMessage';

/**
 * A search result for a spreadsheet: one level, in a fixed order of keys, missing values null, the modification
 * date also as ISO 8601 (read in `timezone`, an IANA name) and the signature `<n> of <m>` also as two numbers.
 */
export function simplified(row: SetRow, timezone: string): Record<string, unknown> {
	const [signaturesDone, signaturesTotal] = signatures(row.signature);
	const documents = row.documents ?? [];
	return {
		shipmentRef: row.shipmentRef ?? null,
		parcelRef: row.parcelRef ?? null,
		status: row.status ? statusLabel(row.status) : null,
		setId: row.setId || null,
		billOfLadingDate: row.billOfLadingDate ?? null,
		changedAt: modifiedDate(row.modifiedDate ?? '', timezone),
		signature: row.signature ?? null,
		signaturesDone,
		signaturesTotal,
		cargoName: row.cargoName ?? null,
		quantity: row.quantity ?? null,
		loadPort: row.loadPort ?? null,
		destinationName: row.destinationName ?? null,
		destinationCountry: row.destinationCountry ?? null,
		vesselName: row.vesselName ?? null,
		consignorCompanyName: row.consignorCompanyName ?? null,
		consigneeCompanyName: row.consigneeCompanyName ?? null,
		fromParty: row.fromParty ?? null,
		fromPartyId: row.fromPartyId ?? null,
		// Many exchanges list none even if there are some.
		documentCount: documents.length || null,
		documents,
		statusRaw: row.status ?? null,
		modifiedDate: row.modifiedDate ?? null,
		transactionId: row.transactionId ?? null,
	};
}

/** The fields of a row that a status message has under other names. */
export const renamedFields: ReadonlySet<string> = new Set(['status', 'parcelRef', 'shipmentRef', 'modifiedDate']);

/** A row as the status message that its status would have caused. What only a message says is null. */
export function statusMessageOf(row: SetRow, timezone: string): StatusMessage {
	const { status, modifiedDate: written } = row;
	return {
		event: statusEventOf(status ?? ''),
		newStatus: status ?? '',
		action: null,
		instance: null,
		setId: row.setId || null,
		transactionId: row.transactionId ?? null,
		parcelReference: row.parcelRef ?? null,
		shipmentReference: row.shipmentRef ?? null,
		customerId: null,
		updatedDate: modifiedDate(written ?? '', timezone) ?? written ?? null,
		actor: null,
		actorCompany: null,
		user: null,
		message: null,
		received: asReceived(row),
	};
}

/** The two numbers of `1 of 2`, or nulls for any other text. */
export function signatures(text: string | null | undefined): [number, number] | [null, null] {
	const numbers = /^\s*(\d+)\s+of\s+(\d+)\s*$/i.exec(text ?? '');
	return numbers ? [Number(numbers[1]), Number(numbers[2])] : [null, null];
}
