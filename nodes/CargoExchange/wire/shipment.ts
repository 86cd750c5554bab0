import { parseJson } from './json';
import { findUuids } from './uuid';

/** What the import answered: its JSON, else its text, and every UUID found in it. The shape is not specified (4.5). */
export type ImportReply = { status: number; response: unknown; setIds: string[] };

/** Reads an import reply: JSON where it is JSON, else the text as it came. */
export function readImportReply(status: number, body: string): ImportReply {
	const json = parseJson(body);
	return { status, response: json ? json.value : body, setIds: findUuids(body) };
}
