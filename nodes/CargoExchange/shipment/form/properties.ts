import type { INodeProperties } from 'n8n-workflow';
import type { LeafField } from '../fields/shipment';
import { capitalised, formLayout, type FormLayout, type FormLeaf, type FormList, type FormSection } from './layout';

/**
 * The form's fields for n8n by the names that workflows store, in their order: those that every shipment needs, its bills of lading with one
 * to fill in, and the rest under "Add Field". The table of fields describes their contents.
 */
export function formProperties() {
	const properties = layoutProperties(formLayout);
	const named = (wanted: string): INodeProperties => {
		const found = properties.find(({ name }) => parameterOf(name) === wanted);
		if (!found) throw new Error(`The form has no field for ${wanted}`);
		return { ...found, name: wanted };
	};
	return {
		formShipmentReference: named('formShipmentReference'),
		formVesselImo: named('formVesselImo'),
		formVoyageReference: named('formVoyageReference'),
		formSets: { ...named('formSets'), default: { entry: [{}] } },
		formMore: named('formMore'),
	};
}

/** The node's parameter for a field, section or list of the outermost layout. */
export function parameterOf(name: string): string {
	return `form${capitalised(name)}`;
}

function sectionProperty({ name, label, leaves }: FormSection): INodeProperties {
	return {
		displayName: label,
		name,
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: leaves.map((leaf) => leafProperty(leaf, 'added')),
	};
}

function listProperty({ name, label, field, entry }: FormList): INodeProperties {
	const title = field.key[0];
	return {
		displayName: label,
		name,
		type: 'fixedCollection',
		placeholder: `Add ${field.entry}`,
		typeOptions: {
			multipleValues: true,
			multipleValueButtonText: `Add ${field.entry}`,
			sortable: true,
			...(title === undefined || title.includes('.')
				? {}
				: { fixedCollection: { itemTitle: `={{ $collection.item.value.${title} }}` } }),
		},
		default: {},
		options: [{ displayName: field.entry, name: 'entry', values: layoutProperties(entry) }],
	};
}

function layoutProperties({ leaves, sections, lists }: FormLayout): INodeProperties[] {
	return [
		...leaves.map((leaf) => leafProperty(leaf, 'visible')),
		...sections.map(sectionProperty),
		...lists.map(listProperty),
	];
}

function leafProperty({ name, label, field }: FormLeaf, appearance: 'added' | 'visible'): INodeProperties {
	return {
		displayName: label,
		name,
		...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
		...(field.description === undefined ? {} : { description: field.description }),
		...kindOfProperty(field, appearance),
	};
}

type Kind = Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

function kindOfProperty(field: LeafField, appearance: 'added' | 'visible'): Kind {
	switch (field.kind) {
		case 'text':
			return {
				type: 'string',
				default: '',
				...(field.lines === undefined ? {} : { typeOptions: { rows: field.lines } }),
			};
		case 'date':
			return { type: 'dateTime', default: '', typeOptions: { dateOnly: true } };
		case 'number':
			return { type: 'number', default: '' };
		case 'integer':
			return { type: 'number', default: '', typeOptions: { numberPrecision: 0 } };
		case 'boolean':
			return { type: 'boolean', default: true };
		case 'choice':
			return choiceProperty(field.values, field.description, appearance);
		case 'counterparty':
			return counterpartyProperty;
	}
}

function choiceProperty(
	values: Readonly<Record<string, string>>,
	description: string,
	appearance: 'added' | 'visible',
): Kind {
	const options = Object.entries(values).map(([value, name]) => ({ name, value }));
	const known = options[0]?.value ?? '';
	return {
		type: 'options',
		// A field that is always visible must be able to be empty.
		options: appearance === 'added' ? options : [{ name: 'Not Specified', value: '' }, ...options],
		default: appearance === 'added' ? known : '',
		allowArbitraryValues: true,
		description: `${description} Specify other values using an expression.`,
	};
}

const counterpartyProperty = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a customer…',
			typeOptions: { searchListMethod: 'searchCounterparties', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 2b0c6f4e-6d0b-4a55-9d70-0d5b6f5f1a01',
		},
	],
} satisfies Kind;
