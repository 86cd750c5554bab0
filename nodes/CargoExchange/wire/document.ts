import { z } from 'zod/v4';

/** One document of a set, as a search result lists it (specification 2.6). */
export const documentEntry = z.looseObject({
	documentId: z.string(),
	name: z.string().nullish(),
	docType: z.string().nullish(),
	xmlContent: z.string().nullish(),
});

export type DocumentEntry = z.infer<typeof documentEntry>;
