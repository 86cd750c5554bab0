import { isRecord } from '../../schemas/json';

/** The documents of DCSA's standards that people try to import, in the words of messages, with fields that only they have; the first that fits. */
const ownFields: readonly [string, readonly string[]][] = [
	['notification', ['specversion', 'datacontenttype', 'subscriptionReference', 'arrivalNoticeNotifications']],
	['issuance response', ['issuanceResponseCode']],
	['surrender request', ['surrenderRequestCode']],
	['surrender response', ['surrenderRequestReference']],
	['endorsement chain', ['endorsementChain']],
	[
		'booking',
		[
			...['bookingStatus', 'amendedBookingStatus', 'bookingCancellationStatus', 'carrierBookingRequestReference'],
			...['shipmentLocations', 'requestedEquipments', 'confirmedEquipments', 'expectedDepartureDate'],
		],
	],
	[
		'arrival notice',
		[
			...['carrierContactInformation', 'carrierInformationForCargoRelease', 'pickupLocation', 'returnLocation'],
			...['vesselVoyageAtPOD', 'vesselVoyageAtDestinationCountry', 'freetime', 'freeTimes', 'releaseInformation'],
			...['arrivalNotice', 'arrivalNotices'],
		],
	],
	[
		'shipping instruction',
		[
			...['shippingInstructionsRevisionNumber', 'shippingInstructionsStatus', 'updatedShippingInstructionsStatus'],
			...['originChargesPaymentTerm', 'destinationChargesPaymentTerm', 'isCarriersAgentAtDestinationRequired'],
			...['isCargoDeliveredInICS2Zone', 'advanceManifestFilings', 'houseBillOfLadings'],
			...['isHouseBillOfLadingsIssued', 'requestedCarrierCertificates', 'requestedCarrierClauses'],
		],
	],
];

/** Every transport document has some of these. */
export const marks = [
	'transportDocumentReference',
	'documentParties',
	'transports',
	'consignmentItems',
	'utilizedTransportEquipments',
] as const;

/** Envelopes have the document under one of these names. */
const envelopes = ['transportDocument', 'document', 'amendedTransportDocument'] as const;

/** The document itself, which may be in an envelope. */
export function documentIn(value: unknown): Record<string, unknown> | undefined {
	const candidates = isRecord(value) ? [value, ...envelopes.map((name) => value[name])] : [];
	return candidates.filter(isRecord).find((candidate) => kindOf(candidate) !== undefined);
}

/** The status of a document, or else of its envelope; those that end it in either come first. */
export function statusOf(value: unknown): unknown {
	const statuses = [documentIn(value), value].filter(isRecord).map((each) => each['transportDocumentStatus']);
	return statuses.find(isEnded) ?? statuses.find((status) => status !== undefined);
}

/** Void, or given back to the carrier. */
export function isEnded(status: unknown): boolean {
	return /VOID|SURRENDER/.test(lettersOf(status));
}

/** The kind of a document, or of the one in an envelope; undefined for anything else. */
export function documentKindOf(value: unknown): string | undefined {
	const document = documentIn(value);
	return document && kindOf(document);
}

function kindOf(document: Record<string, unknown>): string | undefined {
	const has = (field: string) => Object.hasOwn(document, field);
	const [kind] = ownFields.find(([, fields]) => fields.some(has)) ?? [];
	const isWhole = marks.some(has);
	if (kind === 'shipping instruction' && isCancelled(document)) return 'cancellation';
	return kind ?? (isWhole ? 'transport document' : undefined);
}

/** Nobody sends a cancellation, even of an update, to have the instruction imported. */
function isCancelled({ shippingInstructionsStatus, updatedShippingInstructionsStatus }: Record<string, unknown>) {
	return /CANCEL/.test(lettersOf([shippingInstructionsStatus, updatedShippingInstructionsStatus]));
}

/** The letters of a status, in capitals, however it is written: `Pending Surrender`, `["VOIDED"]`, `{ "value": "VOIDED" }`. */
export function lettersOf(status: unknown): string {
	const text = typeof status === 'string' ? status : JSON.stringify(status ?? '');
	return text.normalize('NFKC').replace(/\P{L}/gu, '').toUpperCase();
}
