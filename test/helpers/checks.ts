import { check } from '../../nodes/CargoExchange/shipment/checks/validate';
import type { Issue } from '../../nodes/CargoExchange/shipment/issue';

/** The issues in the values of a part of a shipment. Missing fields are not reported. */
export function issuesIn(value: unknown, today: string): Issue[] {
	return check(value, today).filter(({ rule }) => rule !== 'missing');
}
