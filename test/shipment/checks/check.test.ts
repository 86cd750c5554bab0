import fc from 'fast-check';
import { issuesIn } from '../../helpers/checks';
import { fullShipment } from '../../fixtures/shipment';
import { payloads, settings } from '../../fixtures/shipmentArbitrary';

const today = '2025-04-10';

/** What is found in one set: path within the set, rule, severity. */
function found(set: object): string[] {
	return issuesIn({ sets: [set] }, today).map(
		({ path, rule, severity }) => `${severity} ${rule} at ${path.replace('sets[0].', '')}`,
	);
}

function advice(payload: object): string[] {
	return issuesIn(payload, today).map((issue) => issue.advice);
}

describe('check', () => {
	it('finds nothing in a full shipment, nor in an empty one', () => {
		expect(issuesIn(fullShipment, today)).toEqual([]);
		expect(issuesIn({}, today)).toEqual([]);
	});

	it('says where, what, by which rule, and what would fit', () => {
		expect(issuesIn({ sets: [{}, { containers: [{ containerNumber: 'CSQU3054384' }] }] }, today)).toEqual([
			{
				path: 'sets[1].containers[0].containerNumber',
				value: 'CSQU3054384',
				rule: 'containerNumber',
				advice: 'The check digit of CSQU305438 is 3, not 4: one of its characters is probably mistyped.',
				severity: 'warning',
			},
		]);
	});

	it('reports types that the service would refuse as errors, and texts of another form as warnings', () => {
		expect(
			issuesIn({ vessel: { imo: '9074729' }, sets: [{ shipper: { id: 'EXTR01' }, blDate: '31.03.2025' }] }, today),
		).toEqual([
			expect.objectContaining({ path: 'vessel.imo', rule: 'type', severity: 'error', value: '9074729' }),
			expect.objectContaining({ path: 'sets[0].shipper.id', rule: 'uuid', severity: 'warning' }),
			expect.objectContaining({ path: 'sets[0].blDate', rule: 'dateForm', severity: 'warning' }),
		]);
	});

	it('warns of a field that is probably misspelt, notes one that is merely unknown, and leaves parcels alone', () => {
		const unknown = issuesIn(
			{ parcels: {}, cargos: [], carriage: 1, sets: [{ blnumber: 'B', containrs: [], parcels: [] }] },
			today,
		);
		expect(unknown.map(({ path, severity, advice: words }) => [path, severity, words.split('field. ')[1]])).toEqual([
			['carriage', 'note', 'It is sent unchanged.'],
			['sets[0].blnumber', 'warning', 'Did you mean blNumber?'],
			['sets[0].containrs', 'warning', 'Did you mean containers?'],
		]);
	});

	it.each([
		['9074729', []],
		['9074728', ['An IMO number that starts with 907472 must end with 9: one of its digits is probably mistyped.']],
		['907472', ['An IMO number must have seven digits, such as 9074729.']],
		['-9074729', ['An IMO number must have seven digits, such as 9074729.']],
	])('checks the IMO number %s', (imo, expected) => {
		expect(advice({ vessel: { imo: Number(imo) } })).toEqual(expected);
	});

	it.each([
		['CSQU3054383', []],
		['EXBU3000000', []], // the remainder 10 is written 0
		['csqu 305438-3', []],
		['CSQU 305438(3)', []],
		['csqu 305438-1', [expect.stringContaining('The check digit of CSQU305438 is 3')]],
		['n/a', [expect.stringContaining('four letters')]],
		['CSQX3054383', [expect.stringContaining('four letters')]],
		['CSQU305438', [expect.stringContaining('four letters')]],
		['', [expect.stringContaining('four letters')]],
	])('checks the container number %p', (containerNumber, expected) => {
		expect(advice({ sets: [{ containers: [{ containerNumber }] }] })).toEqual(expected);
	});

	it('finds a container twice in a set, however it is written, but not one that two sets share', () => {
		const twice = [
			{ containerNumber: 'CSQU3054383' },
			{ containerNumber: 'EXAU1000003' },
			{ containerNumber: 'CSQU3054383' },
		];
		expect(found({ containers: twice })).toEqual(['warning duplicateContainer at containers[2].containerNumber']);
		const shared = { containers: [{ containerNumber: 'CSQU3054383' }] };
		expect(issuesIn({ sets: [shared, shared] }, today)).toEqual([]);
	});

	it('compares the number of containers with the list, if there is one', () => {
		const containers = [{ containerNumber: 'CSQU3054383' }];
		expect(found({ numberOfContainers: 2, containers })).toEqual(['warning numberOfContainers at numberOfContainers']);
		expect(found({ numberOfContainers: 2 })).toEqual([]);
	});

	it('checks any payload of the specified form, and any JSON, without throwing', () => {
		fc.assert(
			fc.property(payloads(), (payload) => {
				expect(issuesIn(payload, today).filter(({ rule }) => rule === 'type' || rule === 'unknownField')).toEqual([]);
			}),
			settings,
		);
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(Array.isArray(issuesIn({ sets: [value] }, today))).toBe(true);
			}),
			settings,
		);
	});

	it('shortens long values', () => {
		const [long] = issuesIn({ vessel: { imo: 'x'.repeat(10_000) } }, today);
		expect(String(long!.value)).toHaveLength(101);
		expect(issuesIn({ vessel: { imo: { a: [1, 'x', null] } } }, today)[0]).toMatchObject({
			value: '{"a":[1,"x",null]}',
		});
		const huge = Array.from({ length: 100_000 }, () => 'x'.repeat(1_000));
		expect(String(issuesIn({ vessel: { imo: huge } }, today)[0]!.value).length).toBeLessThan(102);
	});
});
