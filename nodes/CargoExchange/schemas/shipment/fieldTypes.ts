/** How a field of the import payload is described, once, for the form, the payload, the checks and the spreadsheet's headers. */

type Described = {
	/** What users call it; inside an object without the object's name: `SCAC`, not `Carrier SCAC`. */
	readonly label: string;
	/** The section of the form that holds it; without one it is visible at once. */
	readonly group?: string;
	readonly placeholder?: string;
	readonly description?: string;
	/** Further spreadsheet headers that mean this field, beside its label. */
	readonly headers?: readonly string[];
};

export type TextField = Described & {
	readonly kind: 'text';
	/** More than one line is usual, as in an address. */
	readonly lines?: number;
	/** The service takes the empty text as a value of its own. */
	readonly mayBeEmpty?: true;
	/** Spaces, punctuation and small letters make no difference to what it names. */
	readonly anyWriting?: true;
};

/** A text with known values: key is the service's word, value the user's. Other words pass. */
export type ChoiceField = Described & { readonly kind: 'choice'; readonly values: Readonly<Record<string, string>> };

/** A calendar date, written YYYY-MM-DD. */
export type DateField = Described & { readonly kind: 'date' };

export type NumberField = Described & {
	readonly kind: 'number' | 'integer';
	/** Letters that people write in front of the number. */
	readonly prefix?: string;
};

export type BooleanField = Described & { readonly kind: 'boolean' };

/** The id (UUID) of a counterparty; choosing one from the list also fills `name` beside it. */
export type CounterpartyField = Described & { readonly kind: 'counterparty' };

export type LeafField = TextField | ChoiceField | DateField | NumberField | BooleanField | CounterpartyField;

/** An object of the payload. The form shows its fields beside those of its parent, under its label. */
export type ObjectField = Described & { readonly kind: 'object'; readonly fields: Fields };

export type ListField = Described & {
	readonly kind: 'list';
	/** What one entry is called. */
	readonly entry: string;
	/** Dotted paths of the fields that distinguish the entries in a spreadsheet. */
	readonly key: readonly string[];
	readonly fields: Fields;
};

export type Field = LeafField | ObjectField | ListField;

export type Fields = { readonly [name: string]: Field };

/** What a payload made of these fields looks like; no field is required by us. */
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
