import { InvalidInput } from '../../errors';
import { documentKindOf } from '../../shipment/dcsa/documentKind';
import { meaningOf } from '../../shipment/sheet/headers';
import { shipmentFields } from '../../shipment/fields/shipment';
import type { ImportInput } from './importParameters';

type Mode = ImportInput['inputMode'];

const names: Record<Mode, string> = { rows: 'Rows', form: 'Form', json: 'JSON', dcsa: 'DCSA Transport Document' };

/** The mode that an item is made for, if it shows. */
export function modeOf(item: Record<string, unknown>): Mode | undefined {
	if (Array.isArray(item['sets'])) return 'json';
	// The columns of a sheet may be called as fields of a document, but their cells are no objects.
	const isNested = Object.values(item).some((value) => typeof value === 'object' && value !== null);
	if (isNested && documentKindOf(item) !== undefined) return 'dcsa';
	// Names of columns with a cell, and not of the payload's own fields.
	const headers = Object.entries(item).filter(
		([key, value]) => typeof value !== 'object' && !Object.hasOwn(shipmentFields, key) && meaningOf(key) !== undefined,
	);
	return headers.length > 1 ? 'rows' : undefined;
}

const inputs: Record<Mode, string> = {
	rows: 'a row of a spreadsheet',
	form: 'a form',
	json: 'a shipment as JSON',
	dcsa: 'a DCSA document',
};

/** Says which mode to set. An agent that uses the node as a tool reads this, too. */
export function wrongMode(chosen: Mode, meant: Mode): InvalidInput {
	return new InvalidInput({
		field: 'inputMode',
		message: `The input looks like ${inputs[meant]}, but Input Mode is ${names[chosen]}; nothing was sent`,
		description: `Set "Input Mode" to "${names[meant]}".`,
	});
}
