import { isRecord, recordsIn } from '../../schemas/json';
import { isEmpty } from '../fields/parsePayload';
import { groupBy } from '../structure';
import { countryName } from '../fields/countries';
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
	const sent = sentTexts(payload);
	const isSent = (text: string, path: string) => {
		if (freeText.test(path)) return sent.lines.has(text);
		const texts = [text, countryName(text) ?? text];
		return texts.some((one) => sent.values.has(one) || (composed.test(path) && sent.pieces.has(one)));
	};
	const isUnread = (path: string) =>
		neverRead.test(path) || (isRecord(document) && unreadParties(document).some((party) => path.startsWith(party)));

	function* compare(value: unknown, taken: unknown, path: string): Generator<LeftOut> {
		if (isEmpty(value)) return;
		if (taken === undefined) yield { path, value, reason: 'Its type differs from that of the standard.' };
		else if (isTexts(taken)) {
			if (!isUnread(path) && [taken].flat().every((text) => isSent(text, path))) return;
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

/** Texts that people read: they are sent as they are, line by line, and other values may occur in them by chance. */
const freeText = /(?:^|\.)(?:descriptionOfGoods|shippingMarks|carrierClauses)/;
const freeFields = new Set(['cargoDescription', 'marksAndNumbers', 'billOfLadingClause']);

/** Values that the import has in one text with others: addresses, places and seals. */
const composed =
	/^(?:documentParties|transports|placeOfIssue|invoicePayableAt|utilizedTransportEquipments|displayedName)/;

/** Fields that the mapping never reads, whatever they contain. */
const neverRead = /^documentParties\.issuingParty\.(?!partyName$)/;

/** The paths of parties that the import has no place for: an endorsee who is not notified, and others than a forwarder. */
function unreadParties(document: Record<string, unknown>): string[] {
	const parties = isRecord(document['documentParties']) ? document['documentParties'] : {};
	const { endorsee, other } = parties;
	const isNotified = isRecord(endorsee) && endorsee['isNotifyParty'] === true;
	const others = recordsIn(other);
	const isForwarder = (party: unknown) => isRecord(party) && ['DDR', 'DDS'].includes(String(party['partyFunction']));
	return [
		...(isNotified ? [] : ['documentParties.endorsee.']),
		...others.flatMap((party, index) => (isForwarder(party) ? [] : [`documentParties.other[${index}].`])),
	];
}

/** What the payload has: whole values, the lines of its free texts, and what its composed texts are made of. */
function sentTexts(payload: object): { values: Set<string>; lines: Set<string>; pieces: Set<string> } {
	const [values, lines, pieces] = [new Set<string>(), new Set<string>(), new Set<string>()];
	const collect = (value: unknown, name: string): void => {
		if (typeof value === 'object' && value !== null) {
			for (const [key, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? name : key);
			return;
		}
		const text = String(value);
		if (freeFields.has(name)) text.split('\n').forEach((line) => lines.add(line));
		else {
			values.add(text);
			text.split(/\n|, /).forEach((piece) => {
				addPieces(piece, pieces);
			});
			text.split('\n').forEach((line) => pieces.add(line));
		}
	};
	collect(payload, '');
	return { values, lines, pieces };
}

/** A line is a street and its number, or a post code and its city: its beginnings and its ends. */
function addPieces(line: string, pieces: Set<string>): void {
	pieces.add(line);
	for (const { index } of line.slice(0, 200).matchAll(/ /g))
		pieces.add(line.slice(0, index)).add(line.slice(index + 1));
}
