import { InvalidInput } from '../../errors';
import { referenceKey } from '../../lookup/findSets';
import { textValue } from '../../n8n/values';
import type { Profile } from '../../schemas/profile';
import { isEmpty } from '../../shipment/fields/parsePayload';
import type { ImportInput } from './importParameters';
import { attachPdfs } from './pdfTemplate';
import { completed } from './profileFields';
import { importBody, type AttachedPdf, type ReadableBody } from './requestBody';
import { atPlace, issue, type Issue, type IssuePlace } from '../../shipment/issue';
import { issuesIn } from '../../shipment/checks/payload';
import { acceptIssues } from '../../shipment/accept';
import { InvalidShipment, stoppingIssues } from '../../shipment/checks/verdict';

/** A shipment as it will be sent, without PDFs, and notes about how it was made. */
export type Shipment = {
	payload: Record<string, unknown>;
	notes: readonly Issue[];
	/** The import reference that the shipment itself names. */
	importRef?: string | undefined;
	/** The place of a value for users, by its path in the payload; without it, the path itself is shown. */
	locate?: ((path: string) => IssuePlace) | undefined;
};

/** A shipment that is ready to be sent: checked, and with its PDFs. */
export type PreparedImport = {
	importRef: string;
	/** Null if the shipment has none. */
	shipmentRef: string | null;
	/** The same for each import of this shipment: its reference; without one, its content. */
	identity: string;
	/** How many bills of lading it has, as far as the payload says. */
	bills: number;
	body: ReadableBody;
	pdfNames: readonly string[];
	/** What the exchange profile has filled in, in words. */
	fromProfile: readonly string[];
	issues: readonly Issue[];
	input: Pick<ImportInput, 'dryRun' | 'ifPresent' | 'options'>;
	locate: Shipment['locate'];
};

/** What is needed to look for a shipment, also for one that cannot be sent. */
export type Sought = Pick<PreparedImport, 'shipmentRef' | 'identity' | 'bills' | 'input' | 'locate'>;

type Input = Pick<ImportInput, 'inputMode' | 'importRef' | 'dryRun' | 'ifPresent' | 'options'>;
type Sources = { profile: Profile; readPdfs: () => Promise<AttachedPdf[]> };

/** Prepares a shipment without asking the exchange: completes, judges and serialises it. Throws InvalidInput if it must not be sent. */
export async function prepareImport(input: Input, given: Shipment, sources: Sources): Promise<PreparedImport> {
	const complete = await completeShipment(input, given, sources);
	const { importRef, shipmentRef, fromProfile, pdfs } = complete;
	const { payload, locate } = complete.shipment;
	const issues = judge(complete, input);
	const { pdfTemplate = sources.profile.pdfTemplate } = input.options;
	const body = importBody(attachPdfs(payload, pdfs, pdfTemplate), pdfs);
	const identity = shipmentRef === null ? body.fingerprint() : referenceKey(shipmentRef);
	const pdfNames = pdfs.map(({ documentName }) => documentName);
	return {
		importRef,
		shipmentRef,
		identity,
		bills: billsIn(payload),
		body,
		pdfNames,
		fromProfile,
		issues,
		input,
		locate,
	};
}

/** `failures`: what is missing or cannot be sent, whatever the values are. */
type Complete = {
	shipment: Shipment;
	importRef: string;
	shipmentRef: string | null;
	pdfs: readonly AttachedPdf[];
	fromProfile: readonly string[];
	failures: readonly InvalidInput[];
};

/** The shipment with what the profile fills in, its references, and its PDFs. */
async function completeShipment(input: Input, given: Shipment, { profile, readPdfs }: Sources): Promise<Complete> {
	if (isEmpty(given.payload))
		throw new InvalidInput({
			field: 'payload',
			message: 'The shipment is empty; nothing was sent',
			description: 'Check the expressions of its fields, and the output of the previous node.',
		});
	// A payload is complete as it is.
	const { shipment, fromProfile } = completed(given, input.inputMode === 'json' ? {} : profile.shipmentFields);
	const shipmentRef = textValue.safeParse(shipment.payload['shipmentReference']).data ?? null;
	const ownRef = shipment.importRef ?? input.importRef;
	const importRef = ownRef ?? shipmentRef;
	if (importRef === null)
		throw new InvalidInput({
			field: 'importRef',
			message: 'The shipment has no reference; nothing was sent',
			description: 'Add a shipmentReference to the shipment.',
		});
	const failures = whyUnsendable(importRef, ownRef === undefined ? 'shipmentReference' : 'importRef');
	const pdfs = await readPdfs().catch((error: unknown) => {
		if (!(error instanceof InvalidInput)) throw error;
		failures.push(error);
		return [];
	});
	return { shipment, importRef, shipmentRef, pdfs, fromProfile, failures };
}

/** Everything that is worth knowing about it. Throws InvalidInput, with everything that stops it, if something does. */
function judge({ shipment, pdfs, failures }: Complete, { inputMode, options }: Input): Issue[] {
	const { payload, notes, locate } = shipment;
	const today = new Date().toISOString().slice(0, 10);
	const checked = issuesIn(payload, { today, isPayload: inputMode === 'json' });
	const found = [...checked, ...pdfs.flatMap(damageIssue)];
	// What is said about a value already is not said again.
	const noted = new Set(notes.filter(({ severity }) => severity === 'stops').map(({ path }) => path));
	const placeholders = new Set(notes.flatMap(({ rule, source }) => (rule === 'placeholder' ? [source] : [])));
	const isSaid = ({ source, missing }: Issue) => missing !== undefined && placeholders.has(source);
	const place = (one: Issue) => (one.source === undefined ? withPlace(one, locate) : one);
	const checkedAgain = found.filter(({ path }) => !noted.has(path)).map(place);
	const located = [...notes.map(place), ...checkedAgain.filter((one) => !isSaid(one))];
	const issues = acceptIssues(located, options.acceptValues);
	const blocking = stoppingIssues(issues, options.validation);
	const [failure] = failures;
	if (failure && failures.length + blocking.length > 1)
		throw new InvalidShipment([...failures.map((each) => inputIssue(each, locate)), ...blocking]);
	if (failure) throw failure;
	if (blocking.length > 0) throw new InvalidShipment(blocking);
	return issues;
}

/** The issue with its place for users, where they have one. */
export function withPlace(found: Issue, locate: Shipment['locate']): Issue {
	return locate ? atPlace(found, locate(found.path)) : found;
}

/** A set of the payload is a bill of lading. What cannot be counted is at least one. */
export function billsIn({ sets }: { sets?: unknown }): number {
	return Array.isArray(sets) && sets.length > 0 ? sets.length : 1;
}

function damageIssue({ damage, file, documentName }: AttachedPdf): Issue[] {
	if (damage === null) return [];
	const advice = `The PDF is damaged: ${damage}. Attach a complete file.`;
	return [issue({ path: 'pdfs', value: file.fileName || documentName, rule: 'damagedPdf', advice })];
}

/** What stops a shipment in any validation, such as a missing PDF, as one issue among others. */
export function inputIssue({ field, message, description }: InvalidInput, locate: Shipment['locate']): Issue {
	const { source, at } = locate?.(field) ?? { source: '' };
	return issue({ path: field, rule: 'input', advice: `${message}. ${description}`, severity: 'stops', source, at });
}

/** In characters. It is sent in the address, percent-encoded, and servers accept addresses of 8 kB. */
const longestReference = 500;

/** Why the import reference cannot be sent, if so; `field` is where it comes from. */
function whyUnsendable(importRef: string, field: 'shipmentReference' | 'importRef'): InvalidInput[] {
	const name = field === 'importRef' ? 'The import reference' : 'The shipment reference';
	const refused = (message: string) => {
		const description = `Nothing was sent. Correct ${name.toLowerCase()}, which is part of the address of the request.`;
		return [new InvalidInput({ field, message, description })];
	};
	// Half of a surrogate pair cannot be percent-encoded.
	if (/[\p{Cc}\p{Cs}]/u.test(importRef))
		return refused(`${name} contains a line break, a tab or another control character, which cannot be sent`);
	return importRef.length > longestReference ? refused(`${name} has more than ${longestReference} characters`) : [];
}
