/** The exchange profile: what belongs to an exchange and not to a step, as one JSON text in the credential (docs/exchange-profile.md). */
import * as z from 'zod/v4';
import { InvalidInput } from '../errors';
import { isTimezone } from './date';
import { isRecord, parseJson, sanitizeFields } from './json';

const text = z.string('must be text').trim().min(1, 'must not be empty');
const flag = z.boolean('must be true or false');
const size = 'must be a whole number from 1 to 10000';
const record = z
	.record(z.string(), z.unknown(), 'must be an object in { }')
	.transform((fields) => sanitizeFields(fields));

/** An object with these keys and no others. */
function keyed<Shape extends z.ZodRawShape>(shape: Shape, why = '') {
	const known = `The keys are ${Object.keys(shape).join(', ')}.`;
	return z.strictObject(shape, {
		error: (issue) =>
			issue.code === 'unrecognized_keys'
				? `has no key ${issue.keys.join(', ')}. ${why}${known}`
				: 'must be an object in { }',
	});
}

const onlyConstants =
	'Only what is the same for every shipment of the exchange belongs here: no references, numbers, dates, figures or parties. ';

/** What all shipments to an exchange have in common (docs/service.md 2.7, 2.8, 2.11). A test compares it with the table of fields. */
const shipmentFields = keyed(
	{
		shipmentType: text,
		autoCollaboration: flag,
		locale: text,
		quantityFormat: text,
		serviceTypeAtReceipt: text,
		serviceTypeAtDelivery: text,
		loadType: text,
		sets: keyed(
			{
				blDocumentName: text,
				eSetType: text,
				billOfLadingClause: text,
				placeOfReceipt: text,
				loadingLocation: text,
				destination: text,
				destinationCountry: keyed({ unCountryCode: text, value: text }, onlyConstants).partial(),
				placeOfDelivery: text,
				placeOfIssue: text,
				freightCharges: keyed({ paymentLocationPrepaid: text, paymentLocationCollect: text }, onlyConstants).partial(),
			},
			onlyConstants,
		).partial(),
	},
	onlyConstants,
).partial();

/** The search's own fields have keys of their own, or belong to a step (docs/service.md 2.3). */
const searchFields = record.check(({ value, issues }) => {
	const own = ['status', 'instance', 'customerIds', 'shipmentRef'].find((name) => name in value);
	if (own === undefined) return;
	const message = `cannot have ${own}. Use searchStatuses and instance, and choose customers and references in the nodes`;
	issues.push({ code: 'custom', message, input: value });
});

const profile = keyed({
	paging: keyed({
		/** The place of offset and limit in a request. `none`: one response has all results. */
		in: z.enum(['url', 'body', 'none'], 'must be "url", "body" or "none"').default('url'),
		offset: text.default('offset'),
		limit: text.default('limit'),
		size: z.number(size).int(size).min(1, size).max(10_000, size).default(100),
	}).prefault({}),
	/** The IANA time zone in which the exchange writes modification dates. */
	timezone: text.refine(isTimezone, 'must be a time zone such as Europe/Berlin').default('UTC'),
	/** The exchange's name for a search filter for set IDs. */
	setIdFilter: text.optional(),
	/** Sent with each search for which neither the node nor an event names one. */
	instance: text.optional(),
	/** The words of `status` that together show every set; empty: no search has a status. Left out: found out. */
	searchStatuses: z.array(text, 'must be a list in [ ]').optional(),
	/** Further fields of each search. */
	searchFields: searchFields.default({}),
	/** A word of `status` with which an empty page of results means that there are none. */
	successStatus: text.optional(),
	shipmentFields: shipmentFields.default({}),
	/** Where PDFs go in a shipment. */
	pdfTemplate: record.refine(hasPdfList, 'must have a list with an entry that contains {base64}').optional(),
});

export type Profile = z.output<typeof profile>;
export const profileKeys = profile.keyof().options;
export type Paging = Profile['paging'];

/** The profile of a credential as n8n stores it. Throws InvalidInput that names the first key or value that cannot be used. */
export function readProfile(stored: unknown): Profile {
	const entered = typeof stored === 'string' ? stored.trim() : (stored ?? '');
	const json = typeof entered === 'string' ? parseJson(entered === '' ? '{}' : entered) : { value: entered };
	if (json === null) throw unusable('is not valid JSON');
	const read = profile.safeParse(json.value);
	if (read.success) return read.data;
	const [issue] = read.error.issues;
	const path = issue?.path.join('.') ?? '';
	throw unusable([path, issue?.message].filter(Boolean).join(' '));
}

function unusable(what: string): InvalidInput {
	return new InvalidInput({
		field: 'profile',
		message: `Exchange Profile: ${what.replace(/\.$/, '')}`,
		description:
			'Nothing was sent. Correct the Exchange Profile in the credential: docs/exchange-profile.md lists its keys, and "Exchange → Check" proposes one. With {}, the usual values apply.',
	});
}

/** Whether a value of a template holds the Base64 of a PDF. In double braces, as in an expression, it would be sent with a brace. */
export function isPdfEntry(value: unknown): boolean {
	if (typeof value === 'string') return /(?<!\{)\{base64\}/.test(value);
	return isRecord(value) && Object.values(value).some(isPdfEntry);
}

export function hasPdfList(value: unknown): boolean {
	if (Array.isArray(value)) return value.some((entry) => isPdfEntry(entry) || hasPdfList(entry));
	return isRecord(value) && Object.values(value).some(hasPdfList);
}
