import * as z from 'zod/v4';

/** A value of a text field: absent and null stay, a number or any other value is kept as text, so that no row is lost for it. */
export function textOf(value: unknown): string | null | undefined {
	return value === null || value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** A text field of a reply, read as `textOf` does. */
export const text = z.preprocess(textOf, z.string().nullish());
