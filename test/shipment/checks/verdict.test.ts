import { InvalidInput } from '../../../nodes/CargoExchange/errors';
import { acceptIssues, notesOf } from '../../../nodes/CargoExchange/shipment/checks/verdict';
import { issuesIn } from '../../helpers/checks';

const today = '2025-04-10';
const suspicious = { sets: [{ containers: [{ containerNumber: 'CSQU3054384' }] }] };
const untyped = { vessel: { imo: '9074729' } };

function outcome(payload: object, validation: 'strict' | 'warn', acceptValues = ''): string[] | InvalidInput {
	try {
		return notesOf(acceptIssues(issuesIn(payload, today), acceptValues), validation).map(
			({ rule, severity }) => `${severity} ${rule}`,
		);
	} catch (error) {
		if (error instanceof InvalidInput) return error;
		throw error;
	}
}

describe('what stops a shipment', () => {
	it('is under Warn what cannot be read, and under Strict also what is probably wrong', () => {
		expect(outcome(suspicious, 'warn')).toEqual(['note unlikely']);
		expect(outcome(suspicious, 'strict')).toMatchObject({
			message: 'One value of the shipment is invalid; nothing was sent',
			description:
				'sets[0].containers[0].containerNumber: "CSQU3054384". The check digit of CSQU305438 is 3, not 4: one of its characters is probably mistyped. To let it pass, add CSQU3054384 to Accept Values.',
		});
		expect(outcome(untyped, 'warn')).toMatchObject({
			description: 'vessel.imo: "9074729". Must be a whole number, not text.',
		});
	});

	it('passes if Accept Values has its value or the name of what is missing, but not what cannot be read', () => {
		expect(outcome(suspicious, 'strict', 'x, csqu3054384')).toEqual(['note unlikely']);
		expect(outcome(untyped, 'strict', '9074729')).toBeInstanceOf(InvalidInput);
	});

	it('is listed with its place, up to ten of them', () => {
		const containers = Array.from({ length: 12 }, () => ({ containerNumber: 17 }));
		const refused = outcome({ sets: [{ containers }] }, 'warn');
		expect(refused).toMatchObject({ message: '12 values of the shipment are invalid; nothing was sent' });
		expect('description' in refused && refused.description.split('\n')).toHaveLength(11);
	});
});
