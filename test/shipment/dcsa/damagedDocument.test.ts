import fc from 'fast-check';
import { payloadFromTransportDocument } from '../../../nodes/CargoExchange/shipment/dcsa/transportDocument';
import { readPayload } from '../../../nodes/CargoExchange/shipment/fields/parsePayload';
import { fullTransportDocument } from '../../fixtures/fullTransportDocument';
import { isListed } from '../../fixtures/notMapped';
import { reeferDocument } from '../../fixtures/shipmentTransportDocument';

type Step = string | number;

/** What may stand where something of another type should. */
const strangers = ['strange text', 987_654.25, true, ['strange entry'], [{ strange: 'entry' }], { strange: 'field' }];

function typeOf(value: unknown): string {
	return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}

function fieldsOf(value: unknown): Record<Step, unknown> {
	return typeof value === 'object' ? { ...value } : {};
}

/** The way to every value of a document, whole or in parts. */
function waysIn(value: unknown, way: Step[] = []): Step[][] {
	if (typeof value !== 'object' || value === null) return [way];
	const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
	const inner = fieldsOf(value);
	return [...(way.length > 0 ? [way] : []), ...steps.flatMap((step) => waysIn(inner[step], [...way, step]))];
}

function valueAt(value: unknown, [step, ...further]: Step[]): unknown {
	if (step === undefined) return value;
	return valueAt(fieldsOf(value)[step], further);
}

function replaced(value: unknown, [step, ...further]: Step[], stranger: unknown): unknown {
	if (step === undefined) return stranger;
	if (Array.isArray(value))
		return value.map((inner: unknown, index): unknown => (index === step ? replaced(inner, further, stranger) : inner));
	const inner = fieldsOf(value);
	return { ...inner, [step]: replaced(inner[step], further, stranger) };
}

function pathOf(way: Step[]): string {
	return way.map((step, place) => (typeof step === 'number' ? `[${step}]` : place === 0 ? step : `.${step}`)).join('');
}

const whole = { full: fullTransportDocument, reefer: reeferDocument };

/** The reason why the value at this path was not taken over. */
function reasonFor(document: object, path: string): string | undefined {
	const note = payloadFromTransportDocument({ ...fullTransportDocument, ...document }).notes.find(
		(one) => one.path === path,
	);
	return note?.advice.replace(/^Not imported.*?\. (?=[A-Z])/, '');
}

describe('a transport document in which something is not of the type of the standard', () => {
	it.each(Object.entries(whole))(
		'is read without the values of another type, which are listed: %s',
		(_name, document) => {
			const ways = waysIn(document);
			fc.assert(
				fc.property(fc.constantFrom(...ways), fc.constantFrom(...strangers), (way, stranger) => {
					fc.pre(typeOf(valueAt(document, way)) !== typeOf(stranger));
					const { payload, notes } = payloadFromTransportDocument(replaced(document, way, stranger));
					expect(readPayload(payload)).toEqual({ payload, mismatches: [], unknown: [] });
					const isMapped = JSON.stringify(payload).includes('strange ');
					if (!isMapped) expect([pathOf(way), isListed(notes, pathOf(way))]).toEqual([pathOf(way), true]);
				}),
				{ seed: 20250331, numRuns: 300 },
			);
		},
	);

	it.each<[string, object]>([
		['charges[0]', { charges: ['Freight 100 USD'] }],
		['documentParties.shipper.address', { documentParties: { shipper: { address: 'Main Street 1' } } }],
		['utilizedTransportEquipments', { utilizedTransportEquipments: { equipment: {}, isShipperOwned: true } }],
	])('says of %s that it is not of that type', (path, document) => {
		expect(reasonFor(document, path)).toBe('Its type differs from that of the standard.');
	});

	it('shows the value that is lost', () => {
		const document = { ...fullTransportDocument, documentParties: { shipper: { partyName: { a: ['lost'] } } } };
		const { notes } = payloadFromTransportDocument(document);
		expect(notes.find(({ path }) => path === 'documentParties.shipper.partyName')).toMatchObject({
			value: '{"a":["lost"]}',
		});
	});

	it('counts no container that is none', () => {
		const strange = { utilizedTransportEquipments: ['CSQU3054383'] };
		const [set] = payloadFromTransportDocument({ ...fullTransportDocument, ...strange }).payload.sets!;
		expect(set!.numberOfContainers).toBe(2);
	});
});
