import { checkValues } from '../../nodes/CargoExchange/operations/shipment/validation/validate';
import type { Issue } from '../../nodes/CargoExchange/operations/shipment/validation/issue';
import { readPayload } from '../../nodes/CargoExchange/schemas/shipment/parsePayload';

/** What is found in the values of a part of a shipment, without what such a part lacks. */
export function issuesIn(value: unknown, today: string): Issue[] {
	return checkValues(readPayload(value), today);
}
