import { isRecord } from '../../schemas/json';
import type { Fields } from './fieldTypes';
import { shipmentFields } from './shipment';

/** A place in a payload for people: the innermost entry, and the field in it. `isNumbered`: the entry has no name of its own, only its number. */
export type PlaceName = { entry: string; label: string; isNumbered: boolean };

/**
 * The names of a path: `sets[0].shipper.name` is *Shipper Name* of *Bill of lading BL-1*. Entries of other lists are named
 * with their bill of lading: *Bill of lading BL-1, Container CSQU3054383*. Unknown fields keep their name.
 */
export function placeNameOf(payload: unknown, path: string): PlaceName {
	let fields: Fields | undefined = shipmentFields;
	let value: unknown = payload;
	let entry: { name: string; key: readonly string[] } = { name: 'Shipment', key: ['shipmentReference'] };
	const entries: string[] = [];
	let words: string[] = [];
	let isNumbered = false;
	for (const step of path.split(/[.[\]]+/).filter((part) => part !== '')) {
		value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
		if (/^\d+$/.test(step)) {
			const name = keyTextOf(value, entry.key);
			isNumbered = name === undefined;
			entries.push(`${entry.name} ${name ?? Number(step) + 1}`);
			words = [];
			continue;
		}
		const field: Fields[string] | undefined = fields?.[step];
		words.push(field?.label ?? step);
		fields = field?.kind === 'object' || field?.kind === 'list' ? field.fields : undefined;
		if (field?.kind === 'list')
			entry = { name: field.entry === 'Set' ? 'Bill of lading' : field.entry, key: field.key };
	}
	const shipment = keyTextOf(payload, ['shipmentReference']);
	return {
		entry: entries.join(', ') || (shipment === undefined ? 'Shipment' : `Shipment ${shipment}`),
		label: words.filter((word) => word !== '').join(' '),
		isNumbered,
	};
}

/** The text that distinguishes an entry, if there is only one such field. */
function keyTextOf(value: unknown, [name, ...others]: readonly string[]): string | undefined {
	const text = isRecord(value) && name !== undefined && others.length === 0 ? value[name] : undefined;
	return typeof text === 'string' && text !== '' ? text : undefined;
}
