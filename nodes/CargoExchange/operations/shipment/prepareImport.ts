import type { ExchangeClient, ImportBody } from '../../exchange/client';
import type { ItemContext, RunPosition } from '../../n8n/itemContext';
import { finding, type Finding } from './validation/issue';
import { check } from './validation/check';
import { validate } from './validation/validate';
import { importBody, readablePayload, type AttachedPdf } from './requestBody';
import type { ImportInput } from './importInput';
import type { Shipment } from './buildPayload';
import { attachPdfs } from './pdfTemplate';
import { alreadyThere, presenceOf, type Presence } from './existingSets';
import { sentIn } from './importLog';

/** A shipment that is ready to be sent: checked, and its PDFs in their places. */
export type Outgoing = {
	importRef: string;
	shipmentReference: unknown;
	body: ImportBody;
	/** The payload as a person wants to see it. */
	readable: () => unknown;
	warnings: readonly Finding[];
};

/** Makes a shipment ready without asking the exchange. Throws InvalidInput for what must not be sent, or cannot. */
export async function prepare(
	importRef: string,
	{ payload, notes }: Shipment,
	options: ImportInput['options'],
	readPdfs: () => Promise<AttachedPdf[]>,
): Promise<Outgoing> {
	const today = new Date().toISOString().slice(0, 10);
	const pdfs = await readPdfs();
	const findings = options.validation === 'off' ? [] : check(payload, today);
	const whole = attachPdfs(payload, pdfs, options.pdfTemplate);
	return {
		importRef,
		shipmentReference: payload['shipmentReference'],
		body: importBody(whole, pdfs),
		readable: () => readablePayload(whole, pdfs),
		warnings: validate([...findings, ...notes], options.validation),
	};
}

/** What there is of the shipment already, where the options ask for that. Throws InvalidInput where it shall stop the import. */
export async function lookFor(
	exchange: ExchangeClient,
	{ importRef, shipmentReference }: Outgoing,
	{ dryRun, ifPresent }: ImportInput['options'],
	context: ItemContext,
): Promise<Presence | null> {
	const { position } = context;
	const isSent = () =>
		sentIn(position.execution).atAnEarlierTry({ position, importRef, shipmentReference }) !== undefined;
	if (dryRun || ifPresent === 'import' || isSent()) return null;
	const presence = await presenceOf(exchange, shipmentReference, context);
	if (presence !== null && ifPresent === 'fail') throw alreadyThere(shipmentReference);
	return presence;
}

/** Imports the shipment unless it is present or nothing shall be sent, and gives the item that tells how it went. */
export async function send(
	exchange: ExchangeClient,
	{ importRef, shipmentReference, body, readable, warnings }: Outgoing,
	{ dryRun, ifPresent, validation }: ImportInput['options'],
	{ presence, position }: { presence: Presence | null; position: RunPosition },
): Promise<{ json: Record<string, unknown> }> {
	const notImported = { importRef, status: null, response: null, setIds: presence?.setIds ?? [] };
	if (dryRun) {
		const told = ifPresent === 'import' ? warnings : [...warnings, notLookedFor];
		return { json: { ...notImported, warnings: told, payload: readable(), size: body.length } };
	}
	if (presence) {
		const skipped = finding('shipmentReference', shipmentReference, 'alreadyThere', presence.told);
		return { json: { ...notImported, warnings: [...warnings, skipped] } };
	}
	const sent = sentIn(position.execution);
	const sending = { position, importRef, shipmentReference };
	const before = sent.atAnEarlierTry(sending);
	if (before && 'doubt' in before) throw before.doubt;
	if (before) {
		const told = [...warnings, notSentAgain(before.importRef)];
		return { json: { importRef: before.importRef, ...before.reply, warnings: told } };
	}
	const about = sent.hasImported(importRef) ? [sameReference(importRef)] : [];
	const told = [...warnings, ...validate(about, validation)];
	const reply = await sent.send(exchange, sending, body);
	return { json: { importRef, ...reply, warnings: told } };
}

function notSentAgain(importRef: string): Finding {
	const advice = 'It was imported when n8n first tried this node. It was not sent again.';
	return finding('importRef', importRef, 'notSentAgain', advice, 'note');
}

function sameReference(importRef: string): Finding {
	const advice =
		'Another shipment of this execution was imported with this import reference. Give each its own, for example by an expression.';
	return finding('importRef', importRef, 'importRef', advice);
}

const notLookedFor = finding(
	'shipmentReference',
	undefined,
	'dryRun',
	'Whether the shipment is there already is looked up when it is imported; a dry run asks nothing.',
	'note',
);
