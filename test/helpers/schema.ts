import { z } from 'zod/v4';

/** The part of JSON Schema that n8n's previews use. */
export type Schema = {
	type: string;
	properties?: Record<string, Schema> | undefined;
	items?: Schema | undefined;
};

export const schema: z.ZodType<Schema> = z.lazy(() =>
	z.strictObject({
		type: z.enum(['object', 'array', 'string', 'number', 'boolean', 'null']),
		properties: z.record(z.string(), schema).optional(),
		items: schema.optional(),
	}),
);

/** The schema that all values match. A null is ignored if another value shows the type. */
export function schemaOf(values: readonly unknown[]): Schema {
	const known = values.filter((value) => value !== null && value !== undefined);
	const [first] = known;
	if (first === undefined) return { type: 'null' };
	if (Array.isArray(first)) {
		const entries = known.flat();
		return { type: 'array', ...(entries.length > 0 && { items: schemaOf(entries) }) };
	}
	if (typeof first !== 'object') return { type: typeof first };
	const objects = known.filter((value) => typeof value === 'object');
	const keys = new Set(objects.flatMap((value) => Object.keys(value)));
	const properties = [...keys].map((key): [string, Schema] => [
		key,
		schemaOf(objects.map((value): unknown => Reflect.get(value, key))),
	]);
	return { type: 'object', properties: Object.fromEntries(properties) };
}
