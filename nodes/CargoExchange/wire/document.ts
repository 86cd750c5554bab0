import { z } from 'zod/v4';
import { text } from './text';

/** One document of a set, as a search result lists it (specification 2.6). An id that is missing reads as ''. */
export const documentEntry = z.looseObject({
	documentId: text.transform((id) => id ?? ''),
	name: text,
	docType: text,
	xmlContent: text,
});

export type DocumentEntry = z.infer<typeof documentEntry>;
