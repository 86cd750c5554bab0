import { z } from 'zod/v4';
import type { ExchangeClient } from '../../api/client';
import { InputRefused } from '../../api/errors';
import { defineOperation, type ItemContext } from '../operation';
import { pagingInput, pagingOf } from '../pagingOptions';
import { setsOf } from '../setLookup';
import { jsonObject, optionalJsonObject, requiredText } from '../values';
import { importFields } from './importFields';
import { importBody, readablePayload } from './importBody';
import { pdfsInput, readPdfs } from './pdfs';
import { attachPdfs } from './pdfTemplate';

const input = z.object({
	importRef: requiredText,
	inputMode: z.enum(['json']).default('json'),
	payload: jsonObject,
	pdfs: pdfsInput,
	options: z
		.object({
			dryRun: z.boolean().default(false),
			ifPresent: z.enum(['import', 'skip', 'fail']).default('import'),
			pdfTemplate: optionalJsonObject,
		})
		.prefault({}),
});

type Payload = z.output<typeof input>['payload'];

export const importShipment = defineOperation({
	resource: 'shipment',
	operation: 'import',
	name: 'Import',
	action: 'Import a shipment',
	description: 'Hand a liner shipment to the exchange, with its PDFs',
	input,
	fields: importFields,
	async *run(exchange, { importRef, payload, pdfs: rows, options }, context) {
		const pdfs = await readPdfs(rows, context);
		const shipment = attachPdfs(payload, pdfs, options.pdfTemplate);
		const body = importBody(shipment, pdfs);
		const notImported = { importRef, status: null, response: null, setIds: [] };

		const present = options.ifPresent === 'import' ? [] : await presentSets(exchange, payload, context);
		const warnings = present.length === 0 ? [] : [`The exchange has sets of this shipment already: ${present.length}`];
		if (present.length > 0 && options.ifPresent === 'fail') throw alreadyThere(payload.shipmentReference);

		if (options.dryRun) {
			yield { json: { ...notImported, warnings, payload: readablePayload(shipment, pdfs), size: body.length } };
		} else if (present.length > 0) {
			yield { json: { ...notImported, setIds: present, warnings } };
		} else {
			const { status, response, setIds } = await exchange.importShipment(importRef, body);
			yield { json: { importRef, status, response, setIds, warnings } };
		}
	},
});

/** The IDs of the sets that the search finds under the payload's shipment reference, among all counterparties of the account. */
async function presentSets(exchange: ExchangeClient, payload: Payload, context: ItemContext): Promise<string[]> {
	const shipmentRef = requiredText.safeParse(payload.shipmentReference);
	if (!shipmentRef.success) throw noReference();
	const paging = pagingOf(z.object(pagingInput).parse({}));
	const settings = { customerIds: [], status: 'ALL', pages: { ...paging, onNotice: context.notice } };
	const sets = await setsOf(exchange, shipmentRef.data, settings, performance.now());
	return sets.map(({ setId }) => setId);
}

function noReference(): InputRefused {
	return new InputRefused({
		field: 'payload',
		message: 'The shipment has no shipmentReference, so the exchange cannot be asked whether it is there',
		description: 'Fill in shipmentReference, or set "If Present" to "Import Anyway".',
	});
}

function alreadyThere(shipmentReference: unknown): InputRefused {
	return new InputRefused({
		field: 'options.ifPresent',
		message: `The exchange already has the shipment ${String(shipmentReference)}`,
		description: 'Nothing was imported. Choose another reference, or set "If Present" to "Skip" or "Import Anyway".',
	});
}
