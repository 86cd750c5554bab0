import { InvalidInput } from '../../errors';
import { isRecord, parseJson } from '../../schemas/json';
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

export const noShipment = 'None of the rows contains a shipment, so nothing was imported';

/** An agent that uses the node as a tool gives no rows. */
export function noRowsForTool(): InvalidInput {
	const description = 'A person has to set "Input Mode" to "JSON" or "Form" in this tool.';
	return new InvalidInput({ field: 'inputMode', message: noShipment, description });
}

/** Where in an item the whole shipment is, as nodes that read files and requests give it: its field, and the expression for it. */
export function placeOfShipment(item: Record<string, unknown>): { field: string; expression: string } | undefined {
	if (isShipment(item)) return undefined;
	for (const [field, held] of Object.entries(item)) {
		const inField = `$json${/^[A-Za-z_]\w*$/.test(field) ? `.${field}` : `[${JSON.stringify(field)}]`}`;
		const value = typeof held === 'string' ? parseJson(held)?.value : held;
		if (isShipment(value)) return { field, expression: inField };
		if (Array.isArray(value) && value.length === 1 && isShipment(value[0]))
			return { field, expression: `${held === value ? inField : `JSON.parse(${inField})`}[0]` };
	}
	return undefined;
}

function isShipment(value: unknown): boolean {
	return isRecord(value) && ('shipmentReference' in value || Array.isArray(value['sets']));
}

export function oneLevelDeeper({ field, expression }: { field: string; expression: string }): InvalidInput {
	return new InvalidInput({
		field: 'payload',
		message: `The shipment is in the field "${field}" of the input item; nothing was sent`,
		description: `Set "Shipment" to {{ ${expression} }}.`,
	});
}
