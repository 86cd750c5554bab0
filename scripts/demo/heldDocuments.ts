import { createHash } from 'node:crypto';
import * as z from 'zod/v4';
import type { Simulator } from '../../simulator';

export type HeldDocument = { documentId: string; name: string; size: number; sha256: string };

const tokenReply = z.looseObject({ token: z.string() });

/** Fetches a set's PDFs from the exchange by plain HTTP, without a line of this package, to compare with what came through it. */
export async function documentsHeld({ url, accounts, store }: Simulator, setId: string): Promise<HeldDocument[]> {
	const { username = '', password = '' } = accounts[0] ?? {};
	const basic = Buffer.from(`${username}:${password}`).toString('base64');
	const reply = await fetch(`${url}/v3/common/oauth2/token`, { headers: { authorization: `Basic ${basic}` } });
	const { token } = tokenReply.parse(await reply.json());

	const held: HeldDocument[] = [];
	for (const { documentId, name } of store.documentsOfSet(setId)) {
		const address = `${url}/v3/common/sets/${setId}/get-single-pdf/${documentId}`;
		const file = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
		const bytes = Buffer.from(await file.arrayBuffer());
		held.push({ documentId, name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
	}
	return held;
}
