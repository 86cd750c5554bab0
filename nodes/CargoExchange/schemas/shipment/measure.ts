import type { Fields } from './fieldTypes';

/** A gross and a net number with their unit (specification 2.9). */
export const quantityFields = {
	quantityGross: { kind: 'number', label: 'Gross', placeholder: 'e.g. 12000' },
	quantityNet: { kind: 'number', label: 'Net', placeholder: 'e.g. 11500' },
	crossRefId: { kind: 'text', label: 'Unit', placeholder: 'e.g. KGM', description: 'Code of the unit' },
	label: { kind: 'text', label: 'Label', placeholder: 'e.g. kg', description: 'How the unit is printed' },
} as const satisfies Fields;

/** The same with the pattern by which the numbers are printed. */
export const measureFields = {
	quantityGross: quantityFields.quantityGross,
	quantityNet: quantityFields.quantityNet,
	crossRefId: quantityFields.crossRefId,
	format: { kind: 'text', label: 'Number Format', placeholder: 'e.g. #,##0.000', description: 'Number format pattern' },
	label: quantityFields.label,
} as const satisfies Fields;
