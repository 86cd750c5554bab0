import { readPayload } from '../../../schemas/shipment/parsePayload';
import { checkCharges } from './charges';
import { checkCodes } from './codes';
import { checkContainers } from './containers';
import { checkDates } from './dates';
import { checkFieldTypes } from './fieldTypes';
import type { Finding } from './issue';
import { checkQuantities } from './quantities';
import { checkVessel } from './vessel';

/**
 * What a shipping clerk would find in a payload (specification 2.7 to 2.11) before the service does: its findings in the order of the
 * payload's parts, none where nothing is wrong. Never throws, whatever it is given. `today` is YYYY-MM-DD.
 */
export function check(value: unknown, today: string): Finding[] {
	const reading = readPayload(value);
	return [
		...checkFieldTypes(reading),
		...checkVessel(reading.payload),
		...(reading.payload.sets ?? []).flatMap((set, index) => {
			const path = `sets[${index}]`;
			return [
				...checkCodes(set, path),
				...checkDates(set, path, today),
				...checkContainers(set, path),
				...checkQuantities(set, path),
				...checkCharges(set.freightCharges ?? {}, `${path}.freightCharges`),
			];
		}),
	];
}
