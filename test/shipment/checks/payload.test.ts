import fc from 'fast-check';
import { fullShipment } from '../../fixtures/shipment';
import { payloads, settings } from '../../fixtures/shipmentArbitrary';
import { issuesIn } from '../../helpers/checks';
import { textWith } from '../../helpers/exchangeNode';

const today = '2025-04-10';

/** What is found in one set: severity, rule and place. */
function found(set: object): string[] {
	return issuesIn({ sets: [set] }, today).map(
		({ path, rule, severity }) => `${severity} ${rule} at ${path.replace('sets[0].', '')}`,
	);
}

describe('the values of a payload', () => {
	it('of a full shipment are right, and so is an empty one', () => {
		expect(issuesIn(fullShipment, today)).toEqual([]);
		expect(issuesIn({}, today)).toEqual([]);
	});

	it('are checked whatever they are, without throwing', () => {
		fc.assert(
			fc.property(fc.oneof(payloads(), fc.object()), (payload) => {
				issuesIn(payload, today);
			}),
			settings,
		);
	});

	it('have the type and the spelling that the service knows', () => {
		expect(issuesIn({ vessel: { imo: '9074729' } }, today)).toMatchObject([
			{ rule: 'type', severity: 'stops', advice: 'Must be a whole number, not text.' },
		]);
		expect(found({ blDate: '31.03.2025' })).toEqual(['stops date at blDate']);
		expect(found({ freightCharges: { charges: [{ code: 'A', prepaidType: 'Prepaid' }] } })).toEqual([
			'stops choice at freightCharges.charges[0].prepaidType',
		]);
		expect(found({ shipper: { name: 'TBA' } })).toEqual(['stops placeholder at shipper.name']);
		expect(found({ notifyParties: [{ name: 'SAME AS CONSIGNEE' }] })).toEqual([
			'stops same party at notifyParties[0].name',
		]);
		expect(found({ cargos: [{ marksAndNumbers: 'N/A' }] })).toEqual(['note placeholder at cargos[0].marksAndNumbers']);
	});

	it('may be of fields that are not known', () => {
		expect(issuesIn({ carriage: 1, shipmentReferenc: 'X', extra: 12345678901234567890 }, today)).toMatchObject([
			{ path: 'carriage', severity: 'note' },
			{ path: 'shipmentReferenc', severity: 'stopsIfStrict', advice: textWith('shipmentReference') },
			{ path: 'extra', rule: 'long number' },
		]);
		expect(issuesIn({ parcels: { anything: 1 } }, today)).toEqual([]);
	});

	it.each([
		[{ containers: [{ containerNumber: 'CSQU3054384' }] }, 'The check digit of CSQU305438 is 3, not 4'],
		[{ containers: [{ containerNumber: 'CSQU30543' }] }, 'Is not a container number'],
		[{ containers: [{ containerType: 'DV' }] }, 'Is not a known container type'],
		[{ containers: [{ containerType: '2x40HC' }] }, 'Is not a known container type'],
		[{ containers: [{ sealNumber: 'CSQU3054383' }] }, 'Has a container number in it'],
		[{ containers: [{ packingUnit: '10 CARTONS' }] }, 'Has a number in it'],
		[{ carrier: { scac: 'excl' } }, 'Is not a SCAC'],
		[{ eSetType: 'paper' }, 'Is none of the known values: electronic.'],
		[{ shipper: { id: 'EXTR01' } }, 'Is not the ID (UUID) of a customer'],
		[{ blDate: '2020-01-01' }, 'Is about four years in the past'],
		[{ blDate: '2025-06-01' }, 'Is more than a month in the future'],
		[{ freightCharges: { charges: [{ code: 'A', exchangeRate: '1.08' }] } }, 'Is not an exchange rate'],
		[{ consignee: { prefix: 'FOR' } }, 'Is not the beginning of an order'],
		[{ consignee: { name: 'TO BEARER' } }, 'Is sent as a name'],
		[{ notifyParties: [{ name: 'Nordhavn Trading, or order' }] }, 'Is sent as a name'],
		[{ consignee: { name: "TO SHIPPER'S ORDER" } }, 'Is sent as a name'],
		[{ consignee: { name: 'TO OUR ORDER' } }, 'Is sent as a name'],
		[{ consignee: { name: 'Nordhavn Trading or his assigns' } }, 'Is sent as a name'],
		[{ consignee: { name: 'To-order' } }, 'Is sent as a name'],
		[{ shipper: { name: 'Acme Ltda CNPJ 12.345.678/0001-90' } }, 'Has more than a name'],
		[{ shipper: { name: 'Acme Pvt GSTIN 27AAPFU0939F1ZV' } }, 'Has more than a name'],
		[{ shipper: { name: 'Acme Ltd +4533112233' } }, 'Has more than a name'],
		[{ shipper: { name: 'Acme Ltd Ph: 9876543210' } }, 'Has more than a name'],
		[{ shipper: { name: 'Acme GmbH VAT-No. DE 123 456 789' } }, 'Has more than a name'],
	])('are doubted under Strict: %j', (set, advice) => {
		expect(issuesIn({ sets: [set] }, today)).toMatchObject([
			{ rule: 'unlikely', severity: 'stopsIfStrict', advice: textWith(advice) },
		]);
	});

	it('are doubted in the shipment, too: its ship and its voyage', () => {
		expect(issuesIn({ vessel: { imo: 9074728 }, voyageReference: 'MSC GULSUN' }, today)).toMatchObject([
			{ path: 'vessel.imo', rule: 'unlikely' },
			{ path: 'voyageReference', rule: 'unlikely' },
		]);
	});

	it.each([
		{ containers: [{ containerType: '40 High Cube (9\'6")' }, { containerType: 'L5G1' }, { containerType: '2210' }] },
		{ containers: [{ packingUnit: '25 kg bags' }, { packingUnit: '4G' }] },
		{ consignee: { name: 'Mail Order House GmbH' } },
		{ consignee: { name: 'Mobile 4 You Ltd' } },
		{ consignee: { name: 'Mobile 360 Cranes Ltd' } },
		{ consignee: { name: 'pH 7.00 Laboratories' } },
		{ consignee: { name: 'Tax 1st Advisors + 3 Partners' } },
		{ consignee: { name: 'Border Foods & Holder Metals BV' } },
	])('are not doubted without need: %j', (set) => {
		expect(found(set)).toEqual([]);
	});
});
