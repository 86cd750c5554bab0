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
	it.each(['freetime', 'vesselVoyageAtPOD', 'carrierContactInformation'])(
		'is an arrival notice if it has %s, and is refused by name',
		(field) => {
			expect(() => payloadFromTransportDocument({ ...document, [field]: [] })).toThrow(
				'This is a DCSA arrival notice and not a transport document; nothing was sent',
			);
		},
	);

	const event = { specversion: '1.0', type: 'org.dcsa.transport-document.v3', datacontenttype: 'application/json' };
	const chain = { transportDocumentReference: 'EXBL1', endorsementChain: [{ actionCode: 'ISSUE' }] };

	it.each([
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

	it.each(['CANCELLED', 'REVOKED', 5])('stops under Strict if its status %s is none of the standard', (status) => {
		const found = { rule: 'status', value: status, severity: 'stopsIfStrict' };
		expect(notesAt('transportDocumentStatus', { ...document, transportDocumentStatus: status })).toContainEqual(
			expect.objectContaining(found),
		);
	});

	it('stops if its envelope has such a status', () => {
		const value = { transportDocumentStatus: 'CANCELLED', transportDocument: document };
		expect(notesAt('transportDocumentStatus', value)).toContainEqual(expect.objectContaining({ rule: 'status' }));
	});

	it('is a draft if its status is DRAFT, which Accept Values lets pass', () => {
		const draft = { ...document, transportDocumentStatus: 'DRAFT' };
		const found = { path: 'transportDocumentStatus', value: 'DRAFT', rule: 'draft', severity: 'stopsIfStrict' };
		expect(notesAt('transportDocumentStatus', draft)).toContainEqual(expect.objectContaining(found));
		expect(notesAt('transportDocumentReference', draft)).toEqual([]);
	});

	it.each(['APPROVED', 'ISSUED'])('is a transport document if its status is %s', (transportDocumentStatus) => {
		const notes = notesAt('transportDocumentStatus', { ...document, transportDocumentStatus });
		expect(notes.map(({ rule }) => rule)).toEqual(['notMapped']);
	});

	it('is a transport document otherwise', () => {
		expect(notesAt('transportDocumentReference', document)).toEqual([]);
		expect(payloadFromTransportDocument({ transportDocument: document }).payload.sets?.[0]?.blNumber).toBe('EXBL1');
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

describe('what the standard does not require', () => {
	it('is only a note: the consignee of an order bill, and one booking', () => {
		const order = { ...document, isToOrder: true, consignmentItems: [] };
		expect(notesAt('sets[0].consignee', order)).toMatchObject([{ rule: 'missing', severity: 'note' }]);
		expect(notesAt('shipmentReference', order)).toMatchObject([{ rule: 'missing', severity: 'note' }]);
		expect(notesAt('sets[0].consignee', document)).toEqual([]);
	});
});

describe('several voyages', () => {
	const voyages = [
		{ vesselName: 'Feeder', carrierExportVoyageNumber: '17W', role: 'FIRST_SEA_GOING' },
		{ vesselName: 'Mother', carrierExportVoyageNumber: '402E', role: 'MOTHER' },
	];
	const withVoyages = (vesselVoyages: object[]) => ({ ...document, transports: { vesselVoyages } });

	it('give that of the mother vessel, and list the other', () => {
		expect(payloadFromTransportDocument(withVoyages(voyages)).payload.voyageReference).toBe('402E');
		expect(listed(withVoyages(voyages))).toContain('transports.vesselVoyages[0].carrierExportVoyageNumber');
	});

	it('are listed without a role', () => {
		const unnamed = withVoyages(voyages.map((voyage) => ({ ...voyage, role: undefined })));
		expect(payloadFromTransportDocument(unnamed).payload.voyageReference).toBeUndefined();
		expect(listed(unnamed)).toContain('transports.vesselVoyages[0].carrierExportVoyageNumber');
	});
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
