import { InvalidInput } from '../../errors';
import { textValue } from '../../n8n/values';
import { isEmpty } from '../../shipment/fields/parsePayload';
import type { ImportInput } from './importParameters';
import { attachPdfs } from './pdfTemplate';
import { importBody, type AttachedPdf, type ReadableBody } from './requestBody';
import { normaliseContainerNumbers } from '../../shipment/checks/containerNumber';
import { atPlace, type Issue, type IssuePlace } from '../../shipment/issue';
import { acceptIssues, check, stopIfBlocking } from '../../shipment/checks/validate';

/** A shipment as it will be sent, without PDFs, and notes about how it was made. */
export type Shipment = {
	payload: Record<string, unknown>;
	notes: readonly Issue[];
	/** The import reference that the shipment itself names. */
	importRef?: string | undefined;
	/** Files that the shipment itself brings. */
	pdfs?: readonly AttachedPdf[];
	/** The place of a value for users, by its path in the payload; without it, the path itself is shown. */
	locate?: (path: string) => IssuePlace;
};

/** A shipment that is ready to be sent: checked, and with its PDFs. */
export type PreparedImport = {
	importRef: string;
	/** Null if the shipment has none. */
	shipmentRef: string | null;
	body: ReadableBody;
	issues: readonly Issue[];
	input: Pick<ImportInput, 'ifPresent' | 'options'>;
};

/** Prepares a shipment without asking the exchange. Throws InvalidInput if it cannot or must not be sent. */
export async function prepareImport(
	input: Pick<ImportInput, 'importRef' | 'ifPresent' | 'options'>,
	shipment: Shipment,
	readPdfs: () => Promise<AttachedPdf[]>,
): Promise<PreparedImport> {
	const { validation, pdfTemplate } = input.options;
	if (isEmpty(shipment.payload))
		throw new InvalidInput({
			field: 'payload',
			message: 'The shipment is empty; nothing was sent',
			description: 'Check the expressions of its fields, and the output of the previous node.',
		});
	const payload = validation === 'off' ? shipment.payload : normaliseContainerNumbers(shipment.payload);
	const shipmentRef = textValue.safeParse(payload['shipmentReference']).data ?? null;
	const importRef = referenceOf(shipment.importRef ?? input.importRef, shipmentRef);
	const pdfs = await readPdfs();
	const today = new Date().toISOString().slice(0, 10);
	const found = validation === 'off' ? [] : check(payload, today);
	// What is said about a value already is not said again.
	const noted = new Set(
		shipment.notes.filter(({ severity, rule }) => severity === 'error' || rule === 'missing').map(({ path }) => path),
	);
	const located = [...shipment.notes, ...found.filter(({ path }) => !noted.has(path))].map((one) =>
		one.source === undefined && shipment.locate ? atPlace(one, shipment.locate(one.path)) : one,
	);
	const issues = stopIfBlocking(acceptIssues(located, input.options.acceptValues), validation);
	const body = importBody(attachPdfs(payload, pdfs, pdfTemplate), pdfs);
	return { importRef, shipmentRef, body, issues, input };
}

/** In characters. It is sent in the address, percent-encoded, and servers accept addresses of 8 kB. */
const longestReference = 500;

/** The import reference: the given one, else the shipment reference. Throws InvalidInput if it cannot be sent. */
function referenceOf(given: string | undefined, shipmentRef: string | null): string {
	const importRef = given ?? shipmentRef;
	if (importRef === null)
		throw new InvalidInput({
			field: 'importRef',
			message: 'The shipment has no reference; nothing was sent',
			description: 'Add a shipmentReference to the shipment, or fill in "Import Reference".',
		});
	const field = given === undefined ? 'shipmentReference' : 'importRef';
	const name = given === undefined ? 'The shipment reference' : 'The import reference';
	// Half of a surrogate pair cannot be percent-encoded.
	if (/[\p{Cc}\p{Cs}]/u.test(importRef))
		throw new InvalidInput({
			field,
			message: `${name} contains a character that cannot be sent, such as a line break`,
			description: `Nothing was sent. ${name} is part of the URL of the request. Remove line breaks, tabs and other control characters.`,
		});
	if (importRef.length > longestReference)
		throw new InvalidInput({
			field,
			message: `${name} is too long: ${importRef.length} characters (the maximum is ${longestReference})`,
			description: `Nothing was sent. ${name} is part of the URL of the request. Shorten it.`,
		});
	return importRef;
}
