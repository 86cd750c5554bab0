import { InvalidInput } from '../../errors';
import { documentKindOf } from '../../shipment/dcsa/documentKind';
import { meaningOf } from '../../shipment/sheet/headers';
import { shipmentFields } from '../../shipment/fields/shipment';
import type { ImportInput } from './importParameters';

type Mode = ImportInput['inputMode'];

const names: Record<Mode, string> = { rows: 'Rows', form: 'Form', json: 'JSON', dcsa: 'DCSA Transport Document' };

/** How many keys of an item must be headers, and how many a message names. */
const fewestHeaders = 2;
const mostNamed = 3;

/** The mode that an item is made for, if it shows. */
export function modeOf(item: Record<string, unknown>): Mode | undefined {
	if (Array.isArray(item['sets'])) return 'json';
	// The columns of a sheet may be called as fields of a document, but their cells are no objects.
	const isNested = Object.values(item).some((value) => typeof value === 'object' && value !== null);
	if (isNested && documentKindOf(item) !== undefined) return 'dcsa';
	return headersIn(item).length >= fewestHeaders ? 'rows' : undefined;
}

/** Names of columns with a cell, and not of the payload's own fields. */
function headersIn(item: Record<string, unknown>): string[] {
	return Object.entries(item).flatMap(([key, value]) =>
		typeof value !== 'object' && !Object.hasOwn(shipmentFields, key) && meaningOf(key) !== undefined ? [key] : [],
	);
}

/** Says which mode to set. An agent that uses the node as a tool reads this, too. */
export function wrongMode(chosen: Mode, meant: Mode, item: Record<string, unknown>): InvalidInput {
	const headers = headersIn(item).slice(0, mostNamed).join(', ');
	const what: Partial<Record<Mode, string>> = {
		rows: `a row of a spreadsheet (${headers} …)`,
		json: 'a shipment as JSON',
		dcsa: 'a DCSA document',
	};
	return new InvalidInput({
		field: 'inputMode',
		message: `The input looks like ${what[meant] ?? names[meant]}, but Input Mode is ${names[chosen]}; nothing was sent`,
		description: `Set "Input Mode" to "${names[meant]}".`,
	});
}
