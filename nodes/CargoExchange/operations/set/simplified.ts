import { modifiedDate } from '../../schemas/date';
import type { SetRow } from '../../schemas/search';

/**
 * A search result as a spreadsheet wants it: one level, in a fixed order of keys, missing values null, the modification
 * date also as ISO 8601 (read in `timezone`, an IANA name) and the signature `<n> of <m>` also as two numbers.
 */
export function simplified(row: SetRow, timezone: string): Record<string, unknown> {
	const [signaturesDone, signaturesTotal] = signatures(row.signature);
	const documents = row.documents ?? [];
	return {
		setId: row.setId || null,
		transactionId: row.transactionId ?? null,
		shipmentRef: row.shipmentRef ?? null,
		parcelRef: row.parcelRef ?? null,
		status: row.status ?? null,
		billOfLadingDate: row.billOfLadingDate ?? null,
		modifiedAt: modifiedDate(row.modifiedDate ?? '', timezone),
		modifiedDate: row.modifiedDate ?? null,
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
		documentCount: documents.length,
		documents,
	};
}

/** The two numbers of `1 of 2`, or nulls for any other text. */
export function signatures(text: string | null | undefined): [number, number] | [null, null] {
	const numbers = /^\s*(\d+)\s+of\s+(\d+)\s*$/i.exec(text ?? '');
	return numbers ? [Number(numbers[1]), Number(numbers[2])] : [null, null];
}
