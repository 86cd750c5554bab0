import { issue, type Issue } from '../validation/issue';
import { groupBy } from '../convert/sums';
import type { Lost } from './reader';

const places =
	'transports\\.(portOfLoading|portOfDischarge|placeOfReceipt|placeOfDelivery)|placeOfIssue|invoicePayableAt';
const waysToNameOne =
	'locationName|city|facilityName|facility|address|addressLines|UNLocationCode|geoCoordinate|countryCode';

/** Why the import does not take over what the standard has, by the place in the document without list indexes; the first that fits. */
const reasons: readonly [RegExp, string][] = [
	[/^isToOrder$/, 'The wording of an order bill of lading is yours to choose: set sets[0].consignee.prefix.'],
	[/\.activeReeferSettings|isNonOperatingReefer$/, 'The import has no field for reefer settings.'],
	[
		/\.dangerousGoods/,
		'The import has no field for dangerous goods; the description of the cargo may have to tell them.',
	],
	[/\.(HSCodes|extendedHSCodes|(extendedN|n)ationalCommodityCodes)/, 'The import has no field for commodity codes.'],
	[/^charges\[\]\.quantity$/, 'The import has the rate and the amount of a charge, not how often it applies.'],
	[/^charges\[\]\.chargeName$/, 'The extended name of the charge is used instead.'],
	[/\.(codeListProvider|codeListName)$/, 'The import has the code of a party, not the list that the code comes from.'],
	[
		new RegExp(`^(${places})\\.(${waysToNameOne})(\\.|\\[|$)`),
		'The import has one text for a place, and another one of the document is used.',
	],
	[/\.outerPackaging\.(packageCode|imoPackagingCode)$/, 'The description of the packaging is used instead.'],
	[/^shippedOnBoardDate$|^receivedForShipmentDate$/, 'The import has one date, that of issue.'],
	[/^shippingInstructionsReference$/, 'The import has no reference to shipping instructions.'],
	[/^(extendedC|c)ontractQuotationReference$/, 'The import has the number of a contract, not of a quotation.'],
	[/\.carriersAgentAtDestination/, 'The agent at the destination is not said to be the ship agent: set shipAgent.'],
	[/^termsAndConditions$/, "The carrier's terms are no clause of this bill of lading."],
	[
		/^displayedShippedOnBoardReceivedForShipment$/,
		'It is no clause added by the carrier: set sets[0].billOfLadingClause.',
	],
];

/** How many further places are named where the same is lost in several. */
const mostNamed = 3;

/** What was not taken over, with the reason, as notes that hold nothing back. Paths are those of the document. */
export function notMapped(lost: Lost[]): Issue[] {
	const explained = lost.map(({ path, value, reason }) => ({ path, value, why: reason ?? reasonFor(kindOf(path)) }));
	const alike = groupBy(explained, ({ path, why }) => `${kindOf(path)}: ${why}`);
	return [...alike.values()].flatMap(([first, ...others]) =>
		first === undefined
			? []
			: [issue(first.path, first.value, 'notMapped', `Not taken over${alsoAt(others)}. ${first.why}`, 'note')],
	);
}

function kindOf(path: string): string {
	return path.replace(/\[\d+\]/g, '[]');
}

function reasonFor(kind: string): string {
	return reasons.find(([pattern]) => pattern.test(kind))?.[1] ?? 'The import has no field for it.';
}

function alsoAt(others: { path: string }[]): string {
	if (others.length === 0) return '';
	const named = others.slice(0, mostNamed).map(({ path }) => path);
	if (others.length > mostNamed) named.push('…');
	return `, here and in ${others.length} more ${others.length === 1 ? 'place' : 'places'}: ${named.join(', ')}`;
}
