import fc from 'fast-check';
import { payloadFromForm, type FormValues } from '../../../nodes/CargoExchange/shipment/form/payload';
import { readPayload } from '../../../nodes/CargoExchange/shipment/fields/parsePayload';
import { payloads, settings } from '../../fixtures/shipmentArbitrary';
import { formOf } from '../../fixtures/shipmentForm';

const shipperId = '2b0c6f4e-6d0b-4a55-9d70-0d5b6f5f1a01';

function readForm(form: FormValues, timezone = 'UTC') {
	return payloadFromForm(form, { timezone, decimalSeparator: 'ask', isAccepted: () => false }).payload;
}

describe('payloadFromForm', () => {
	it('reads the moment at which a day begins in the time zone of the workflow as that day', () => {
		const form = { formSets: { entry: [{ blDate: '2026-05-11T22:00:00.000Z' }] } };
		expect(readForm(form, 'Europe/Amsterdam')).toEqual({ sets: [{ blDate: '2026-05-12' }] });
	});

	it('leaves out what is empty: fields, objects, entries, lists', () => {
		const form = {
			formShipmentReference: '',
			formVesselImo: '',
			formMore: { externalReference: '  ', locale: undefined },
			formSets: { entry: [{ blNumber: '', cargos: { entry: [{ cargoName: '', quantities: {} }] } }] },
		};
		expect(readForm(form)).toEqual({});
		expect(readForm({})).toEqual({});
	});

	it('fills id and name from the counterparty that was chosen, and keeps a name that was typed', () => {
		const chosen = { __rl: true, mode: 'list', value: shipperId, cachedResultName: 'Example Trading Ltd' };
		const shipper = (set: object) => readForm({ formSets: { entry: [set] } });
		expect(shipper({ shipperId: chosen })).toEqual({
			sets: [{ shipper: { id: shipperId, name: 'Example Trading Ltd' } }],
		});
		expect(shipper({ shipperId: chosen, shipperName: 'EXAMPLE TRADING' })).toEqual({
			sets: [{ shipper: { id: shipperId, name: 'EXAMPLE TRADING' } }],
		});
		expect(shipper({ shipperId: { ...chosen, mode: 'id' } })).toEqual({ sets: [{ shipper: { id: shipperId } }] });
		expect(shipper({ shipperId: { ...chosen, value: '' } })).toEqual({});
	});

	it('takes from expressions what can be read one way, and leaves the rest for the type check to name', () => {
		const payload = readForm(
			{
				formShipmentReference: 4711,
				formVesselImo: 'Ever Example',
				formSets: {
					entry: [
						{ blDate: '2025-03-31T00:00:00', more: { numberOfContainers: '2' } },
						{ blDate: { toISODate: () => '2025-04-01' } },
					],
				},
			},
			'UTC',
		);
		expect(payload).toEqual({
			shipmentReference: '4711',
			vessel: { imo: 'Ever Example' },
			sets: [{ blDate: '2025-03-31', numberOfContainers: 2 }, { blDate: '2025-04-01' }],
		});
		expect(readPayload(payload).mismatches).toEqual([
			{ path: 'vessel.imo', value: 'Ever Example', expected: 'a whole number' },
		]);
	});

	it('carries any payload through the form, JSON and the type check unchanged', () => {
		fc.assert(
			fc.property(payloads(), (payload) => {
				const sent: unknown = JSON.parse(JSON.stringify(readForm(formOf(payload))));
				expect(sent).toEqual(JSON.parse(JSON.stringify(payload)));
				expect(readPayload(sent)).toMatchObject({ mismatches: [], unknown: [] });
			}),
			settings,
		);
	});
});
