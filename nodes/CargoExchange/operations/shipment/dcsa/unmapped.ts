import { finding, type Finding } from '../checks/finding';
import type { Unread } from './document';

/** Why the import does not take over what the standard has, by the place in the document without list indexes; the first that fits. */
const reasons: readonly [RegExp, string][] = [
	[/\.vesselName$/, 'The import takes the IMO number of the ship, which the document does not hold: set vessel.imo.'],
	[/^isToOrder$/, 'The wording of an order bill of lading is yours to choose: set sets[0].consignee.prefix.'],
	[/^documentParties\.endorsee/, 'The import has no endorsee: set sets[0].consignee where it shall be named there.'],
	[/\.activeReeferSettings|isNonOperatingReefer$/, 'The import has no field for reefer settings.'],
	[
		/\.dangerousGoods/,
		'The import has no field for dangerous goods; the description of the cargo may have to tell them.',
	],
	[/\.(HSCodes|extendedHSCodes|(extendedN|n)ationalCommodityCodes)/, 'The import has no field for commodity codes.'],
	[/^charges\[\]\.quantity$/, 'The import has the rate and the amount of a charge, not how often it applies.'],
	[/^carrierCodeListProvider$/, 'It only says which list the code of the carrier comes from.'],
	[
		/^transports\.(portOf|placeOf)|^placeOfIssue/,
		'Another of the ways in which the document names this place is used.',
	],
	[/\.outerPackaging\.(packageCode|imoPackagingCode)$/, 'The description of the packaging is used instead.'],
	[/^issueDate$|^shippedOnBoardDate$|^receivedForShipmentDate$/, 'The import has one date, that of issue.'],
	[/^shippingInstructionsReference$/, 'The import has no reference to shipping instructions.'],
	[/^(extendedC|c)ontractQuotationReference$/, 'The import has the number of a contract, not of a quotation.'],
	[/\.carriersAgentAtDestination/, 'The agent at the destination is not said to be the ship agent: set shipAgent.'],
	[/^termsAndConditions$/, "The carrier's terms are no clause of this bill of lading."],
	[
		/^isShippedOnBoardType$/,
		'The wording on board or received for shipment is yours to choose: set sets[0].billOfLadingClause.',
	],
	[
		/^displayedShippedOnBoardReceivedForShipment$/,
		'It is no clause added by the carrier: set sets[0].billOfLadingClause.',
	],
];

/** What was not taken over, with the reason, as notes that hold nothing back. Paths are those of the document. */
export function notMapped(unread: Unread[]): Finding[] {
	return unread.map(({ path, value, reason, count }) => {
		const kind = path.replace(/\[\d+\]/g, '[]');
		const why = reason ?? reasons.find(([pattern]) => pattern.test(kind))?.[1] ?? 'The import has no field for it.';
		const more = count === 1 ? '' : ` (${count} times in the document)`;
		return finding(path, value, 'notMapped', `Not taken over${more}. ${why}`, 'note');
	});
}
