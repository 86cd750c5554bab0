import * as z from 'zod/v4';

/** A text field of a reply: absent and null stay, a number or any other value is kept as text, so that no row is lost for it. */
export const text = z.preprocess(asText, z.string().nullish());

function asText(value: unknown): unknown {
	if (value === null || value === undefined || typeof value === 'string') return value;
	return JSON.stringify(value);
}

/** True when `text` would leave the value as it is. */
export function isText(value: unknown): value is string | null | undefined {
	return typeof value === 'string' || value === null || value === undefined;
}
