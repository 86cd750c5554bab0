import { isRecord } from '../../schemas/json';
import { shipmentFields, type Field, type Fields, type LeafField, type ListField } from './shipment';

/** A value in a payload with its field, or an entry of a list with that of the list; `owner` is the object that has it. */
export type PlacedValue = {
	path: string;
	name: string;
	field: LeafField | ListField;
	value: unknown;
	owner: Record<string, unknown>;
};

/** Each value and each entry of a payload that a known field has, in the order of the fields. */
export function placesIn(payload: unknown): PlacedValue[] {
	const places: PlacedValue[] = [];
	const visit = (fields: Fields, owner: unknown, at: string): void => {
		if (!isRecord(owner)) return;
		for (const [name, field] of Object.entries(fields)) {
			const value = owner[name];
			if (value === undefined) continue;
			const path = `${at}${name}`;
			if (field.kind === 'object') visit(field.fields, value, `${path}.`);
			else if (field.kind !== 'list') places.push({ path, name, field, value, owner });
			else if (Array.isArray(value))
				for (const [index, entry] of value.entries()) {
					places.push({ path: `${path}[${index}]`, name, field, value: entry, owner });
					visit(field.fields, entry, `${path}[${index}].`);
				}
		}
	};
	visit(shipmentFields, payload, '');
	return places;
}

/** The field of a path such as `sets[0].blNumber`, with or without indexes; that of the list for an entry. */
export function fieldAt(path: string): Field | undefined {
	let fields: Fields = shipmentFields;
	let field: Field | undefined;
	for (const name of path.split(/[.[\]]+/).filter((step) => !/^\d*$/.test(step))) {
		field = Object.hasOwn(fields, name) ? fields[name] : undefined;
		fields = field?.kind === 'object' || field?.kind === 'list' ? field.fields : {};
	}
	return field;
}
