import { shipmentFields, type Fields, type LeafField, type ListField } from '../fields/shipment';

/** A field of the form; `path` starts at the object of the form or of the list entry. */
export type FormLeaf = { name: string; label: string; path: readonly string[]; field: LeafField };
export type FormList = { name: string; label: string; path: readonly string[]; field: ListField; entry: FormLayout };
export type FormSection = { name: string; label: string; leaves: FormLeaf[] };

/** The fields of an object of the payload in the form: always visible, in collapsed sections, and in lists. */
export type FormLayout = { leaves: FormLeaf[]; sections: FormSection[]; lists: FormList[] };

const sectionLabels: Record<string, string> = { more: 'Additional Fields', quantity: 'Weight' };

/** Fields that every bill of lading needs are visible, the others are in sections. Fields of objects join those of the parent: `carrier.scac` is `carrierScac`. */
function layoutOf(fields: Fields): FormLayout {
	const layout: FormLayout = { leaves: [], sections: [], lists: [] };
	spread(fields, { path: [], label: '', group: undefined }, layout);
	return layout;
}

export const formLayout = layoutOf(shipmentFields);

type Parent = { path: readonly string[]; label: string; group: string | undefined };

function spread(fields: Fields, parent: Parent, layout: FormLayout): void {
	for (const [key, field] of Object.entries(fields)) {
		const path = [...parent.path, key];
		const label = `${parent.label} ${field.label}`.trim();
		const group = field.group ?? parent.group;
		const name = path.map((step, at) => (at === 0 ? step : capitalised(step))).join('');
		if (field.kind === 'object') spread(field.fields, { path, label, group }, layout);
		else if (field.kind === 'list') layout.lists.push({ name, label, path, field, entry: layoutOf(field.fields) });
		else if (group === undefined) layout.leaves.push({ name, label, path, field });
		else sectionOf(layout, group).leaves.push({ name, label, path, field });
	}
}

function sectionOf(layout: FormLayout, name: string): FormSection {
	const existing = layout.sections.find((section) => section.name === name);
	if (existing) return existing;
	const section = { name, label: sectionLabels[name] ?? capitalised(name), leaves: [] };
	layout.sections.push(section);
	return section;
}

export function capitalised(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
