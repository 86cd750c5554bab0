import type { ExchangeClient, ImportBody } from '../../api/client';
import type { ItemContext } from '../operation';
import { finding, type Finding } from './checks/finding';
import { validate } from './checks/verdict';
import { importBody, readablePayload } from './importBody';
import type { ImportInput } from './importInput';
import type { Shipment } from './payloadSource';
import { readPdfs } from './pdfs';
import { attachPdfs } from './pdfTemplate';
import { alreadyThere, presentSets } from './present';

/** A shipment that is ready to be sent: checked, and its PDFs in their places. */
export type Outgoing = {
	importRef: string;
	shipmentReference: unknown;
	body: ImportBody;
	/** The payload as a person wants to see it. */
	readable: () => unknown;
	warnings: Finding[];
};

/** Makes a shipment ready without asking the exchange. Throws InputRefused for what must not be sent, or cannot. */
export async function prepare(
	importRef: string,
	{ payload, notes }: Shipment,
	{ pdfs: rows, options }: ImportInput,
	context: ItemContext,
): Promise<Outgoing> {
	const today = new Date().toISOString().slice(0, 10);
	const findings = validate(payload, options.validation, today);
	const pdfs = await readPdfs(rows, context);
	const whole = attachPdfs(payload, pdfs, options.pdfTemplate);
	return {
		importRef,
		shipmentReference: payload['shipmentReference'],
		body: importBody(whole, pdfs),
		readable: () => readablePayload(whole, pdfs),
		warnings: [...findings, ...notes],
	};
}

/** Imports the shipment, or does what the options say instead, and gives the item that tells how it went. */
export async function deliver(
	exchange: ExchangeClient,
	{ importRef, shipmentReference, body, readable, warnings }: Outgoing,
	{ dryRun, ifPresent }: ImportInput['options'],
	context: ItemContext,
): Promise<{ json: Record<string, unknown> }> {
	const notImported = { importRef, status: null, response: null, setIds: [] };
	if (dryRun) {
		const told = ifPresent === 'import' ? warnings : [...warnings, notLookedFor];
		return { json: { ...notImported, warnings: told, payload: readable(), size: body.length } };
	}
	const present = ifPresent === 'import' ? [] : await presentSets(exchange, shipmentReference, context);
	if (present.length > 0 && ifPresent === 'fail') throw alreadyThere(shipmentReference);
	if (present.length > 0) {
		const there = `The exchange has sets of this shipment already: ${present.length}. It was not imported.`;
		const skipped = finding('shipmentReference', shipmentReference, 'alreadyThere', there);
		return { json: { ...notImported, setIds: present, warnings: [...warnings, skipped] } };
	}
	const { status, response, setIds } = await exchange.importShipment(importRef, body);
	return { json: { importRef, status, response, setIds, warnings } };
}

const notLookedFor = finding(
	'shipmentReference',
	undefined,
	'dryRun',
	'Whether the shipment is there already is looked up when it is imported; a dry run asks nothing.',
	'note',
);
