import { defineOperation } from '../operation';
import { shipmentOf } from './buildPayload';
import { findExisting } from './existingSets';
import { importFields, importInput } from './importFields';
import { importRows } from './importRows';
import { readPdfs } from './pdfs';
import { prepareImport, sendImport } from './prepareImport';

export const importShipment = defineOperation({
	resource: 'shipment',
	operation: 'import',
	name: 'Import',
	action: 'Import a shipment',
	description: 'Import a liner shipment into the exchange, with its PDFs',
	input: importInput,
	fields: importFields,
	async *run(exchange, input, context) {
		const shipment = await shipmentOf(exchange, input);
		const prepared = await prepareImport(input, shipment, () => readPdfs(input.pdfs, context));
		const existing = await findExisting(exchange, prepared, context);
		yield await sendImport(exchange, { ...prepared, existing }, context);
	},
	batch: { when: { parameter: 'inputMode', is: 'rows' }, run: importRows },
});
