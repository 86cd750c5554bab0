/**
 * Parameters of both nodes: zod schemas of their values (n8n stores text, but an expression may give a number, a list or an
 * object), and the fields that several operations have.
 */
import type { IBinaryData, INodeProperties, NodeHint } from 'n8n-workflow';
import * as z from 'zod/v4';
import { isRecord, isUuid, parseJson, sanitizeFields } from '../schemas/json';

/** Text without blanks around it; an empty text counts as not filled in. */
export const text = z
	.union([z.string(), z.number(), z.date().transform((date) => date.toISOString())], { error: 'must be text' })
	.nullish()
	.transform((value) => (value ?? '').toString().trim() || undefined);

export const requiredText = text
	.refine((value) => value !== undefined, 'must be filled in')
	.transform((value) => value ?? '');

const idExpected = 'must be an ID such as 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4';

/** The ID of a customer, a set or a document. */
export const uuid = requiredText.refine(isUuid, idExpected);

/** As `uuid`, or empty. */
export const optionalUuid = text.refine((value) => value === undefined || isUuid(value), idExpected);

/** Several values: a list, a JSON list as text, or comma-separated text. Empty values and repeats are left out. */
export const list = z
	.unknown()
	.optional()
	.transform((value, issues) => {
		const values = typeof value === 'string' ? splitList(value) : Array.isArray(value) ? value : [value ?? ''];
		const texts = z.array(z.union([z.string(), z.number()]).nullable()).safeParse(values);
		if (!texts.success) {
			issues.addIssue({
				code: 'custom',
				message: 'must be a list, or comma-separated text',
				continue: false,
			});
			return z.NEVER;
		}
		return [...new Set(texts.data.map((one) => String(one ?? '').trim()).filter((one) => one !== ''))];
	});

/** A file of n8n: an object with its type, and its content or its place in the store. */
const file = z.custom<IBinaryData>(
	(value) => isRecord(value) && typeof value['mimeType'] === 'string' && ('data' in value || 'id' in value),
);
const files = z.union([file.transform((one) => [one]), z.array(file).min(1)]);

/** Files, or the names of fields with files as `list` reads them. An empty list means no files; null: not filled in. */
export const fileList = z
	.union([z.array(z.never()), files, list.transform((names) => (names.length === 0 ? null : names))], {
		error: 'must be names of input fields with files',
	})
	.transform((found): Array<string | IBinaryData> | null => found);

/** Several customers: IDs as `list` reads them, or the items of Counterparty → Get Many. */
export const customerList = z
	.preprocess(
		(value) => (Array.isArray(value) ? value.map(customerIn) : customerIn(value)),
		list.refine(
			(ids) => ids.every((id) => isUuid(id)),
			'must be IDs such as 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4, from the list, as an array, or as comma-separated text',
		),
	)
	.prefault([]);

function customerIn(value: unknown): unknown {
	return isRecord(value) && 'customerId' in value ? value['customerId'] : value;
}

/** A JSON object, as an object or as text. An empty text counts as not filled in. The result is safe to copy and store. */
export const optionalJsonObject = z
	.unknown()
	.optional()
	.transform((value, issues) => {
		if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return undefined;
		const refuse = (message: string) => {
			issues.addIssue({ code: 'custom', message });
			return z.NEVER;
		};
		const read = parseJson(typeof value === 'string' ? value : jsonText(value));
		if (!read) return refuse('must be valid JSON');
		if (!isRecord(read.value)) return refuse('must be a JSON object in { }');
		if (!isShallow(read.value)) return refuse(`must not be nested deeper than ${deepest} levels`);
		return sanitizeFields(read.value);
	});

/** A number, or `usual` if it is not filled in: null, '' and [] would otherwise be read as 0. */
export function numberOr(usual: number, number: z.ZodType<number>) {
	const isEmpty = (value: unknown) =>
		value === null ||
		(typeof value === 'string' && value.trim() === '') ||
		(Array.isArray(value) && value.length === 0);
	const given = z.unknown().transform((value) => (isEmpty(value) ? undefined : value));
	return given.optional().pipe(number.default(usual));
}

/** A whole number from `least` to `most`; text with digits is accepted as well. */
export function count(least: number, most = Number.MAX_SAFE_INTEGER) {
	const limits = most === Number.MAX_SAFE_INTEGER ? `, ${least} or greater` : ` from ${least} to ${most}`;
	const range = `must be a whole number${limits}`;
	return z.coerce.number({ error: range }).int(range).min(least, range).max(most, range);
}

/** Less than the depth from which copies differ from the original. */
const deepest = 90;

function isShallow(value: unknown, levels = deepest): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

/** The JSON text of an expression's value, in which dates are texts; empty for a structure without end. */
function jsonText(value: unknown): string {
	try {
		return JSON.stringify(value);
	} catch {
		return '';
	}
}

function splitList(value: string): unknown[] {
	const json = value.trim().startsWith('[') ? parseJson(value)?.value : undefined;
	return Array.isArray(json) ? json : value.split(/[,;\n]/);
}

export const customersField = {
	displayName: 'Customer Names or IDs',
	name: 'customerIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getCounterparties' },
	allowArbitraryValues: true,
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a> that gives an array or comma-separated text',
} as const satisfies INodeProperties;

/** The application instance. Its values are names of deployments, so any text may be one. */
export const instanceField = {
	displayName: 'Instance',
	name: 'instance',
	type: 'string',
	default: '',
	placeholder: 'e.g. EXCHANGE',
} as const satisfies INodeProperties;

export const limitInput = {
	returnAll: z.boolean().default(false),
	limit: count(1).optional(),
};

/** The maximum number of results per input item. A limit that n8n hides is absent, and absent means all. */
export function mostOf({ returnAll, limit }: { returnAll: boolean; limit?: number | undefined }): number {
	return returnAll ? Infinity : (limit ?? Infinity);
}

export const limitFields = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
] as const satisfies INodeProperties[];

/** The collection of an operation's options, in alphabetical order. */
export function optionsField<const Options extends readonly INodeProperties[]>(...options: Options) {
	return {
		displayName: 'Options',
		name: 'options' as const,
		type: 'collection' as const,
		placeholder: 'Add Option',
		default: {},
		options: [...options].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	} satisfies INodeProperties;
}

/** A hint that the output panel shows while a condition on the parameters, an expression, is true. */
export function hint(message: string, type: NodeHint['type'] & string, condition: string): NodeHint {
	return { message, type, location: 'outputPane', whenToDisplay: 'always', displayCondition: `={{ ${condition} }}` };
}
