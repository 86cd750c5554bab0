import { serviceMessage, serviceNote } from '../../schemas/errorMessage';
import { parseJson } from '../../schemas/json';
import { readText } from '../http/response';
import { ifTransient } from '../http/retry';
import { notJson, schemaMismatch } from '../http/statusErrors';
import type { AuthenticatedRequests } from './authenticatedRequest';
import { counterparties, type Counterparty } from '../../schemas/replies';

/** Every counterparty that the account sees (docs/service.md 4.2). */
export async function listCounterparties(requests: AuthenticatedRequests): Promise<Counterparty[]> {
	return requests.call(
		{
			method: 'GET',
			field: 'baseUrl',
			path: '/v3/common/counterparties',
			headers: { accept: 'application/json', 'accept-encoding': 'gzip' },
			body: () => null,
			mayRepeat: ifTransient,
		},
		async ({ reply, secrets }) => {
			const body = await readText(reply);
			const json = parseJson(body);
			if (json === null) throw notJson(reply, body, serviceMessage(body, secrets));
			const read = counterparties.safeParse(json.value);
			if (read.success) return read.data;
			const path = read.error.issues[0]?.path.join('.') ?? '';
			throw schemaMismatch(reply, path === '' ? 'the list' : path, serviceNote(body, secrets));
		},
	);
}
