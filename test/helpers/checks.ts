import { issuesIn as allIssuesIn } from '../../nodes/CargoExchange/shipment/checks/payload';
import type { Issue } from '../../nodes/CargoExchange/shipment/issue';

/** Everything that is noticed in a payload. */
export function check(value: unknown, today: string): Issue[] {
	return allIssuesIn(value, { today });
}

/** The issues in the values of a part of a shipment. Missing fields are not reported. */
export function issuesIn(value: unknown, today: string): Issue[] {
	return check(value, today).filter(({ rule }) => rule !== 'missing' && rule !== 'no unit');
}
