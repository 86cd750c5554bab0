import { InvalidInput } from '../../errors';
import { meaningOf } from '../../shipment/sheet/headers';
import { shipmentFields } from '../../shipment/fields/shipment';

/** The modes that read an item. */
const modes = {
	rows: { name: 'Rows', input: 'a row of a spreadsheet' },
	json: { name: 'JSON', input: 'a shipment as JSON' },
};

type Mode = keyof typeof modes;

/** The mode that an item is made for, if it shows. */
export function modeOf(item: Record<string, unknown>): Mode | undefined {
	if (Array.isArray(item['sets'])) return 'json';
	// Names of columns with a cell, and not of the payload's own fields.
	const headers = Object.entries(item).filter(
		([key, value]) => typeof value !== 'object' && !Object.hasOwn(shipmentFields, key) && meaningOf(key) !== undefined,
	);
	return headers.length > 1 ? 'rows' : undefined;
}

/** Says which mode to set. An agent that uses the node as a tool reads this, too. */
export function wrongMode(chosen: Mode, meant: Mode): InvalidInput {
	return new InvalidInput({
		field: 'inputMode',
		message: `The input looks like ${modes[meant].input}, but Input Mode is ${modes[chosen].name}; nothing was sent`,
		description: `Set "Input Mode" to "${modes[meant].name}".`,
	});
}
