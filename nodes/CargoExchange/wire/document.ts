import { z } from 'zod/v4';
import { text } from './text';

/** One document of a set, as a search result lists it (specification 2.6). An id that is missing reads as ''. */
export const documentEntry = z.looseObject({
	documentId: text.transform((id) => id ?? ''),
	name: text,
	docType: text,
	xmlContent: text,
});

/** A list of documents; absent or of another kind there is none, and what is no document in it is left out. */
export const documentEntries = z.preprocess(
	(value) => (Array.isArray(value) ? value.filter((entry) => documentEntry.safeParse(entry).success) : undefined),
	z.array(documentEntry).nullish(),
);

export type DocumentEntry = z.infer<typeof documentEntry>;
