import { z } from 'zod/v4';
import type { Session } from './session';

export type DataTable = { id: string; projectId: string };
export const column = z.object({ name: z.string(), type: z.enum(['string', 'number', 'boolean', 'date']) });
export type Column = z.infer<typeof column>;

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
