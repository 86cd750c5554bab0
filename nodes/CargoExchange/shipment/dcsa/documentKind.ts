import { isRecord } from '../../schemas/json';

/** The documents of DCSA's standards that people try to import, in the words of messages. */
export type DocumentKind =
	| 'transport document'
	| 'shipping instruction'
	| 'arrival notice'
	| 'notification'
	| 'issuance response'
	| 'surrender request'
	| 'surrender response'
	| 'endorsement chain';

/** Fields that only one kind of document has; the first kind that fits. */
const ownFields: readonly [DocumentKind, readonly string[]][] = [
	['notification', ['specversion', 'datacontenttype', 'subscriptionReference', 'arrivalNoticeNotifications']],
	['issuance response', ['issuanceResponseCode']],
	['surrender request', ['surrenderRequestCode']],
	['surrender response', ['surrenderRequestReference']],
	['endorsement chain', ['endorsementChain']],
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

/** The kind of a document, or of the one in an envelope; undefined for anything else. */
export function documentKindOf(value: unknown): DocumentKind | undefined {
	const document = documentIn(value);
	return document && kindOf(document);
}

function kindOf(document: Record<string, unknown>): DocumentKind | undefined {
	const [kind] = ownFields.find(([, fields]) => fields.some((field) => Object.hasOwn(document, field))) ?? [];
	if (kind !== undefined) return kind;
	return marks.some((mark) => Object.hasOwn(document, mark)) ? 'transport document' : undefined;
}
