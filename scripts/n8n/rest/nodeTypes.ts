import { z } from 'zod/v4';
import type { Session } from './session';

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
