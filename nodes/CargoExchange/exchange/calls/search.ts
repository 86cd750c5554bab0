import { parseJson } from '../../schemas/json';
import { serviceMessage, quote, remark } from '../../schemas/errorMessage';
import { readSearch, type SearchPage, type SearchRequest } from '../../schemas/search';
import type { Caller, Success } from './authenticatedRequest';
import { InvalidInput, ServiceError } from '../../errors';
import { checkedId } from './ids';
import { readText } from '../http/response';
import { notJson, unlikePromised } from '../http/statusErrors';
import { whilePassing } from '../http/retry';

/** Where offset and limit go, and what they are called. `none`: the service pages nothing, one reply is all. */
export type Paging = { mode: 'query' | 'body' | 'none'; offsetName: string; limitName: string };

/** One page of a search (specification 4.3). Sends what was filled in and nothing else. */
export async function searchOnce(
	caller: Caller,
	request: SearchRequest,
	{ offset, limit, paging }: { offset: number; limit: number; paging: Paging },
): Promise<SearchPage> {
	const place = paging.mode === 'none' ? {} : placeIn(paging, { offset, limit });
	const body = JSON.stringify({ ...filledIn(request), ...(paging.mode === 'body' && place) });
	return caller.call(
		{
			method: 'POST',
			field: 'baseUrl',
			path: '/v3/common/sets/search',
			...(paging.mode === 'query' && { query: textual(place) }),
			headers: { accept: 'application/json', 'accept-encoding': 'gzip', 'content-type': 'application/json' },
			body: () => body,
			mayRepeat: whilePassing,
			statusWords: {
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

async function readPage({ reply, secrets }: Success): Promise<SearchPage> {
	const body = await readText(reply);
	const json = parseJson(body);
	if (json === null) throw notJson(reply, body, serviceMessage(body, secrets));
	const reading = readSearch(json.value);
	if (reading.kind === 'page') return reading.page;
	if (reading.kind === 'unlike') throw unlikePromised(reply, reading.field, remark(body, secrets));
	const code = quote(reading.code, secrets) ?? '';
	const said = [quote(reading.status, secrets), remark(body, secrets)].filter((words) => words !== null);
	throw new ServiceError({
		call: reply.ask.call,
		status: /^\d{3}$/.test(code) ? Number(code) : reply.status,
		serviceMessage: said.join(', ') || null,
		message: `The exchange did not carry out the search: ${[`code ${code}`, ...said].join(', ')}`,
		description: `It answered ${reply.status} to ${reply.ask.call}, but its envelope says code ${code} instead of 200. Check the filters and that the account may search for these customers.`,
	});
}
