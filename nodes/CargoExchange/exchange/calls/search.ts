import { readSearch, type SearchPage, type SearchRequest } from '../../schemas/search';
import type { Paging } from '../auth/credential';
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
		'Check the filters. Some exchanges require at least one customer, or allow fewer results per page than "Page Size" in the credential, under "Exchange-Specific Settings".',
};

/** One page of a search (docs/service.md 4.3). Sends the filters that were filled in and nothing else. `login`: the key of the login. */
export async function searchOnce(
	requests: AuthenticatedRequests,
	request: SearchRequest,
	{ offset, limit, paging, login }: { offset: number; limit: number; paging: Paging; login: string },
): Promise<SearchPage> {
	const { mode, offsetName, limitName } = paging;
	const body = { ...filledIn(request), ...(mode === 'body' && { [offsetName]: offset, [limitName]: limit }) };
	const query = { [offsetName]: String(offset), [limitName]: String(limit) };
	return requests.call(
		{
			method: 'POST',
			field: 'baseUrl',
			path,
			...(mode === 'query' && { query }),
			headers: { accept: 'application/json', 'accept-encoding': 'gzip', 'content-type': 'application/json' },
			body: () => JSON.stringify(body),
			statusMessages: { 400: refused, 422: refused },
		},
		async (reply) => readPage(reply, statusesOf(login)),
	);
}

function filledIn(filters: SearchRequest): Record<string, unknown> {
	const isFilled = (value: unknown) => value !== undefined && value !== null && value !== '';
	return Object.fromEntries(Object.entries(filters).filter(([, value]) => isFilled(value)));
}

/**
 * Searches for one row to check the token: a 401 renews it. Any other response is ignored, since an account may import without
 * being allowed to search; so is an error, since the import reports it.
 */
export async function verifyToken(requests: AuthenticatedRequests): Promise<void> {
	try {
		await requests.call(
			{
				method: 'POST',
				field: 'baseUrl',
				path,
				query: { offset: '0', limit: '1' },
				headers: { accept: 'application/json', 'content-type': 'application/json' },
				body: () => '{}',
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
 * The statuses with which a login has got sets, for the process: the exchange's words for a success (docs/service.md 2.4). Two are enough
 * to know that a status says nothing about success.
 */
const statusesWithSets = new Map<string, Set<string>>();

function statusesOf(login: string): Set<string> {
	const statuses = statusesWithSets.get(login) ?? new Set();
	statusesWithSets.set(login, statuses);
	return statuses;
}

/** An empty page must say that the search succeeded: else an error of the exchange would read as "there are none". */
async function readPage(reply: Reply, withSets: Set<string>): Promise<SearchPage> {
	const { value, text } = await readJson(reply);
	const reading = readSearch(value);
	if (reading.kind !== 'page') throw schemaMismatch(reply, reading.field, text);
	const { page, status, saysSuccess } = reading;
	if (page.results.length > 0) {
		if (withSets.size < 2) withSets.add(status);
		return page;
	}
	const isUsual = withSets.size === 1 && withSets.has(status);
	if (saysSuccess || isUsual) return page;
	throw emptyWithoutSuccess(reply, status, text);
}
