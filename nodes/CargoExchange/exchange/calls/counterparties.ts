import { counterparties, type Counterparty } from '../../schemas/replies';
import { readJson } from '../http/response';
import { schemaMismatch } from '../http/statusErrors';
import type { AuthenticatedRequests } from './authenticatedRequest';

/** Every counterparty that the account sees (docs/service.md 4.2). */
export async function listCounterparties(requests: AuthenticatedRequests): Promise<Counterparty[]> {
	return requests.call(
		{
			method: 'GET',
			field: 'baseUrl',
			path: '/v3/common/counterparties',
			headers: { accept: 'application/json', 'accept-encoding': 'gzip' },
		},
		async (reply) => {
			const { value, text } = await readJson(reply);
			const read = counterparties.safeParse(value);
			if (read.success) return read.data;
			throw schemaMismatch(reply, read.error.issues[0]?.path.join('.') || 'the list', text);
		},
	);
}
