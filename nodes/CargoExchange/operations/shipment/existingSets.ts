import type { ExchangeClient } from '../../exchange/client';
import { ExplainedError, InvalidInput, ServiceError, UnexpectedResponse } from '../../errors';
import type { ItemContext } from '../../n8n/itemContext';
import { hasReference, pagesWithReference } from '../../lookup/findSets';
import { importLogOf } from './importLog';
import { importKey, type ImportOutcome, importsOfProcess, type KnownImport } from './importRegister';
import type { PreparedImport } from './prepareImport';
import { issue, type Issue } from '../../shipment/issue';

/** Whether the exchange has sets of a shipment already, and issues about that. */
export type Existing = {
	isPresent: boolean;
	setIds: readonly string[];
	issues: readonly Issue[];
	/** When the look-up began, by the clock of the register. */
	lookedUpAtMs: number;
};

/** The sets of a shipment, and how they are known. */
type Present = { setIds: readonly string[]; origin: string };

/** How long a shipment waits for another execution that sends it: a little longer than an import waits for its response. */
const longestWaitMs = 310_000;

const howToGoOn = 'To import without this check, set "If Shipment Exists" to "Import Anyway".';

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
	const { ifPresent, options } = input;
	const { execution } = context.position;
	const lookedUpAtMs = importsOfProcess().now();
	const nothing: Existing = { isPresent: false, setIds: [], issues: [], lookedUpAtMs };
	const key = importKey(exchange, prepared, context.position);
	if (ifPresent === 'import' || importLogOf(execution).atAnEarlierTry(context.position, key)) return nothing;
	if (shipmentRef === null) {
		const message = 'The shipment has no reference, so it cannot be looked up';
		const advice = `Add a shipment reference; for a transport document, in the options. ${howToGoOn}`;
		if (!options.dryRun) throw refused(`${message}; nothing was sent`, advice);
		return { ...nothing, issues: [notLookedUp(shipmentRef, `${message}. ${advice}`)] };
	}
	try {
		const present = await presentSets(exchange, { key, shipmentRef, lookedUpAtMs }, context);
		return present ? { ...nothing, ...reported(shipmentRef, input, present) } : nothing;
	} catch (error) {
		if (!(error instanceof ExplainedError) || !options.dryRun) throw error;
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
		if (known.state === 'imported') return { ...existing, ...reported(shipmentRef, input, importedHere(known)) };
		const limitMs = deadline - imports.now();
		if (limitMs <= 0) throw beingImported(shipmentRef);
		await imports.untilOutcome(key, { limitMs, signal: context.signal });
	}
}

/** The sets of a shipment and how they are known. Imports of this process count before the search shows them. */
async function presentSets(
	exchange: ExchangeClient,
	{ key, shipmentRef, lookedUpAtMs }: { key: string; shipmentRef: string; lookedUpAtMs: number },
	context: ItemContext,
): Promise<Present | null> {
	await exchange.logIn();
	const imports = importsOfProcess();
	const before = imports.find(key, lookedUpAtMs);
	if (before?.state === 'imported') return importedHere(before);
	const setIds = await foundSets(exchange, shipmentRef, context);
	if (setIds.length > 0) {
		imports.confirm(key, setIds);
		const sets = setIds.length === 1 ? '1 set' : `${setIds.length} sets`;
		return { setIds, origin: `The exchange already has ${sets} of this shipment.` };
	}
	const known = imports.find(key, lookedUpAtMs);
	if (known?.state === 'notKnown') throw notKnown(shipmentRef, known.ageMs);
	return known?.state === 'imported' ? importedHere(known) : null;
}

function importedHere({ setIds, ageMs }: KnownImport & { state: 'imported' }): Present {
	return { setIds, origin: `This n8n imported it ${ago(ageMs)}.` };
}

/** What the item says about a shipment that is present. Throws InvalidInput if that stops the import. */
function reported(
	shipmentRef: string,
	{ ifPresent, options }: PreparedImport['input'],
	{ setIds, origin }: Present,
): Pick<Existing, 'isPresent' | 'setIds' | 'issues'> {
	if (ifPresent === 'fail' && !options.dryRun)
		throw refused(
			`The exchange already has the shipment ${shipmentRef}`,
			`${origin} It was not imported again. Use another reference, or set "If Shipment Exists" to "Skip" or "Import Anyway".`,
		);
	// A note: the user has chosen what happens to such a shipment, so "Strict" does not stop it.
	const advice = `${origin} It was not imported again.`;
	const present = {
		path: 'shipmentReference',
		value: shipmentRef,
		rule: 'alreadyThere',
		advice,
		severity: 'note',
	} as const;
	return { isPresent: true, setIds, issues: [issue(present)] };
}

function notKnown(shipmentRef: string | null, ageMs: number): InvalidInput {
	const further = shipmentRef === null ? 'Give it a shipment reference, so that the node can look for it.' : howToGoOn;
	return refused(
		`It is not known whether the shipment ${shipmentRef ?? 'without a reference'} was imported ${ago(ageMs)}`,
		`It was not sent again, to avoid a duplicate. Look for it in the inbox of the exchange application. If it is not there after 15 minutes, import it again. ${further}`,
	);
}

function beingImported(shipmentRef: string): InvalidInput {
	return refused(
		`The shipment ${shipmentRef} is being imported right now`,
		`Another execution of this n8n sent it more than five minutes ago and still waits for the response of the exchange. It was not sent again, to avoid a duplicate. When that execution has ended, import it again. ${howToGoOn}`,
	);
}

function ago(ageMs: number): string {
	const minutes = Math.round(ageMs / 60_000);
	if (minutes < 1) return 'just now';
	return minutes < 120
		? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
		: `${Math.round(minutes / 60)} hours ago`;
}

/** The IDs of the sets that the search finds now, once each. Throws InvalidInput if it finds none, but may not have shown every set. */
async function foundSets(exchange: ExchangeClient, shipmentRef: string, { addHint }: ItemContext): Promise<string[]> {
	const attempt = { since: performance.now(), totals: new Map<string, number>(), onHint: addHint };
	const setIds = new Set<string>();
	let unnamed = 0;
	let missing: string | null = null;
	try {
		for await (const page of pagesWithReference(exchange, shipmentRef, { customerIds: [], attempt })) {
			// A folder that the exchange does not search has no total: nothing can be known of it, today or later.
			if (page.isIncomplete && page.total !== null) missing = page.notes.join(' ');
			for (const row of page.rows) {
				if (!row.shipmentRef?.trim()) unnamed += 1;
				else if (hasReference(row, shipmentRef)) setIds.add(row.setId);
			}
		}
	} catch (error) {
		const isSearch = error instanceof UnexpectedResponse || (error instanceof ServiceError && error.status !== 401);
		throw isSearch ? error.addAdvice(`Nothing was sent. ${howToGoOn}`) : error;
	}
	if (setIds.size === 0 && missing !== null)
		throw refused(
			`The search did not show every set, so the shipment ${shipmentRef} may be there`,
			`Nothing was sent. ${missing} ${howToGoOn}`,
		);
	if (setIds.size === 0 && unnamed > 0)
		throw refused(
			`The exchange found sets, but it is unclear whether they belong to the shipment ${shipmentRef}`,
			`Nothing was sent. Look for the shipment in the exchange application. ${howToGoOn}`,
		);
	return [...setIds];
}

function notLookedUp(shipmentRef: string | null, advice: string): Issue {
	return issue({ path: 'shipmentReference', value: shipmentRef, rule: 'notLookedUp', advice });
}

function refused(message: string, description: string): InvalidInput {
	return new InvalidInput({ field: 'ifPresent', message, description });
}
