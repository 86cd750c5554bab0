import { checkValues } from '../../nodes/CargoExchange/operations/shipment/validation/validate';
import type { Issue } from '../../nodes/CargoExchange/operations/shipment/validation/issue';
import { readPayload } from '../../nodes/CargoExchange/schemas/shipment/parsePayload';

/** The issues in the values of a part of a shipment. Missing fields are not reported. */
export function issuesIn(value: unknown, today: string): Issue[] {
	return checkValues(readPayload(value), today);
}
