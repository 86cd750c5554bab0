import { groupBy } from '../structure';
import { issue, type Issue } from '../issue';
import type { DocumentValue } from './documentValue';

/** Why a value is not imported, by its path without list indexes; the first pattern that fits. */
const reasons: readonly [RegExp, string][] = [
	[/^transportDocumentTypeCode$/, 'It is neither BOL (bill of lading) nor SWB (sea waybill).'],
	[/^isToOrder$/, 'Enter the wording of an order bill of lading in sets[0].consignee.prefix.'],
	[/^(isShippedOnBoardType|displayedShippedOnBoard)/, 'Enter the wording in sets[0].billOfLadingClause.'],
	[/^isElectronic$/, 'The import has electronic sets only.'],
	[/^cargoMovementType/, 'Origin and destination differ, but the import has only one load type: set loadType.'],
	[/^carrierCode$/, 'The document does not mark it as a SCAC, which the import requires.'],
	[/\.carrierBookingReference$/, 'The document has several bookings: set shipmentReference.'],
	[
		/\.vesselName$/,
		'The import identifies a ship by its IMO number, not by its name: set vessel.imo if it is missing.',
	],
	[/\.vesselIMONumber$/, 'An IMO number must be text with seven digits: set vessel.imo.'],
	[
		/\.carrierExportVoyageNumber$/,
		'The document has several voyages, but the import has only one: set voyageReference and vessel.imo.',
	],
	[/\.dangerousGoods/, 'The import has no field for dangerous goods. Add them to the cargo description if required.'],
	[
		/\.cargoItems\[\]\.cargo(Gross|Net)/,
		'A number needs a unit, and numbers of one container or cargo need the same unit.',
	],
	[/\.carriersAgentAtDestination/, 'The document does not mark it as the ship agent. If it is, set shipAgent.'],
	[/\.endorsee/, 'The import has no field for an endorsee: enter it in sets[0].consignee.'],
	[/\.issuingParty\./, 'The import has only a name for it.'],
	[/^documentParties\.other/, 'The import has fields for one freight forwarder and no other parties.'],
	[/\.identifyingCodes\[\]\.partyCode$/, 'The party has several codes, but the import has only one.'],
	[/^transports\.portOfDischarge\.city\.countryCode$/, 'It is not an ISO 3166 country code.'],
	[
		/^(transports\.(port|place)Of\w+|placeOfIssue)[.[]/,
		'The import has a single text for a place, with either its name or its address.',
	],
	[/^invoicePayableAt$/, 'It is unclear whether prepaid or collect charges are paid there.'],
	[/aymentTermCode$/, 'In the import, PREPAID or COLLECT belongs to a charge or a payment location.'],
];

const usedInstead =
	/\.(address|addressLines|chargeName|packageCode|imoPackagingCode|(port|place)Of\w+)$|^invoicePayableAt\.|uotationReference$/;

/** Notes about everything in a document that was not read. Places of the same kind share a note. */
export function leftOutOf(document: DocumentValue): Issue[] {
	const found = document.leftOut().map(({ path, value, isWrong }) => {
		const kind = path.replace(/\[\d+\]/g, '[]');
		const [, known] = reasons.find(([pattern]) => pattern.test(kind)) ?? [];
		const other = usedInstead.test(kind) ? 'Another text of the document is used instead.' : noField;
		const reason = known ?? (isWrong ? 'Its type differs from that of the standard.' : other);
		return { path, value, reason, key: `${kind}: ${reason}` };
	});
	return [...groupBy(found, ({ key }) => key).values()].flatMap(([first, ...others]) => {
		const places = others.length === 1 ? '1 more place' : `${others.length} more places`;
		const also = others.length === 0 ? '' : `, here and in ${places}`;
		return first ? [notImported(first.path, first.value, first.reason, also)] : [];
	});
}

const noField = 'The import has no field for it.';

export function notImported(path: string, value: unknown, reason = noField, also = ''): Issue {
	return issue({ path, value, rule: 'notMapped', advice: `Not imported${also}. ${reason}`, severity: 'note' });
}
