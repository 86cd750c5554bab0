import { acceptIssues } from '../../../nodes/CargoExchange/shipment/accept';
import { notesOf } from '../../../nodes/CargoExchange/shipment/checks/verdict';
import { issuesIn } from '../../helpers/checks';

it('what stops a shipment is listed with its place, up to ten of them', () => {
	const containers = Array.from({ length: 12 }, () => ({ containerNumber: 17 }));
	const issues = acceptIssues(issuesIn({ sets: [{ containers }] }, '2025-04-10'), '');
	expect(() => notesOf(issues, 'warn')).toThrow(
		expect.objectContaining({
			message: '12 values of the shipment are invalid; nothing was sent',
			description: expect.stringMatching(/^(sets.*\n){10}… and 2 more\.$/) as string,
		}) as Error,
	);
});
