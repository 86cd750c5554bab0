import { createSlots } from '../../concurrency';
import type { ExchangeClient } from '../../exchange/client';
import { explained, ExplainedError, InvalidInput, ServiceError, toDecide } from '../../errors';
import type { ItemContext } from '../../n8n/itemContext';
import { inDoubt, missingBills, quarterMs, quarterOf, withoutThisOne } from './doubt';
import { type ImportOutcome, importsOfProcess, type KnownImport } from './importRegister';
import { withPlace, type PreparedImport } from './prepareImport';
import { issue, type Issue } from '../../shipment/issue';
import { type FoundSets, listed, setsInSearch } from './shipmentSets';

/** Whether the exchange has sets of a shipment already, and issues about that. */
export type Existing = {
	/** The same for each import of this shipment: see `importKey`. */
	key: string;
	/** What becomes of this import instead of being sent, if so: it is there, or another execution is sending it. */
	instead: 'skipped' | 'notKnown' | null;
	setIds: readonly string[];
	issues: readonly Issue[];
	/** The sets that were there, of which none confirms an import; null if that is not known. */
	before: readonly string[] | null;
	/** When the look-up began, by the clock of the register. */
	lookedUpAtMs: number;
};

/** Nothing is known of the shipment. */
export function notLookedUp(key: string): Existing {
	return { key, instead: null, setIds: [], issues: [], before: null, lookedUpAtMs: importsOfProcess().now() };
}

/** What is there of a shipment: its sets, how many bills of lading, and how that is known. */
type Present = Omit<FoundSets, 'isComplete'> & { bills: number; origin: string };

/**
 * Looks for sets of the shipment. Throws InvalidInput if it is present and that stops the import, and the error of a search that does not
 * work; a dry run reports both and continues, and so does "Import Anyway".
 */
export async function findExisting(
	exchange: ExchangeClient,
	prepared: PreparedImport,
	key: string,
	context: ItemContext,
): Promise<Existing> {
	const { shipmentRef, input } = prepared;
	const { dryRun, ifPresent, options } = input;
	const isAnyway = ifPresent === 'import';
	const notShown = notLookedUp(key);
	const nothing: Existing = { ...notShown, before: [] };
	if (isAnyway && (shipmentRef === null || dryRun || options.waitSeconds === 0)) return notShown;
	const withoutLook = (error: ExplainedError): Existing => {
		if (!dryRun) throw error;
		const found = `It was not checked whether the exchange has this shipment. ${error.message}.`;
		const unchecked = aboutReference(prepared, 'notLookedUp', `${found} ${error.description}`, 'stops');
		return { ...nothing, issues: [{ ...unchecked, forModel: `${found} ${error.forModel}` }] };
	};
	if (shipmentRef === null)
		return withoutLook(
			withoutThisOne(
				refused(
					'The shipment has no reference, so it cannot be looked up; nothing was sent',
					explained('Add a shipment reference.', alone),
				),
			),
		);
	try {
		if (isAnyway) {
			const { sets, isComplete } = await setsInSearch(exchange, shipmentRef, context);
			return isComplete ? { ...nothing, before: [...sets.keys()] } : notShown;
		}
		const present = await presentSets(exchange, prepared, { ...nothing, shipmentRef }, context);
		return present ? { ...nothing, ...reported(prepared, present) } : nothing;
	} catch (thrown) {
		if (!(thrown instanceof ExplainedError)) throw thrown;
		return isAnyway ? notShown : withoutLook(withAdvice(thrown));
	}
}

/** A shipment that is about to be sent. `settle` notes the outcome; `before`: see `Existing`. */
type Begun = { settle: (outcome: ImportOutcome) => Promise<void>; before: Existing['before'] };

/**
 * Enters the shipment as one that is about to be sent, in the register of this process and in n8n's database. If it was imported since the
 * look-up, or another execution is importing it, returns that or throws, as `findExisting` does. Throws InvalidInput if it is not known
 * whether it was imported.
 */
export async function beginImport(
	exchange: ExchangeClient,
	prepared: PreparedImport,
	existing: Existing,
	context: ItemContext,
): Promise<Begun | Existing> {
	const imports = importsOfProcess();
	const { key } = existing;
	const { shipmentRef, input } = prepared;
	// What another credential of the same user imported is shown to this one only if its password is right.
	await exchange.logIn();
	const isAnyway = shipmentRef !== null && input.ifPresent === 'import';
	// Nothing is awaited between the look and the entry.
	const known = imports.find(key, shipmentRef === null ? imports.now() : existing.lookedUpAtMs);
	if (!isAnyway && known?.state === 'notKnown') throw notKnown(shipmentRef, timeOf(known), context);
	// Without a reference, "Import Anyway" is the only choice: it does not mean that a repeat is wanted.
	if (!isAnyway && known?.state === 'imported' && shipmentRef !== null)
		return { ...existing, ...reported(prepared, importedHere(known)) };
	if (!isAnyway && known?.state === 'sending' && shipmentRef !== null)
		return { ...existing, ...beingImported(prepared) };
	const settle = imports.enter(key);
	const note = await noteBegun(context, key);
	if (note.isKnownSinceMs !== null && !isAnyway) {
		settle('refused');
		await note.remove();
		throw notKnown(shipmentRef, note.isKnownSinceMs, context);
	}
	return {
		before: beforeImport(existing, known),
		settle: async (outcome) => {
			settle(outcome);
			if (outcome === 'refused' || (shipmentRef === null && outcome !== 'notKnown')) await note.remove();
		},
	};
}

/** The sets that do not confirm an import: also those of imports that the search may not have shown yet. Null if it may yet show others. */
function beforeImport({ before }: Existing, known: KnownImport | null): Existing['before'] {
	if (known === null || before === null) return before;
	return known.state === 'imported' && known.setIds.length >= known.bills ? [...before, ...known.setIds] : null;
}

/** n8n reads its list and writes it back as a whole. */
const oneAtATime = createSlots(1);

/** Notes in n8n's database that an import has begun. `isKnownSinceMs`: the quarter of an hour in which it was noted already, this or the last one. */
async function noteBegun({ processedData }: ItemContext, key: string) {
	const quarter = quarterOf(Date.now());
	// An import that began in the last quarter has noted that one, too.
	const [present, last] = [`${key} ${quarter}`, `${key} ${quarter - 1}`];
	const keys = [present, last];
	// Without n8n's list, what this process knows decides alone.
	const add = () => processedData.add(keys);
	// If another process makes the list at the same moment, only the second try finds it.
	const known = await oneAtATime(() => add().catch(add)).catch((): string[] => []);
	const added = keys.filter((each) => !known.includes(each));
	const remove = async () => {
		await oneAtATime(() => processedData.remove(added)).catch(() => undefined);
	};
	const since = known.includes(present) ? quarter : known.includes(last) ? quarter - 1 : null;
	return { isKnownSinceMs: since === null ? null : since * quarterMs, remove };
}

/** What is there of a shipment. Imports of this process count before the search shows them. */
async function presentSets(
	exchange: ExchangeClient,
	{ bills }: PreparedImport,
	{ key, shipmentRef, lookedUpAtMs }: Existing & { shipmentRef: string },
	context: ItemContext,
): Promise<Present | null> {
	await exchange.logIn();
	const imports = importsOfProcess();
	const before = imports.find(key, lookedUpAtMs);
	if (before?.state === 'imported' && before.bills >= bills) return importedHere(before);
	const found = await setsInSearch(exchange, shipmentRef, context);
	const setIds = [...found.sets.keys()];
	if (setIds.length >= bills) imports.confirm(key, setIds);
	const known = imports.find(key, lookedUpAtMs);
	if (known?.state === 'imported' && known.bills > setIds.length) return importedHere(known);
	// What is there in part may be all of it in a moment.
	if (setIds.length > 0 && (known?.state !== 'sending' || setIds.length >= bills))
		return { ...found, bills: setIds.length, origin: '' };
	if (known?.state === 'notKnown') throw notKnown(shipmentRef, timeOf(known), context);
	return null;
}

function importedHere({ setIds, bills }: KnownImport & { state: 'imported' }): Present {
	const sets = new Map(setIds.map((setId) => [setId, setId]));
	return { sets, bills, mayBeMore: false, origin: 'This n8n imported it within the last day. ' };
}

/** What the item says about a shipment that is present. Throws InvalidInput if that stops the import. */
function reported(prepared: PreparedImport, present: Present): Pick<Existing, 'instead' | 'setIds' | 'issues'> {
	const { shipmentRef, bills, input } = prepared;
	const { ifPresent, dryRun } = input;
	const isWhole = present.bills >= bills;
	const { sets, origin } = present;
	const least = present.mayBeMore ? 'at least' : 'only';
	const headline = isWhole
		? `The exchange already has the shipment ${shipmentRef}`
		: `The exchange has ${least} ${present.bills} of ${bills} bills of lading of the shipment ${shipmentRef}`;
	const found = `${headline}${listed(sets)}`;
	if (!dryRun && !isWhole) throw withoutThisOne(refused(found, missingBills(`Nothing was sent. ${origin}`.trim())));
	if (!dryRun && ifPresent === 'fail') throw refused(found, { description: `${origin}${alreadyThere}` });
	// A note: the user has chosen what happens to such a shipment, so "Strict" does not stop it.
	const advice = `${found}. ${origin}It was not imported again.`;
	const issues = [aboutReference(prepared, 'alreadyThere', advice, isWhole ? 'note' : 'stops')];
	return { instead: 'skipped', setIds: [...sets.keys()], issues };
}

const alone =
	'Without one, it can only be imported alone and without protection against duplicates: take all other rows or items out, and set "If Shipment Exists" to "Import Anyway" for this execution only.';
const unprotected =
	'If this user cannot be allowed to search, you can only import without protection against duplicates: set "If Shipment Exists" to "Import Anyway".';
const alreadyThere =
	'It was not imported again. If it is another shipment, use another reference. To leave out shipments that are there, set "If Shipment Exists" to "Skip".';

/** What the item says about a shipment that another execution is sending. Throws InvalidInput if that stops the import. */
function beingImported(prepared: PreparedImport): Pick<Existing, 'instead' | 'issues'> {
	if (prepared.input.ifPresent === 'fail')
		throw refused(`The shipment ${prepared.shipmentRef ?? ''} is being imported by another execution`, {
			description: 'It was not sent again, to avoid a duplicate. When that execution has ended, run this one again.',
		});
	const advice = 'Is being sent by another execution; whether it arrives is not known yet. It was not sent again.';
	return { instead: 'notKnown', issues: [aboutReference(prepared, 'beingImported', advice, 'note')] };
}

/** When the import became one whose outcome is not known. */
function timeOf({ sinceMs }: { sinceMs: number }): number {
	return Date.now() - (importsOfProcess().now() - sinceMs);
}

function notKnown(shipmentRef: string | null, sinceMs: number, { timezone }: ItemContext): InvalidInput {
	const further = shipmentRef === null ? ' Give it a shipment reference, so that the node can look for it.' : '';
	const error = refused(
		`It is not known whether the shipment ${shipmentRef ?? 'without a reference'} was imported within the last 30 minutes`,
		{
			description: `It was not sent again, to avoid a duplicate. Look for it in the inbox of the exchange application. If it is not there after 30 minutes, import it again.${further}`,
		},
	);
	return inDoubt(error, sinceMs, timezone);
}

/** What to do after a search that failed. Only one that is not allowed will never work. */
function withAdvice(error: ExplainedError): ExplainedError {
	const status = error instanceof ServiceError ? error.status : null;
	if (status === 401 || error instanceof InvalidInput) return error;
	if (status !== 403)
		return error.addAdvice(
			'Nothing was sent, because the node could not check whether the shipment is already there. Run the workflow again later.',
		);
	return error.addAdvice(`Nothing was sent. ${unprotected}`, `Nothing was sent. ${toDecide}`);
}

function aboutReference(
	{ shipmentRef, locate }: PreparedImport,
	rule: string,
	advice: string,
	severity: Issue['severity'],
): Issue {
	return withPlace(issue({ path: 'shipmentReference', value: shipmentRef, rule, advice, severity }), locate);
}

function refused(message: string, texts: { description: string; forModel?: string }): InvalidInput {
	return new InvalidInput({ field: 'ifPresent', message, ...texts });
}
