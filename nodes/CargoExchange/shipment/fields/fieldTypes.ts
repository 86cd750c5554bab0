import type { Check } from './doubt';

/** The description of a field of the import payload, for the form, the payload, the checks and the spreadsheet's headers. */

type Described = {
	/** Its name for users, without the name of the object that contains it: `SCAC`, not `Carrier SCAC`. */
	readonly label: string;
	/** The section of the form that contains it. Fields without one are always visible. */
	readonly group?: string;
	readonly placeholder?: string;
	readonly description?: string;
	readonly headers?: readonly string[];
	/** What is probably wrong with a value. */
	readonly check?: Check;
};

export type TextField = Described & {
	readonly kind: 'text';
	/** What one value of it is; see readValue.ts. */
	readonly type: 'text' | 'lines' | 'code' | 'codes' | 'unit' | 'currency' | 'country';
	/** How many lines the form shows. */
	readonly lines?: number;
	/** A code of letters that is always in capitals. */
	readonly isCapital?: true;
	/** Spaces, punctuation and case do not matter, as in a container number. */
	readonly anyWriting?: true;
	/** A placeholder may be meant, as in marks: *N/M*. */
	readonly isFree?: true;
	/** What the unit is one of; without it, any. */
	readonly measure?: 'weight' | 'volume';
	/** The field beside it for the code of the country that this one names. */
	readonly code?: string;
} & OfRow;

/** A text with known values: the service's word and the user's. Other words are allowed. */
export type ChoiceField = Described & {
	readonly kind: 'choice';
	/** Values that it does not list are sent, too: users have to know what it is for. */
	readonly description: string;
	readonly values: Readonly<Record<string, string>>;
	/** Further words of users for the service's. */
	readonly shortForms?: Readonly<Record<string, readonly string[]>>;
};

/** A calendar date, written YYYY-MM-DD. */
export type DateField = Described & { readonly kind: 'date' };

export type NumberField = Described & {
	readonly kind: 'number' | 'integer';
	/** Letters that people write in front of the number. */
	readonly prefix?: string;
	/** A figure: those of several rows add up, and a row of totals has their sums. */
	readonly adds?: true;
	/** Never zero or less: a weight, a volume, a number of packages. */
	readonly isPositive?: true;
	/** The field beside it that holds its unit or currency. */
	readonly unit?: string;
} & OfRow;

/** A figure that a sheet gives for a container or for goods: its path in an entry of Packaging. */
type OfRow = { readonly ofGoods?: string };

export type BooleanField = Described & { readonly kind: 'boolean' };

/** The ID (UUID) of a counterparty; choosing one from the list also fills in the field `name` of the same object. */
export type CounterpartyField = Described & { readonly kind: 'counterparty' };

export type LeafField = TextField | ChoiceField | DateField | NumberField | BooleanField | CounterpartyField;

/** An object of the payload. The form shows its fields with those of its parent, under its label. */
export type ObjectField = Described & { readonly kind: 'object'; readonly fields: Fields };

export type ListField = Described & {
	readonly kind: 'list';
	/** The name of one entry. */
	readonly entry: string;
	/** Dotted paths of the fields that distinguish the entries in a spreadsheet. */
	readonly key: readonly string[];
	/** Fields that distinguish entries with the same key if both are filled in; the first serves as the key if that is empty. */
	readonly furtherKey?: readonly string[];
	readonly fields: Fields;
};

export type Field = LeafField | ObjectField | ListField;

export type Fields = { readonly [name: string]: Field };

/** The type of a payload with these fields. All are optional. */
export type PayloadOf<F extends Fields> = { -readonly [Name in keyof F]?: ValueOf<F[Name]> | undefined };

type ValueOf<F extends Field> = F extends { kind: 'object'; fields: infer Inner extends Fields }
	? PayloadOf<Inner>
	: F extends { kind: 'list'; fields: infer Inner extends Fields }
		? PayloadOf<Inner>[]
		: F extends { kind: 'number' | 'integer' }
			? number
			: F extends { kind: 'boolean' }
				? boolean
				: string;

type Unlabelled<F extends Field> = Omit<F, 'kind' | 'label' | 'placeholder'>;
type TextDetails = Partial<Unlabelled<TextField>>;

export function textField(label: string, placeholder: string, more: TextDetails = {}): TextField {
	return { kind: 'text', type: more.lines === undefined ? 'text' : 'lines', label, placeholder, ...more };
}

/** A reference, number or code, and not words. */
export function codeField(label: string, placeholder: string, more: TextDetails = {}): TextField {
	return textField(label, placeholder, { type: 'code', ...more });
}

export function numberField(label: string, placeholder: string, more: Unlabelled<NumberField> = {}): NumberField {
	return { kind: 'number', label, placeholder, ...more };
}

export function integerField(label: string, placeholder: string, more: Unlabelled<NumberField> = {}): NumberField {
	return { kind: 'integer', label, placeholder, ...more };
}

/** Why a field has one choice. */
export const onlyValue = 'Add it only if the exchange requires it: no other value is documented.';

export function choiceField(
	label: string,
	values: ChoiceField['values'],
	more: Omit<Unlabelled<ChoiceField>, 'values'>,
): ChoiceField {
	return { kind: 'choice', label, values, ...more };
}

/** An empty label shows the fields as those of the parent. */
export function objectField<const F extends Fields>(label: string, fields: F, more: Pick<ObjectField, 'group'> = {}) {
	return { kind: 'object', label, fields, ...more } as const;
}

export function listField<const F extends Fields>(
	label: string,
	entry: string,
	key: readonly string[],
	fields: F,
	more: Pick<ListField, 'furtherKey'> = {},
) {
	return { kind: 'list', label, entry, key, fields, ...more } as const;
}
