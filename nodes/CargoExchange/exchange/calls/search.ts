import type { Profile } from '../../schemas/profile';
import { readSearch, type SearchPage, type SearchReading, type SearchRequest } from '../../schemas/search';
import type { AuthenticatedRequests } from './authenticatedRequest';
import { readJson } from '../http/response';
import { discard, type Reply } from '../http/send';
import { emptyWithoutSuccess, schemaMismatch } from '../http/statusErrors';

const path = '/v3/common/sets/search';
/** An import does not wait longer than this for a search of one row. */
const verifyTokenMs = 10_000;

const refused = {
	message: 'The exchange did not accept the search',
	advice:
		'Run "Exchange → Check", which shows what this exchange requires of a search, and paste its profile into the credential. If it shows nothing, check the filters, or enter a smaller "size" under "paging" in the Exchange Profile.',
};

/** What a search sends. */
type Sent = { body: Record<string, unknown>; query?: Record<string, string> };
type Page = { offset: number; limit: number };

/** One page of a search (docs/service.md 4.3), as the profile wants it. Sends the filters that were filled in and nothing else. `facts`: see AccountKeys. */
export async function searchOnce(
	requests: AuthenticatedRequests,
	request: SearchRequest,
	{ profile, facts, ...page }: Page & { profile: Profile; facts: string },
): Promise<SearchPage> {
	return sendSearch(requests, sentBy(profile, request, page), (answer, fail) => {
		const withSets = statusesOf(facts);
		const { page: read, status, saysSuccess } = answer;
		if (read.results.length > 0) {
			if (withSets.size < 2) withSets.add(status);
			return read;
		}
		// An empty page must say that the search succeeded: else an error of the exchange would read as "there are none".
		const words = [profile.successStatus, withSets.size === 1 ? [...withSets][0] : undefined];
		if (saysSuccess || words.some((word) => word?.toLowerCase() === status.toLowerCase())) return read;
		throw fail();
	});
}

/** A search as an exchange with this profile wants it. What the request names goes before what the profile names. */
export function sentBy({ paging, instance, searchFields }: Profile, request: SearchRequest, page: Page): Sent {
	const { in: place, offset, limit } = paging;
	return {
		body: {
			...searchFields,
			...(instance !== undefined && { instance }),
			...filledIn(request),
			...(place === 'body' && { [offset]: page.offset, [limit]: page.limit }),
		},
		...(place === 'url' && { query: { [offset]: String(page.offset), [limit]: String(page.limit) } }),
	};
}

/** A page as it was read, whatever it says about success. */
export type SearchAnswer = Extract<SearchReading, { kind: 'page' }>;

/** Sends one search. `read` gets the page, and what to throw if it is empty and does not say that the search has succeeded. */
export async function sendSearch<Read>(
	requests: AuthenticatedRequests,
	{ body, query = {} }: Sent,
	read: (answer: SearchAnswer, fail: () => Error) => Read,
): Promise<Read> {
	return requests.call(
		{
			method: 'POST',
			field: 'baseUrl',
			path,
			query,
			headers: { accept: 'application/json', 'accept-encoding': 'gzip', 'content-type': 'application/json' },
			body: () => JSON.stringify(body),
			statusMessages: { 400: refused, 422: refused },
		},
		async (reply) => {
			const { reading, text } = await readPage(reply);
			return read(reading, () => emptyWithoutSuccess(reply, reading.status, text));
		},
	);
}

async function readPage(reply: Reply): Promise<{ reading: SearchAnswer; text: string }> {
	const { value, text } = reply.status === 204 ? withoutContent(reply) : await readJson(reply);
	const reading = readSearch(value);
	if (reading.kind !== 'page') throw schemaMismatch(reply, reading.field, text);
	return { reading, text };
}

/** A success that finds nothing (RFC 9110, 15.3.5). */
function withoutContent({ body }: Reply) {
	discard(body);
	return { value: { code: 200, data: { total: 0, results: [] } }, text: '' };
}

function filledIn(filters: SearchRequest): Record<string, unknown> {
	const isFilled = (value: unknown) => value !== undefined && value !== null && value !== '';
	return Object.fromEntries(Object.entries(filters).filter(([, value]) => isFilled(value)));
}

/**
 * Searches for one row to check the token: a 401 renews it. Any other response is ignored, since an account may import without
 * being allowed to search; so is an error, since the import reports it.
 */
export async function verifyToken(requests: AuthenticatedRequests, profile: Profile): Promise<void> {
	const { body, query = {} } = sentBy(profile, {}, { offset: 0, limit: 1 });
	try {
		await requests.call(
			{
				method: 'POST',
				field: 'baseUrl',
				path,
				query,
				headers: { accept: 'application/json', 'content-type': 'application/json' },
				body: () => JSON.stringify(body),
				answerWithinMs: verifyTokenMs,
				mayRepeat: () => false,
			},
			async (reply) => {
				discard(reply.body);
				return Promise.resolve();
			},
		);
	} catch (error) {
		if (requests.isCancelled()) throw error;
	}
}

/**
 * The statuses with which a login has got sets by a profile, for the process: the exchange's words for a success (docs/service.md 2.4). Two are enough
 * to know that a status says nothing about success.
 */
const statusesWithSets = new Map<string, Set<string>>();

function statusesOf(facts: string): Set<string> {
	const statuses = statusesWithSets.get(facts) ?? new Set();
	statusesWithSets.set(facts, statuses);
	return statuses;
}
