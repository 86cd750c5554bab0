import { sanitize, serviceNote } from '../../schemas/errorMessage';
import { readSearch, type SearchPage, type SearchRequest } from '../../schemas/search';
import type { Paging } from '../auth/credential';
import { type AuthenticatedRequests, checkedId } from './authenticatedRequest';
import { ServiceError } from '../../errors';
import { readJson } from '../http/response';
import { discard, type Reply } from '../http/send';
import { schemaMismatch } from '../http/statusErrors';

const path = '/v3/common/sets/search';
/** An import does not wait longer than this for a search of one row. */
const proofMs = 10_000;

/** One page of a search (docs/service.md 4.3). Sends the filters that were filled in and nothing else. */
export async function searchOnce(
	requests: AuthenticatedRequests,
	request: SearchRequest,
	{ offset, limit, paging }: { offset: number; limit: number; paging: Paging },
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
			statusMessages: {
				400: {
					message: 'The exchange did not accept the search',
					advice: 'Check the filters. Some exchanges require at least one customer.',
				},
			},
		},
		readPage,
	);
}

function filledIn({ customerIds, ...filters }: SearchRequest): Record<string, unknown> {
	const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null && value !== '');
	return {
		...Object.fromEntries(given),
		...(customerIds !== undefined &&
			customerIds.length > 0 && { customerIds: customerIds.map((id) => checkedId('customerIds', id)) }),
	};
}

/**
 * Searches for one row to check the token: a 401 renews it. Any other response is ignored, since an account may import without
 * being allowed to search; so is an error, since the import reports it.
 */
export async function proveToken(requests: AuthenticatedRequests): Promise<void> {
	try {
		await requests.call(
			{
				method: 'POST',
				field: 'baseUrl',
				path,
				query: { offset: '0', limit: '1' },
				headers: { accept: 'application/json', 'content-type': 'application/json' },
				body: () => '{}',
				answerWithinMs: proofMs,
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

async function readPage(reply: Reply): Promise<SearchPage> {
	const { value, text } = await readJson(reply);
	const reading = readSearch(value);
	if (reading.kind === 'page') return reading.page;
	if (reading.kind === 'unlike') throw schemaMismatch(reply, reading.field, text);
	const { secrets } = reply.request;
	const code = sanitize(reading.code, secrets) ?? '';
	const said = [sanitize(reading.status, secrets), serviceNote(text, secrets)].filter((part) => part !== null);
	throw new ServiceError({
		call: reply.request.call,
		status: /^\d{3}$/.test(code) ? Number(code) : reply.status,
		serviceMessage: said.join(', ') || null,
		message: `The exchange did not carry out the search: ${[`code ${code}`, ...said].join(', ')}`,
		description: `The exchange answered ${reply.request.call} with status ${reply.status}, but the code in its response is ${code} instead of 200. Check the filters, and that the account may search for these customers.`,
	});
}
