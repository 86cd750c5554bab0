import * as z from 'zod/v4';
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
	session.made.push(() => session.call('DELETE', `/credentials/${id}`, z.unknown()));
	return { id, name, type };
}

export type DataTable = { id: string; projectId: string };
export type Column = { name: string; type: 'string' | 'number' | 'boolean' | 'date' };

const project = z.looseObject({ id: z.string() });
const table = z.looseObject({ id: z.string() });
const tables = z.looseObject({ data: z.array(z.looseObject({ id: z.string(), name: z.string() })) });
const rows = z.looseObject({ data: z.array(z.record(z.string(), z.unknown())) });

/** Makes a data table in the owner's own project. */
export async function createDataTable(session: Session, name: string, columns: readonly Column[]): Promise<DataTable> {
	const { id: projectId } = await session.call('GET', '/projects/personal', project);
	const { id } = await session.call('POST', `/projects/${projectId}/data-tables`, table, { name, columns });
	return { id, projectId };
}

/** The data table of that name; null when there is none. */
export async function findDataTable(session: Session, name: string): Promise<DataTable | null> {
	const { id: projectId } = await session.call('GET', '/projects/personal', project);
	const query = new URLSearchParams({ filter: JSON.stringify({ name }) });
	const found = await session.call('GET', `/projects/${projectId}/data-tables?${query.toString()}`, tables);
	const [first] = found.data.filter((entry) => entry.name === name);
	return first ? { id: first.id, projectId } : null;
}

/** The rows of a data table, oldest first, at most 100. */
export async function dataTableRows(
	session: Session,
	{ id, projectId }: DataTable,
): Promise<Array<Record<string, unknown>>> {
	const query = new URLSearchParams({ take: '100', sortBy: 'id:asc' });
	return (await session.call('GET', `/projects/${projectId}/data-tables/${id}/rows?${query.toString()}`, rows)).data;
}
