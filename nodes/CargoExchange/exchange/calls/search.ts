import { parseJson } from '../../schemas/json';
import { serviceMessage, sanitize, serviceNote } from '../../schemas/errorMessage';
import { readSearch, type SearchPage, type SearchRequest } from '../../schemas/search';
import type { AuthenticatedRequests, Success } from './authenticatedRequest';
import { InvalidInput, ServiceError } from '../../errors';
import { checkedId } from './pdf';
import { readText } from '../http/response';
import { notJson, schemaMismatch } from '../http/statusErrors';
import { ifTransient } from '../http/retry';

/** Where offset and limit go, and what they are called. `none`: the service pages nothing, one reply is all. */
export type Paging = { mode: 'query' | 'body' | 'none'; offsetName: string; limitName: string };

const path = '/v3/common/sets/search';
/** An exchange that takes longer to search for one row keeps no import waiting. */
const proofMs = 10_000;

/** One page of a search (docs/service.md 4.3). Sends what was filled in and nothing else. */
export async function searchOnce(
	requests: AuthenticatedRequests,
	request: SearchRequest,
	{ offset, limit, paging }: { offset: number; limit: number; paging: Paging },
): Promise<SearchPage> {
	const place = paging.mode === 'none' ? {} : placeIn(paging, { offset, limit });
	const body = JSON.stringify({ ...filledIn(request), ...(paging.mode === 'body' && place) });
	return requests.call(
		{
			method: 'POST',
			field: 'baseUrl',
			path,
			...(paging.mode === 'query' && { query: textual(place) }),
			headers: { accept: 'application/json', 'accept-encoding': 'gzip', 'content-type': 'application/json' },
			body: () => body,
			mayRepeat: ifTransient,
			statusMessages: {
				400: {
					message: 'The exchange did not accept the search',
					advice: 'Check the filters; some exchanges ask for at least one customer.',
				},
			},
		},
		readPage,
	);
}

function placeIn({ offsetName, limitName }: Paging, { offset, limit }: { offset: number; limit: number }) {
	if (offsetName.trim() === '' || limitName.trim() === '') {
		throw new InvalidInput({
			field: offsetName.trim() === '' ? 'offsetName' : 'limitName',
			message: 'The name of a paging parameter is empty',
			description: 'Nothing was sent. The usual names are offset and limit.',
		});
	}
	return { [offsetName.trim()]: offset, [limitName.trim()]: limit };
}

function textual(place: Record<string, number>): Record<string, string> {
	return Object.fromEntries(Object.entries(place).map(([name, value]) => [name, String(value)]));
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
 * Searches for one row to see whether the token still holds: a 401 renews it. Any other answer is ignored, since an account may
 * import without being allowed to search; so is a failure, which the call that follows meets by itself.
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
			async ({ reply }) => {
				reply.body.on('error', () => undefined).destroy();
				return Promise.resolve();
			},
		);
	} catch (error) {
		if (requests.isCancelled()) throw error;
	}
}

async function readPage({ reply, secrets }: Success): Promise<SearchPage> {
	const body = await readText(reply);
	const json = parseJson(body);
	if (json === null) throw notJson(reply, body, serviceMessage(body, secrets));
	const reading = readSearch(json.value);
	if (reading.kind === 'page') return reading.page;
	if (reading.kind === 'unlike') throw schemaMismatch(reply, reading.field, serviceNote(body, secrets));
	const code = sanitize(reading.code, secrets) ?? '';
	const said = [sanitize(reading.status, secrets), serviceNote(body, secrets)].filter((words) => words !== null);
	throw new ServiceError({
		call: reply.request.call,
		status: /^\d{3}$/.test(code) ? Number(code) : reply.status,
		serviceMessage: said.join(', ') || null,
		message: `The exchange did not carry out the search: ${[`code ${code}`, ...said].join(', ')}`,
		description: `It answered ${reply.status} to ${reply.request.call}, but its envelope says code ${code} instead of 200. Check the filters and that the account may search for these customers.`,
	});
}
