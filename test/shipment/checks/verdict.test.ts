import { InvalidInput } from '../../../nodes/CargoExchange/errors';
import { stopIfBlocking, type validations } from '../../../nodes/CargoExchange/shipment/checks/validate';
import { issuesIn } from '../../helpers/checks';

type Validation = (typeof validations)[number];

const today = '2025-04-10';
const suspicious = { sets: [{ containers: [{ containerNumber: 'CSQU3054384' }] }] };
const untyped = { vessel: { imo: '9074729' } };
const unusual = { carriage: 1 };

function outcome(payload: object, validation: Validation): string[] | InvalidInput {
	try {
		return stopIfBlocking(issuesIn(payload, today), validation).map(({ rule }) => rule);
	} catch (error) {
		if (error instanceof InvalidInput) return error;
		throw error;
	}
}

describe('stopIfBlocking', () => {
	it.each([
		['off', untyped, ['type']],
		['off', suspicious, ['containerNumber']],
		['warn', suspicious, ['containerNumber']],
		['warn', unusual, ['unknownField']],
		['strict', unusual, ['unknownField']],
		['strict', {}, []],
	] as const)('lets pass when %s: %j', (validation, payload, rules) => {
		expect(outcome(payload, validation)).toEqual(rules);
	});

	it.each([
		['warn', untyped],
		['strict', untyped],
		['strict', suspicious],
	] as const)('refuses when %s: %j', (validation, payload) => {
		expect(outcome(payload, validation)).toBeInstanceOf(InvalidInput);
	});

	it('lists each issue with its place, up to ten of them', () => {
		expect(outcome(untyped, 'warn')).toMatchObject({
			message: 'One value of the shipment is invalid; nothing was sent',
			description: 'vessel.imo: "9074729". Must be a whole number, not text.',
		});
		const containers = Array.from({ length: 12 }, () => ({ containerNumber: 17 }));
		const refused = outcome({ sets: [{ containers }] }, 'warn');
		expect(refused).toMatchObject({ message: '12 values of the shipment are invalid; nothing was sent' });
		expect('description' in refused && refused.description.split('\n')).toHaveLength(11);
	});
});
