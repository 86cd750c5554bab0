/** What n8n's editor asks n8n for: the types of nodes and credentials, a credential's test, and a file. */
import * as z from 'zod/v4';
import type { CredentialData, StoredCredential } from '../../scripts/n8n/rest/resources';
import type { Binary } from '../../scripts/n8n/rest/executions';
import type { Session } from '../../scripts/n8n/rest/session';

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

const icon = z.union([z.string(), z.looseObject({ light: z.string(), dark: z.string() })]);
const nodeType = z.looseObject({
	name: z.string(),
	displayName: z.string(),
	iconUrl: icon.optional(),
	usableAsTool: z.unknown().optional(),
	codex: z.looseObject({ alias: z.array(z.string()).optional() }).optional(),
	properties: z.array(z.looseObject({ name: z.string() })),
});
const credentialType = z.looseObject({
	name: z.string(),
	displayName: z.string(),
	iconUrl: icon.optional(),
	properties: z.array(z.looseObject({ name: z.string() })),
});

export type NodeType = z.infer<typeof nodeType>;
export type CredentialType = z.infer<typeof credentialType>;

/** Every node type that n8n has loaded, as its editor gets them. */
export async function nodeTypes(session: Session): Promise<NodeType[]> {
	return await list(session, '/types/nodes.json', nodeType);
}

/** Every credential type that n8n has loaded. */
export async function credentialTypes(session: Session): Promise<CredentialType[]> {
	return await list(session, '/types/credentials.json', credentialType);
}

async function list<T>(session: Session, path: string, element: z.ZodType<T>): Promise<T[]> {
	const parsed: unknown = JSON.parse((await session.bytes(path)).toString());
	return z.array(element).parse(parsed);
}

/** The bytes of a file that a node gave. */
export async function readBinary(session: Session, file: Binary): Promise<Buffer> {
	if (!file.id) return Buffer.from(file.data, 'base64');
	return await session.bytes(`/rest/binary-data?id=${encodeURIComponent(file.id)}&action=download`);
}
