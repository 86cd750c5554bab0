import * as z from 'zod/v4';
import { parseJson, findUuids } from './json';
import { sanitize, serviceMessage } from './errorMessage';
import { sanitizeJson } from './sanitizeJson';

/** What the import answered: its JSON, else its text, and every UUID found in it. The shape is not specified (4.5). */
export type ImportReply = { status: number; response: unknown; setIds: string[] };

/** Reads an import reply: JSON if it is JSON, fit to be copied and stored, else the text as it came. */
export function readImportReply(status: number, body: string): ImportReply {
	const json = parseJson(body);
	return { status, response: json ? sanitizeJson(json.value) : body, setIds: findUuids(body) };
}

/** Ways in which services deny, inside an answer, what its HTTP status says. */
const flatDenial = z.union([
	z.looseObject({ code: z.coerce.number().int().min(400).max(599) }),
	z.looseObject({ success: z.literal(false) }),
]);
const complaint = z.union([
	z.looseObject({ errorMessage: z.string().trim().min(1) }),
	z.looseObject({ errors: z.array(z.unknown()).min(1) }),
]);

/**
 * What a reply of success says against itself: an envelope code of 400 to 599 (as in docs/service.md 2.4 and 7) or
 * `success: false`; or an `errorMessage` or `errors` where no set is named. Null when it says nothing of the kind.
 */
export function denialIn(body: string, secrets: readonly string[] = []): string | null {
	const reply = sanitizeJson(parseJson(body)?.value);
	const denies = flatDenial.safeParse(reply).success;
	const complains = complaint.safeParse(reply).success && findUuids(body).length === 0;
	if (!denies && !complains) return null;
	return serviceMessage(body, secrets) ?? sanitize(JSON.stringify(reply), secrets);
}
