/**
 * Parameters of both nodes: zod schemas of what they hold (n8n stores text, but an expression may give a number, a list
 * or an object), and the fields that several operations have.
 */
import type { IBinaryData, INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';
import { sanitizeFields } from '../schemas/sanitizeJson';
import { isRecord, parseJson, isUuid } from '../schemas/json';

/** Text without blanks around it; an empty text counts as not filled in. */
export const text = z
	.union([z.string(), z.number(), z.date().transform((date) => date.toISOString())], { error: 'must be text' })
	.nullish()
	.transform((value) => (value ?? '').toString().trim() || undefined);

/** Text that has to be there. */
export const requiredText = text
	.refine((value) => value !== undefined, 'must be filled in')
	.transform((value) => value ?? '');

/** One id in the form that the exchange gives to customers, sets and documents. */
export const uuid = requiredText.refine(isUuid, 'must be an ID such as 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4');

/** As `uuid`, where the id may be left out. */
export const optionalUuid = text.refine(
	(value) => value === undefined || isUuid(value),
	'must be an ID such as 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
);

/** Several values: a list, a JSON list as text, or text with commas between. Empty ones and repeats are left out. */
export const list = z
	.unknown()
	.optional()
	.transform((value, issues) => {
		const values = typeof value === 'string' ? splitList(value) : Array.isArray(value) ? value : [value ?? ''];
		const texts = z.array(z.union([z.string(), z.number()]).nullable()).safeParse(values);
		if (!texts.success) {
			issues.addIssue({
				code: 'custom',
				message: 'must be a list of texts, or text with commas between',
				continue: false,
			});
			return z.NEVER;
		}
		return [...new Set(texts.data.map((one) => String(one ?? '').trim()).filter((one) => one !== ''))];
	});

/** What n8n calls a file: an object with its type, and its content or its place in the store. */
const file = z.custom<IBinaryData>(
	(value) => isRecord(value) && typeof value['mimeType'] === 'string' && ('data' in value || 'id' in value),
);
const files = z.union([file.transform((one) => [one]), z.array(file).min(1)]);

/** Files, or the names of fields that hold them in the forms that `list` takes. An empty list means none; null: nothing is given. */
export const fileList = z
	.union([z.array(z.never()), files, list.transform((names) => (names.length === 0 ? null : names))], {
		error: 'must name input fields that hold files',
	})
	.transform((found): Array<string | IBinaryData> | null => found);

/** Several customers: ids in the forms that `list` takes, or counterparties as the operation of that name gives them. */
export const customerList = z
	.preprocess(
		(value) => (Array.isArray(value) ? value.map(customerIn) : customerIn(value)),
		list.refine(
			(ids) => ids.every((id) => isUuid(id)),
			'must hold IDs such as 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4, from the list, as an array, or with commas between',
		),
	)
	.prefault([]);

function customerIn(value: unknown): unknown {
	return isRecord(value) && 'customerId' in value ? value['customerId'] : value;
}

/** A JSON object, as an object or as text. An empty text counts as not filled in. What it gives can be copied and written without harm. */
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
		if (!read) return refuse('must be JSON; this text cannot be read as JSON');
		if (!isRecord(read.value)) return refuse('must be a JSON object in { }');
		if (!isShallow(read.value)) return refuse(`must not be nested deeper than ${deepest} levels`);
		return sanitizeFields(read.value, () => true);
	});

/** As `optionalJsonObject`, where it has to be there. */
export const jsonObject = optionalJsonObject
	.refine((value) => value !== undefined, 'must be filled in')
	.transform((value) => value ?? {});

/** A whole number from `least` to `most`; text with digits is taken as well. */
export function count(least: number, most = Number.MAX_SAFE_INTEGER) {
	const end = most === Number.MAX_SAFE_INTEGER ? 'on' : `to ${most}`;
	const range = `must be a whole number from ${least} ${end}`;
	return z.coerce.number({ error: range }).int(range).min(least, range).max(most, range);
}

/** Far below what overflows when it is copied or written. */
const deepest = 90;

function isShallow(root: unknown): boolean {
	let level: unknown[] = [root];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > deepest) return false;
		level = level.flatMap((value): unknown[] =>
			typeof value === 'object' && value !== null ? Object.values(value) : [],
		);
	}
	return true;
}

/** What an expression gave as JSON text: its dates become texts. Empty where that cannot be done, as in endless structures. */
function jsonText(value: unknown): string {
	try {
		return JSON.stringify(value);
	} catch {
		// Whoever reads the empty text says that it is no JSON.
		return '';
	}
}

function splitList(value: string): unknown[] {
	const json = value.trim().startsWith('[') ? parseJson(value)?.value : undefined;
	return Array.isArray(json) ? json : value.split(/[,;\n]/);
}

/** The dropdown of counterparties. An expression may give an array of ids, or text with commas between. */
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

/** The application instance: its words are names of deployments, so any text may be one. */
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

/** How many results one input item gives at most. A limit that n8n hides is absent, and absent means all. */
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

/** The collection of an operation's options, in the order of the alphabet. */
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
