import { z } from 'zod/v4';
import type { Session } from './session';

/** A credential as n8n stores it. */
export type StoredCredential = { id: string; name: string; type: string };
export type CredentialData = Record<string, string | number | boolean>;

const stored = z.looseObject({ id: z.string(), name: z.string(), type: z.string() });

/** Saves a credential under a name. */
export async function createCredential(
	session: Session,
	name: string,
	type: string,
	data: CredentialData,
): Promise<StoredCredential> {
	const { id } = await session.call('POST', '/credentials', stored, { name, type, data });
	return { id, name, type };
}

const testReply = z.looseObject({ status: z.string(), message: z.string().optional() });

/** Presses the Test button of a stored credential, with the given data in its form. */
export async function testCredential(
	session: Session,
	credential: StoredCredential,
	data: CredentialData,
): Promise<{ status: string; message: string }> {
	const { status, message = '' } = await session.call('POST', '/credentials/test', testReply, {
		credentials: { ...credential, data },
	});
	return { status, message };
}
