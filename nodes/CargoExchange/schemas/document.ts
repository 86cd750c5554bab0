import * as z from 'zod/v4';
import { isRecord } from './json';
import { text } from './text';
import { isUuid } from './uuid';

/** One document of a set, as a search result lists it (specification 2.6). An id that is missing reads as ''. */
export const documentEntry = z.looseObject({
	documentId: text.transform((id) => id ?? ''),
	name: text,
	docType: text,
	xmlContent: text,
});

/**
 * A list of documents; absent or of another kind there is none, and what is no document in it is left out. Ids alone, one document
 * without a list, and an object of documents or ids by name are read as the documents that they plainly are.
 */
export const documentEntries = z.preprocess(
	(value) => (Array.isArray(value) ? value.flatMap(asEntry) : isRecord(value) ? entriesOf(value) : undefined),
	z.array(documentEntry).nullish(),
);

function asEntry(value: unknown): unknown[] {
	if (isUuid(value)) return [{ documentId: value }];
	return documentEntry.safeParse(value).success ? [value] : [];
}

function entriesOf(value: Record<string, unknown>): unknown[] | undefined {
	if (hasId(value)) return [value];
	const entries = Object.values(value);
	return entries.some((entry) => isUuid(entry) || hasId(entry)) ? entries.flatMap(asEntry) : undefined;
}

function hasId(value: unknown): boolean {
	return isRecord(value) && Boolean(documentEntry.safeParse(value).data?.documentId);
}

export type DocumentEntry = z.infer<typeof documentEntry>;
