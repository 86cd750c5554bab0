import { isRecord } from '../../schemas/json';
import { isEmpty } from '../fields/parsePayload';
import { groupBy } from '../structure';
import { countryName } from '../countries';
import { issue, type Issue } from '../issue';

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
		/^(transports\.p\w+|placeOfIssue)[.[]/,
		'The import has a single text for a place, with either its name or its address.',
	],
	[/^invoicePayableAt[.[]/, 'It is unclear whether prepaid or collect charges are paid there.'],
	[/aymentTermCode$/, 'In the import, PREPAID or COLLECT belongs to a charge or a payment location.'],
];

type LeftOut = { path: string; value: unknown; reason: string };

/**
 * Notes about everything in a document that the payload does not have: fields that `read` lacks, values of another type, and texts that
 * the payload does not contain. `used` are fields that only qualify another one. Places of the same kind share a note.
 */
export function leftOutOf(document: unknown, read: unknown, payload: object, used: ReadonlySet<string>): Issue[] {
	const sent = textsIn(payload).join('\n');
	const isSent = (text: string) =>
		[text, countryName(text) ?? text].some((one) =>
			new RegExp(`(?<![\\p{L}\\p{N}])${escaped(one)}(?![\\p{L}\\p{N}])`, 'u').test(sent),
		);

	function* compare(value: unknown, taken: unknown, path: string): Generator<LeftOut> {
		if (isEmpty(value)) return;
		if (taken === undefined) yield { path, value, reason: 'Its type differs from that of the standard.' };
		else if (isTexts(taken)) {
			if ([taken].flat().every(isSent)) return;
			yield { path, value, reason: 'Another text of the document is used instead.' };
		} else if (Array.isArray(value) && Array.isArray(taken))
			for (const [index, entry] of value.entries()) yield* compare(entry, taken[index], `${path}[${index}]`);
		else if (isRecord(value) && isRecord(taken))
			for (const [name, inner] of Object.entries(value)) {
				const at = path === '' ? name : `${path}.${name}`;
				if (name in taken && !(used.has(name) && taken[name] !== undefined)) yield* compare(inner, taken[name], at);
				// A flag that is false means no more than one that is absent.
				else if (!(name in taken) && inner !== false && !isEmpty(inner))
					yield { path: at, value: inner, reason: 'The import has no field for it.' };
			}
	}

	const found = [...compare(document, read, '')].map((each) => {
		const kind = each.path.replace(/\[\d+\]/g, '[]');
		const [, reason = each.reason] = reasons.find(([pattern]) => pattern.test(kind)) ?? [];
		return { ...each, reason, key: `${kind}: ${reason}` };
	});
	return [...groupBy(found, ({ key }) => key).values()].flatMap(([first, ...others]) => {
		if (first === undefined) return [];
		const places = others.length === 1 ? '1 more place' : `${others.length} more places`;
		const also = others.length === 0 ? '' : `, here and in ${places}`;
		return [
			issue({
				path: first.path,
				value: first.value,
				rule: 'notMapped',
				advice: `Not imported${also}. ${first.reason}`,
				severity: 'note',
			}),
		];
	});
}

function isTexts(value: unknown): value is string | string[] {
	return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string' || typeof value === 'number') return [String(value)];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
