import type { ExchangeClient, ImportBody, ImportReply } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import type { ItemContext } from '../../n8n/itemContext';
import { text } from '../../n8n/parameters';
import { isEmpty } from '../../schemas/shipment/parsePayload';
import type { Shipment } from './buildPayload';
import type { ImportInput } from './importFields';
import { importLogOf } from './importLog';
import { attachPdfs } from './pdfs';
import { importBody, readablePayload, type AttachedPdf } from './requestBody';
import { normaliseContainerNumbers } from './validation/containers';
import { issue, listOf, type Issue } from './validation/issue';
import { check, stopIfBlocking } from './validation/validate';

/** A shipment that is ready to be sent: checked, and its PDFs in their places. */
export type PreparedImport = {
	importRef: string;
	/** Null if the shipment has none. */
	shipmentRef: string | null;
	body: ImportBody;
	/** The payload for people to read: each PDF's Base64 replaced by its size. */
	readable: () => unknown;
	issues: readonly Issue[];
	input: Pick<ImportInput, 'ifPresent' | 'options'>;
};

/** Whether the exchange has sets of a shipment already, and what the user should know about that. */
export type Existing = { isPresent: boolean; setIds: readonly string[]; issues: readonly Issue[] };

/** Makes a shipment ready without asking the exchange. Throws InvalidInput for what must not be sent, or cannot. */
export async function prepareImport(
	input: Pick<ImportInput, 'importRef' | 'ifPresent' | 'options'>,
	shipment: Shipment,
	readPdfs: () => Promise<AttachedPdf[]>,
): Promise<PreparedImport> {
	const { validation, pdfTemplate } = input.options;
	if (isEmpty(shipment.payload)) throw emptyShipment();
	const payload = validation === 'off' ? shipment.payload : normaliseContainerNumbers(shipment.payload);
	const shipmentRef = text.safeParse(payload['shipmentReference']).data ?? null;
	const importRef = shipment.importRef ?? input.importRef ?? shipmentRef;
	if (importRef === null) throw withoutReference();
	const pdfs = await readPdfs();
	const today = new Date().toISOString().slice(0, 10);
	const found = validation === 'off' ? [] : check(payload, today);
	const issues = stopIfBlocking([...found, ...shipment.notes], validation);
	const complete = attachPdfs(payload, pdfs, pdfTemplate);
	return {
		importRef,
		shipmentRef,
		body: importBody(complete, pdfs),
		readable: () => readablePayload(complete, pdfs),
		issues,
		input,
	};
}

/** Imports the shipment unless it is there already or this is a dry run, and gives the item that says what happened. */
export async function sendImport(
	exchange: ExchangeClient,
	prepared: PreparedImport & { existing: Existing },
	context: ItemContext,
): Promise<{ json: Record<string, unknown> }> {
	const { importRef, shipmentRef, existing, body, readable, input } = prepared;
	const { dryRun, validation } = input.options;
	const known = [...prepared.issues, ...existing.issues];
	if (dryRun) {
		const result = resultOf(prepared, { issues: known }, context);
		return { json: { ...result.json, payload: readable(), size: body.length } };
	}
	if (existing.isPresent) return resultOf(prepared, { issues: known }, context);
	const log = importLogOf(context.position.execution);
	const sending = { position: context.position, importRef, shipmentRef };
	const before = log.atAnEarlierTry(sending);
	if (before && 'doubt' in before) throw before.doubt;
	if (before) {
		const issues = [...known, notSentAgain(before.importRef)];
		return resultOf({ ...prepared, importRef: before.importRef }, { issues, reply: before.reply }, context);
	}
	const repeated = log.hasImported(importRef) ? [sameReference(importRef)] : [];
	const issues = [...known, ...stopIfBlocking(repeated, validation)];
	return resultOf(prepared, { issues, reply: await log.send(exchange, sending, body) }, context);
}

/** How many shipments of an execution have their warnings shown as hints, and how many warnings each. */
const mostHints = 10;
const mostInHint = 5;

/** The item of one shipment. Its warnings are also shown as a hint in the output panel, where nobody can overlook them. */
function resultOf(
	{ importRef, shipmentRef, existing }: PreparedImport & { existing: Existing },
	{ issues, reply }: { issues: readonly Issue[]; reply?: ImportReply },
	{ addHint, position }: ItemContext,
): { json: Record<string, unknown> } {
	if (issues.length > 0) {
		const first = importLogOf(position.execution).countHint() <= mostHints;
		const name = shipmentRef ?? importRef;
		if (first) addHint(`Shipment ${name}: ${listOf(issues, mostInHint)}`);
		else addHint('Further shipments have warnings too: see "warnings" of each item.');
	}
	return {
		json: {
			imported: reply !== undefined,
			importRef,
			shipmentRef,
			setIds: reply?.setIds ?? existing.setIds,
			warnings: issues,
			httpStatus: reply?.status ?? null,
			response: reply?.response ?? null,
		},
	};
}

function emptyShipment(): InvalidInput {
	return new InvalidInput({
		field: 'payload',
		message: 'The shipment is empty; nothing was sent',
		description: 'Check the expressions that fill it, and that the step before gives the data of the shipment.',
	});
}

function withoutReference(): InvalidInput {
	return new InvalidInput({
		field: 'importRef',
		message: 'The shipment has no reference; nothing was sent',
		description: 'Fill in its shipmentReference. If it has none, fill in "Import Reference".',
	});
}

function notSentAgain(importRef: string): Issue {
	const advice = 'It was imported when n8n first tried this node. It was not sent again.';
	return issue('importRef', importRef, 'notSentAgain', advice, 'note');
}

function sameReference(importRef: string): Issue {
	const advice =
		'Another shipment of this execution was imported with this import reference. Give each its own, for example by an expression.';
	return issue('importRef', importRef, 'importRef', advice);
}
