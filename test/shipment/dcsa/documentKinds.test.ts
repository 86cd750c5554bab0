import { InvalidInput } from '../../../nodes/CargoExchange/errors';
import { payloadFromTransportDocument } from '../../../nodes/CargoExchange/shipment/dcsa/transportDocument';
import type { Issue } from '../../../nodes/CargoExchange/shipment/issue';

const document = {
	transportDocumentReference: 'EXBL1',
	documentParties: { shipper: { partyName: 'Alta Mira Coffee' } },
	consignmentItems: [{ carrierBookingReference: 'BKG-1', descriptionOfGoods: ['Coffee'] }],
};

function notesAt(path: string, value: object): Issue[] {
	return payloadFromTransportDocument(value).notes.filter((note) => note.path === path);
}

function listed(value: object): string[] {
	return payloadFromTransportDocument(value).notes.flatMap(({ rule, path }) => (rule === 'notMapped' ? [path] : []));
}

function refusalOf(value: object): [string, string] | undefined {
	try {
		payloadFromTransportDocument(value);
		return undefined;
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error;
		return [error.message, error.description];
	}
}

describe('the kind of a DCSA document', () => {
	const event = { specversion: '1.0', type: 'org.dcsa.transport-document.v3', datacontenttype: 'application/json' };
	const chain = { transportDocumentReference: 'EXBL1', endorsementChain: [{ actionCode: 'ISSUE' }] };

	it.each<[string, object, RegExp]>([
		['arrival notice', { ...document, freetime: [] }, /belongs to it.$/],
		['arrival notice', { ...document, vesselVoyageAtPOD: [] }, /belongs to it.$/],
		['notification', { ...event, data: { transportDocumentReference: 'EXBL1' } }, /belongs to it.$/],
		['notification', { ...event, data: { transportDocument: document } }, / It is in data.transportDocument.$/],
		['notification', { arrivalNoticeNotifications: [] }, /^Import the transport document that/],
		['endorsement chain', chain, /^Import the transport document that/],
		['booking', { documentParties: {}, shipmentLocations: [], originChargesPaymentTerm: {} }, /belongs to it.$/],
		['booking', { bookingStatus: 'CANCELLED', reason: 'A strike' }, /belongs to it.$/],
		['cancellation', { ...document, shippingInstructionsStatus: 'CANCELLED' }, /belongs to it.$/],
		['cancellation', { ...document, updatedShippingInstructionsStatus: 'UPDATE_CANCELLED' }, /belongs to it.$/],
		['surrender request', { ...chain, surrenderRequestCode: 'SREQ' }, /^Import the transport document that/],
		[
			'issuance response',
			{ transportDocumentReference: 'EXBL1', issuanceResponseCode: 'REFU' },
			/^Import the transport document that/,
		],
	])('is refused by name if it is of another kind: %s %j', (kind, value, advice) => {
		const message = `This is a DCSA ${kind} and not a transport document; nothing was sent`;
		expect(refusalOf(value)).toEqual([message, expect.stringMatching(advice)]);
	});

	it.each([
		[{ ...document, shippingInstructionsStatus: 'RECEIVED' }, 'draft'],
		[{ ...document, transportDocumentReference: undefined }, 'missing'],
	])('is a draft, which is a warning: %j', (draft, rule) => {
		expect(notesAt('transportDocumentReference', draft)).toMatchObject([{ rule, severity: 'stopsIfStrict' }]);
	});

	it.each([
		...['VOIDED', 'VOID', 'PENDING_SURRENDER_FOR_AMENDMENT', 'SURRENDERED_FOR_AMENDMENT'],
		...['PENDING_SURRENDER_FOR_DELIVERY', 'SURRENDERED_FOR_DELIVERY', 'Pending Surrender for Delivery'],
	])('is refused, whatever the validation, if its status is %s: it would be a second title', (status) => {
		const [message, reason] = refusalOf({ transportDocument: { ...document, transportDocumentStatus: status } }) ?? [];
		expect(message).toBe(`This transport document has the status ${status}; nothing was sent`);
		expect(reason).toContain('a second title');
	});

	it.each([
		{ transportDocumentStatus: 'VOIDED', transportDocument: document },
		{ transportDocumentStatus: 'VOIDED', document: { ...document, transportDocumentStatus: 'ISSUED' } },
		{ ...document, transportDocumentStatus: ['VOIDED'] },
		{ ...document, transportDocumentStatus: { value: 'Null and void' } },
		{ ...document, transportDocumentStatus: 'pendingSurrenderForDelivery' },
		{ ...document, transportDocumentStatus: 'SURR\u200bENDERED' },
	])('is refused wherever and however its status is written: %j', (value) => {
		expect(refusalOf(value)?.[1]).toContain('a second title');
	});

	it.each([
		['CANCELLED', 'status'],
		['REVOKED', 'status'],
		[5, 'status'],
		['DRAFT', 'draft'],
	])(
		'stops under Strict if its status is %p: it is not issued, or the word is none of the standard',
		(status, rule) => {
			const found: unknown = expect.objectContaining({ rule, value: status, severity: 'stopsIfStrict' });
			const itself = { ...document, transportDocumentStatus: status };
			for (const value of [itself, { transportDocumentStatus: status, transportDocument: document }])
				expect(notesAt('transportDocumentStatus', value)).toContainEqual(found);
			expect(notesAt('transportDocumentReference', itself)).toEqual([]);
		},
	);

	it.each(['APPROVED', 'ISSUED'])('is a transport document if its status is %s', (transportDocumentStatus) => {
		const notes = notesAt('transportDocumentStatus', { ...document, transportDocumentStatus });
		expect(notes.map(({ rule }) => rule)).toEqual(['notMapped']);
	});
});

describe('an issuance request', () => {
	const pdf = Buffer.from('%PDF-1.7 the bill of lading');
	const picture = { name: 'EXBL1.pdf', content: pdf.toString('base64'), contentType: 'application/pdf' };
	const request = { document, issueTo: { partyName: 'Alta Mira Coffee' }, eBLVisualisationByCarrier: picture };

	it("brings the carrier's PDF, and a note about everything else in the envelope", () => {
		expect(payloadFromTransportDocument(request).pdf).toEqual({ fileName: 'EXBL1.pdf', bytes: pdf });
		expect(listed(request)).toEqual(['issueTo']);
	});

	it('has a note about a picture that is not a PDF', () => {
		const other = { ...request, eBLVisualisationByCarrier: { ...picture, content: 'aGVsbG8=' } };
		expect(payloadFromTransportDocument(other)).not.toHaveProperty('pdf');
		expect(listed(other)).toContain('eBLVisualisationByCarrier');
	});
});

it('has only a note about what the standard does not require: the consignee of an order bill, and one booking', () => {
	const order = { ...document, isToOrder: true, consignmentItems: [] };
	for (const path of ['sets[0].consignee', 'shipmentReference'])
		expect(notesAt(path, order)).toMatchObject([{ rule: 'missing', severity: 'note' }]);
	expect(notesAt('sets[0].consignee', document)).toEqual([]);
});

it('sends none of several voyages without a role, and lists them', () => {
	const vesselVoyages = ['17W', '402E'].map((carrierExportVoyageNumber) => ({ carrierExportVoyageNumber }));
	const unnamed = { ...document, transports: { vesselVoyages } };
	expect(payloadFromTransportDocument(unnamed).payload.voyageReference).toBeUndefined();
	expect(listed(unnamed)).toContain('transports.vesselVoyages[0].carrierExportVoyageNumber');
});

describe('a text that occurs elsewhere', () => {
	it('is listed if the mapping never reads its field', () => {
		const party = { partyName: 'Alta Mira Coffee', displayedAddress: ['Rua 1', 'Santos'] };
		const parties = {
			shipper: party,
			endorsee: party,
			issuingParty: { partyName: 'Example Line', addressLines: ['Rua 1'] },
			other: [{ partyFunction: 'COW', party }],
		};
		expect(listed({ ...document, documentParties: parties })).toEqual(
			expect.arrayContaining([
				'documentParties.endorsee.partyName',
				'documentParties.issuingParty.addressLines',
				'documentParties.other[0].party',
			]),
		);
	});

	it('takes little time in two thousand containers with texts of their own', () => {
		const utilizedTransportEquipments = Array.from({ length: 2000 }, (_, index) => ({
			equipment: { equipmentReference: `C-${index}` },
			seals: [{ number: `S-${index}` }],
			remarks: `R-${index}`,
		}));
		const before = process.cpuUsage();
		expect(listed({ ...document, utilizedTransportEquipments })).toEqual(['utilizedTransportEquipments[0].remarks']);
		const { user, system } = process.cpuUsage(before);
		expect(user + system).toBeLessThan(3_000_000);
	});
});

it('has the contract quotation for a contract number, the longer one first', () => {
	const references = { contractQuotationReference: 'HHL1401', extendedContractQuotationReference: 'HHL1401-2026' };
	expect(payloadFromTransportDocument({ ...document, ...references }).payload.sets?.[0]?.contractNumber).toBe(
		'HHL1401-2026',
	);
	expect(listed({ ...document, ...references })).toEqual(['contractQuotationReference']);
});
