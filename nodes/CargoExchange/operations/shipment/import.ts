import { defineOperation } from '../operation';
import { importFields } from './importFields';
import { importInput } from './importInput';
import { importRows } from './importRows';
import { lookFor, prepare, send } from './prepareImport';
import { shipmentOf } from './buildPayload';
import { readPdfs } from './pdfs';

export const importShipment = defineOperation({
	resource: 'shipment',
	operation: 'import',
	name: 'Import',
	action: 'Import a shipment',
	description: 'Hand a liner shipment to the exchange, with its PDFs',
	input: importInput,
	fields: importFields,
	async *run(exchange, input, context) {
		const shipment = await shipmentOf(exchange, input);
		const outgoing = await prepare(input.importRef ?? '', shipment, input.options, () => readPdfs(input.pdfs, context));
		const presence = await lookFor(exchange, outgoing, input.options, context);
		yield await send(exchange, outgoing, input.options, { presence, position: context.position });
	},
	batch: { when: { parameter: 'inputMode', is: 'rows' }, run: importRows },
});
