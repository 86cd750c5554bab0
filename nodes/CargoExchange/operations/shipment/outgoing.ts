import type { ExchangeClient, ImportBody } from '../../api/client';
import type { ItemContext } from '../operation';
import { finding, type Finding } from './checks/finding';
import { validate } from './checks/verdict';
import { importBody, readablePayload, type AttachedPdf } from './importBody';
import type { ImportInput } from './importInput';
import type { Shipment } from './payloadSource';
import { rememberingImports } from './importedBefore';
import { findLocked } from './pdfs';
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
	options: ImportInput['options'],
	readPdfs: () => Promise<AttachedPdf[]>,
): Promise<Outgoing> {
	const today = new Date().toISOString().slice(0, 10);
	const pdfs = await readPdfs();
	const locked = options.validation === 'off' ? [] : await findLocked(pdfs);
	const findings = validate(payload, options.validation, today, locked);
	const whole = attachPdfs(payload, pdfs, options.pdfTemplate);
	return {
		importRef,
		shipmentReference: payload['shipmentReference'],
		body: importBody(whole, pdfs),
		readable: () => readablePayload(whole, pdfs),
		warnings: [...findings, ...notes],
	};
}

/** The sets that the exchange already has of the shipment, where the options ask for that. Throws InputRefused where they shall stop it. */
export async function lookFor(
	exchange: ExchangeClient,
	{ shipmentReference }: Outgoing,
	{ dryRun, ifPresent }: ImportInput['options'],
	context: ItemContext,
): Promise<string[]> {
	if (dryRun || ifPresent === 'import') return [];
	const present = await presentSets(exchange, shipmentReference, context);
	if (present.length > 0 && ifPresent === 'fail') throw alreadyThere(shipmentReference);
	return present;
}

/** Imports the shipment unless sets of it are present or nothing shall be sent, and gives the item that tells how it went. */
export async function send(
	exchange: ExchangeClient,
	{ importRef, shipmentReference, body, readable, warnings }: Outgoing,
	{ dryRun, ifPresent }: ImportInput['options'],
	present: readonly string[],
): Promise<{ json: Record<string, unknown> }> {
	const notImported = { importRef, status: null, response: null, setIds: present };
	if (dryRun) {
		const told = ifPresent === 'import' ? warnings : [...warnings, notLookedFor];
		return { json: { ...notImported, warnings: told, payload: readable(), size: body.length } };
	}
	if (present.length > 0) {
		const there = `The exchange has sets of this shipment already: ${present.length}. It was not imported.`;
		const skipped = finding('shipmentReference', shipmentReference, 'alreadyThere', there);
		return { json: { ...notImported, warnings: [...warnings, skipped] } };
	}
	const { status, response, setIds } = await rememberingImports(exchange, importRef, body);
	return { json: { importRef, status, response, setIds, warnings } };
}

const notLookedFor = finding(
	'shipmentReference',
	undefined,
	'dryRun',
	'Whether the shipment is there already is looked up when it is imported; a dry run asks nothing.',
	'note',
);
