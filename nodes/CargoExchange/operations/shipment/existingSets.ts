import type { ExchangeClient } from '../../exchange/client';
import { ExplainedError, InvalidInput, ServiceError } from '../../errors';
import type { ItemContext } from '../../n8n/itemContext';
import { currentRow, hasReference, pagesWithReference } from '../../lookup/findSets';
import { sanitize } from '../../schemas/errorMessage';
import type { SetRow } from '../../schemas/search';
import { statusLabel } from '../../vocabulary';
import { importLogOf } from './importLog';
import { importKey, type ImportOutcome, importsOfProcess, type KnownImport } from './importRegister';
import type { PreparedImport } from './prepareImport';
import { issue, type Issue } from '../../shipment/issue';
import { groupBy } from '../../shipment/structure';

/** Whether the exchange has sets of a shipment already, and issues about that. */
export type Existing = {
	isPresent: boolean;
	setIds: readonly string[];
	issues: readonly Issue[];
	/** When the look-up began, by the clock of the register. */
	lookedUpAtMs: number;
};

/** What is there of a shipment: its sets as users recognize them, how many bills of lading, and whether there may be more. */
type Present = {
	setIds: readonly string[];
	named: readonly string[];
	bills: number;
	mayBeMore: boolean;
	origin: string;
};

/** How long a shipment waits for another execution that sends it: a little longer than an import waits for its response. */
const longestWaitMs = 310_000;

/** For shipments that can never be looked up. */
const withoutProtection = 'import without protection against duplicates: set "If Shipment Exists" to "Import Anyway".';
const mostNamed = 3;

/**
 * Looks for sets of the shipment, unless the user wants it imported anyway. Throws InvalidInput if it is present and that stops the import,
 * and the error of a search that does not work; a dry run reports both and continues.
 */
export async function findExisting(
	exchange: ExchangeClient,
	prepared: PreparedImport,
	context: ItemContext,
): Promise<Existing> {
	const { shipmentRef, input } = prepared;
	const { ifPresent, dryRun } = input;
	const { execution } = context.position;
	const lookedUpAtMs = importsOfProcess().now();
	const nothing: Existing = { isPresent: false, setIds: [], issues: [], lookedUpAtMs };
	const key = importKey(exchange, prepared, context.position);
	if (ifPresent === 'import' || importLogOf(execution).atAnEarlierTry(context.position, key)) return nothing;
	if (shipmentRef === null) {
		const message = 'The shipment has no reference, so it cannot be looked up';
		const advice = `Add a shipment reference; for a transport document, in the options. Without one, you can only ${withoutProtection}`;
		if (!dryRun) throw refused(`${message}; nothing was sent`, advice);
		return { ...nothing, issues: [notLookedUp(shipmentRef, `${message}. ${advice}`)] };
	}
	try {
		const present = await presentSets(exchange, prepared, { key, shipmentRef, lookedUpAtMs }, context);
		return present ? { ...nothing, ...reported(prepared, present) } : nothing;
	} catch (error) {
		if (!(error instanceof ExplainedError) || !dryRun) throw error;
		return { ...nothing, issues: [notLookedUp(shipmentRef, `${error.message}. ${error.description}`)] };
	}
}

/**
 * Enters the shipment as one that is about to be sent, and returns how to tell the outcome. If another execution of this process is sending
 * it, waits for that one's outcome first, unless the user wants the shipment imported anyway. If it was imported since the look-up, returns
 * that or throws, as `findExisting` does. Throws InvalidInput if it is not known whether it was, or the wait takes too long.
 */
export async function claimImport(
	exchange: ExchangeClient,
	prepared: PreparedImport,
	existing: Existing,
	context: ItemContext,
): Promise<((outcome: ImportOutcome) => void) | Existing> {
	const imports = importsOfProcess();
	const key = importKey(exchange, prepared, context.position);
	const { shipmentRef, input } = prepared;
	if (shipmentRef !== null && input.ifPresent === 'import') return imports.enter(key);
	// What another credential of the same user imported is shown to this one only if its password is right.
	await exchange.logIn();
	const deadline = imports.now() + longestWaitMs;
	for (;;) {
		// Nothing is awaited between the look and the entry.
		const known = imports.find(key, shipmentRef === null ? imports.now() : existing.lookedUpAtMs);
		if (known?.state === 'notKnown') throw notKnown(shipmentRef, known.ageMs);
		// Without a reference, "Import Anyway" is the only choice: it waits for nobody, but does not mean that a repeat is wanted.
		if (!known || shipmentRef === null) return imports.enter(key);
		if (known.state === 'imported') return { ...existing, ...reported(prepared, importedHere(known)) };
		const limitMs = deadline - imports.now();
		if (limitMs <= 0) throw beingImported(shipmentRef);
		await imports.untilOutcome(key, { limitMs, signal: context.signal });
	}
}

/** What is there of a shipment. Imports of this process count before the search shows them. */
async function presentSets(
	exchange: ExchangeClient,
	{ bills }: PreparedImport,
	{ key, shipmentRef, lookedUpAtMs }: { key: string; shipmentRef: string; lookedUpAtMs: number },
	context: ItemContext,
): Promise<Present | null> {
	await exchange.logIn();
	const imports = importsOfProcess();
	const before = imports.find(key, lookedUpAtMs);
	if (before?.state === 'imported' && before.bills >= bills) return importedHere(before);
	const found = await foundSets(exchange, shipmentRef, context);
	const { setIds } = found;
	if (setIds.length >= bills) imports.confirm(key, setIds);
	const known = imports.find(key, lookedUpAtMs);
	if (known?.state === 'imported' && known.bills > setIds.length) return importedHere(known);
	if (setIds.length > 0) return { ...found, bills: setIds.length, origin: '' };
	if (known?.state === 'notKnown') throw notKnown(shipmentRef, known.ageMs);
	return null;
}

function importedHere({ setIds, bills, ageMs }: KnownImport & { state: 'imported' }): Present {
	return { setIds, named: setIds, bills, mayBeMore: false, origin: `This n8n imported it ${ago(ageMs)}. ` };
}

/** What the item says about a shipment that is present. Throws InvalidInput if that stops the import. */
function reported(
	{ shipmentRef, bills, input: { ifPresent, dryRun } }: PreparedImport,
	present: Present,
): Pick<Existing, 'isPresent' | 'setIds' | 'issues'> {
	const isWhole = present.bills >= bills;
	const { named, origin } = present;
	const listed = [...named.slice(0, mostNamed), ...(named.length > mostNamed ? ['…'] : [])].join(', ');
	const least = present.mayBeMore ? 'at least' : 'only';
	const headline = isWhole
		? `The exchange already has the shipment ${shipmentRef}`
		: `The exchange has ${least} ${present.bills} of ${bills} bills of lading of the shipment ${shipmentRef}`;
	const found = `${headline}${listed === '' ? '' : ': '}${listed}`;
	if (!dryRun && (ifPresent === 'fail' || !isWhole))
		throw refused(found, isWhole ? `${origin}${alreadyThere}` : `Nothing was sent. ${origin}${importTheRest}`);
	// A note: the user has chosen what happens to such a shipment, so "Strict" does not stop it.
	const advice = `${found}. ${origin}It was not imported again.`;
	const severity = isWhole ? 'note' : 'stops';
	const there = issue({ path: 'shipmentReference', value: shipmentRef, rule: 'alreadyThere', advice, severity });
	return { isPresent: true, setIds: present.setIds, issues: [there] };
}

const alreadyThere =
	'It was not imported again. If it is another shipment, use another reference. To leave out shipments that are there, set "If Shipment Exists" to "Skip".';
const importTheRest =
	'Look in the exchange application which bills of lading are missing. Then import only the missing ones, with "If Shipment Exists" set to "Import Anyway" for this execution only. If it is another shipment, use another reference.';

function notKnown(shipmentRef: string | null, ageMs: number): InvalidInput {
	const further = shipmentRef === null ? ' Give it a shipment reference, so that the node can look for it.' : '';
	return refused(
		`It is not known whether the shipment ${shipmentRef ?? 'without a reference'} was imported ${ago(ageMs)}`,
		`It was not sent again, to avoid a duplicate. Look for it in the inbox of the exchange application. If it is not there after 15 minutes, import it again.${further}`,
	);
}

function beingImported(shipmentRef: string): InvalidInput {
	return refused(
		`The shipment ${shipmentRef} is being imported right now`,
		`Another execution of this n8n sent it more than five minutes ago and still waits for the response of the exchange. It was not sent again, to avoid a duplicate. When that execution has ended, import it again.`,
	);
}

function ago(ageMs: number): string {
	const minutes = Math.round(ageMs / 60_000);
	if (minutes < 1) return 'just now';
	return minutes < 120
		? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
		: `${Math.round(minutes / 60)} hours ago`;
}

/** The sets that the search finds now, once each. Throws InvalidInput if it finds none, but may not have shown every set. */
async function foundSets(
	exchange: ExchangeClient,
	shipmentRef: string,
	{ addHint }: ItemContext,
): Promise<Pick<Present, 'setIds' | 'named' | 'mayBeMore'>> {
	const attempt = { since: performance.now(), totals: new Map<string, number>(), onHint: addHint };
	const found: SetRow[] = [];
	let unnamed = 0;
	let mayBeMore = false;
	let missing: string | null = null;
	try {
		for await (const page of pagesWithReference(exchange, shipmentRef, { customerIds: [], attempt })) {
			mayBeMore ||= page.isIncomplete === true;
			// A folder that the exchange does not search has no total: nothing can be known of it, today or later.
			if (page.isIncomplete && page.total !== null) missing = page.notes.join(' ');
			for (const row of page.rows) {
				if (!row.shipmentRef?.trim()) unnamed += 1;
				else if (hasReference(row, shipmentRef)) found.push(row);
			}
		}
	} catch (error) {
		throw error instanceof ExplainedError ? withAdvice(error) : error;
	}
	const sets = [...groupBy(found, ({ setId }) => setId.toLowerCase()).values()].map((rows) => currentRow(rows));
	if (sets.length === 0 && missing !== null)
		throw refused(
			`The search did not show every set, so the shipment ${shipmentRef} may be there`,
			`Nothing was sent. ${missing} Run the workflow again when the search shows all sets.`,
		);
	if (sets.length === 0 && unnamed > 0)
		throw refused(
			`The exchange found sets, but it is unclear whether they belong to the shipment ${shipmentRef}`,
			'Nothing was sent. Look for the shipment in the exchange application. If it is not there, set "If Shipment Exists" to "Import Anyway" for this execution only.',
		);
	return { setIds: sets.map(({ setId }) => setId), named: sets.map(nameOf), mayBeMore };
}

/** A set as users recognize it: whether it is theirs shows in the consignor. */
function nameOf({ setId, consignorCompanyName, status }: SetRow): string {
	const known = [consignorCompanyName, status ? statusLabel(status) : null].filter((one) => one?.trim());
	return sanitize(known.length === 0 ? setId : `${setId} (${known.join(', ')})`) ?? setId;
}

/** What to do after a search that failed. Only one that is not allowed will never work. */
function withAdvice(error: ExplainedError): ExplainedError {
	const status = error instanceof ServiceError ? error.status : null;
	if (status === 401 || error instanceof InvalidInput) return error;
	return error.addAdvice(
		status === 403
			? `Nothing was sent. If this user cannot be allowed to search, you can only ${withoutProtection}`
			: 'Nothing was sent. Run the workflow again when the search works.',
	);
}

function notLookedUp(shipmentRef: string | null, advice: string): Issue {
	return issue({ path: 'shipmentReference', value: shipmentRef, rule: 'notLookedUp', advice, severity: 'stops' });
}

function refused(message: string, description: string): InvalidInput {
	return new InvalidInput({ field: 'ifPresent', message, description });
}
