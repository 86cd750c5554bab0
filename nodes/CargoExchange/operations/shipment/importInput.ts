import { z } from 'zod/v4';
import { optionalJsonObject, text } from '../../n8n/parameters';
import { validations } from './validation/validate';
import { pdfsInput } from './pdfs';

/** Parameters of the form; the form itself says what they may hold, and the checks what they do. */
const formInput = {
	formShipment: z.unknown(),
	formParties: z.unknown(),
	formTransport: z.unknown(),
	formSets: z.unknown(),
};

/** How a shipment may be given. */
export const inputModes = ['json', 'form', 'rows', 'dcsa'] as const;

/** The import's parameters as workflows store them. */
export const importInput = z
	.object({
		importRef: text,
		inputMode: z.enum(inputModes).default('json'),
		payload: optionalJsonObject,
		...formInput,
		lookUpParties: z.boolean().default(false),
		pdfs: pdfsInput,
		options: z
			.object({
				dryRun: z.boolean().default(false),
				ifPresent: z.enum(['import', 'skip', 'fail']).default('import'),
				pdfTemplate: optionalJsonObject,
				validation: z.enum(validations).default('warn'),
			})
			.prefault({}),
	})
	.check(({ value: { inputMode, importRef, payload }, issues }) => {
		const missing = (name: string, input: unknown) => {
			issues.push({ code: 'custom', path: [name], message: 'must be filled in', input });
		};
		// A shipment of rows may have its reference in a column.
		if (importRef === undefined && inputMode !== 'rows') missing('importRef', importRef);
		if (payload === undefined && (inputMode === 'json' || inputMode === 'dcsa')) missing('payload', payload);
	});

export type ImportInput = z.output<typeof importInput>;
