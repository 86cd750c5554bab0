import type { INodeProperties } from 'n8n-workflow';

/** Single fields that replace those of the given shipment. */
export const overridesField = {
	displayName: 'Overrides',
	name: 'overrides',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Override',
	default: {},
	description:
		'Fields to set on top of the shipment that is given above, for example by expressions on top of a saved one',
	displayOptions: { show: { inputMode: ['dcsa', 'json'] } },
	options: [
		{
			displayName: 'Override',
			name: 'override',
			values: [
				{
					displayName: 'Field',
					name: 'field',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. sets[0].blNumber',
					description: 'The path of the field in the shipment that is sent; entries of lists are counted from 0',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. EXBL0001234',
					description: 'The new value. Leave empty to leave the field out.',
				},
			],
		},
	],
} as const satisfies INodeProperties;
