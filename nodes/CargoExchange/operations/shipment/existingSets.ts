import type { ExchangeClient } from '../../exchange/client';
import { explained, ExplainedError, InvalidInput, ServiceError, toDecide } from '../../errors';
import type { ItemContext } from '../../n8n/itemContext';
import { inDoubt, missingBills, withoutThisOne } from './doubt';
import { importsOfProcess, type KnownImport } from './importRegister';
import { withPlace, type Sought } from './prepareImport';
import { issue, type Issue } from '../../shipment/issue';
import { type FoundSets, listed, setsInSearch } from './shipmentSets';

/** What becomes of an import that is not sent: it is there, or another execution is sending it. */
export type Unsent = { outcome: 'skipped' | 'notKnown'; setIds: readonly string[]; issues: readonly Issue[] };

/** What a look into the exchange shows of a shipment before it is sent. */
export type Look = {
	/** The same for each import of this shipment: see `importKey`. */
	key: string;
	/** Null: nothing keeps it from being sent. */
	unsent: Unsent | null;
	/** Of a dry run: that nobody could look. */
	issues: readonly Issue[];
	/** The sets that were there, of which none confirms an import; null if no search can confirm it. */
	before: readonly string[] | null;
	/** When it began (monotonic milliseconds). */
	atMs: number;
};

/** Nothing is known of the shipment. */
export function withoutLook(key: string): Look {
	return { key, unsent: null, issues: [], before: null, atMs: performance.now() };
}

/** What is there of a shipment: its sets, how many bills of lading, and how that is known. */
type Present = Omit<FoundSets, 'isComplete'> & { bills: number; origin: string };

/**
 * Looks for sets of the shipment. Throws InvalidInput if it is present and that stops the import, and the error of a search that does not
 * work; a dry run reports both and continues, and so does "Import Anyway".
 */
export async function lookBefore(
	exchange: ExchangeClient,
	sought: Sought,
	key: string,
	context: ItemContext,
): Promise<Look> {
	const { shipmentRef, input } = sought;
	const { dryRun, ifPresent, options } = input;
	const isAnyway = ifPresent === 'import';
	const unlooked = withoutLook(key);
	const nothing: Look = { ...unlooked, before: [] };
	if (isAnyway && (shipmentRef === null || dryRun || options.waitSeconds === 0)) return unlooked;
	const notLookedUp = (error: ExplainedError): Look => {
		if (!dryRun) throw error;
		const found = `It was not checked whether the exchange has this shipment. ${error.message}.`;
		const unchecked = aboutReference(sought, 'notLookedUp', `${found} ${error.description}`, 'stops');
		return { ...nothing, issues: [{ ...unchecked, forModel: `${found} ${error.forModel}` }] };
	};
	if (shipmentRef === null)
		return notLookedUp(
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
			return isComplete ? { ...nothing, before: [...sets.keys()] } : unlooked;
		}
		const present = await presentSets(exchange, sought, { key, shipmentRef }, context);
		return present ? { ...nothing, unsent: asPresent(sought, present) } : nothing;
	} catch (thrown) {
		if (!(thrown instanceof ExplainedError)) throw thrown;
		return isAnyway ? unlooked : notLookedUp(withAdvice(thrown));
	}
}

/** What becomes of an import that n8n knows. Throws InvalidInput if that stops it. */
export function asKnown(sought: Sought, known: KnownImport, { timezone }: ItemContext): Unsent {
	switch (known.state) {
		case 'imported':
			return asPresent(sought, importedHere(known));
		case 'sending':
			return asBeingImported(sought);
		case 'notKnown':
			throw notKnown(sought.shipmentRef, known.agoMs, timezone);
	}
}

/** The sets that do not confirm an import: also those of imports that the search may not have shown yet. Null if it may yet show others. */
export function withKnown({ before }: Look, known: KnownImport | null): Look['before'] {
	if (known === null || before === null) return before;
	return known.state === 'imported' && known.setIds.length >= known.bills ? [...before, ...known.setIds] : null;
}

/** What is there of a shipment. Imports of this process count before the search shows them. */
async function presentSets(
	exchange: ExchangeClient,
	{ bills }: Sought,
	{ key, shipmentRef }: { key: string; shipmentRef: string },
	context: ItemContext,
): Promise<Present | null> {
	await exchange.logIn();
	const imports = importsOfProcess();
	const before = imports.find(key);
	if (before?.state === 'imported' && before.bills >= bills) return importedHere(before);
	const found = await setsInSearch(exchange, shipmentRef, context);
	const setIds = [...found.sets.keys()];
	if (setIds.length >= bills) imports.confirm(key, setIds);
	const known = imports.find(key);
	if (known?.state === 'imported' && known.bills > setIds.length) return importedHere(known);
	// What is there in part may be all of it in a moment.
	if (setIds.length > 0 && (known?.state !== 'sending' || setIds.length >= bills))
		return { ...found, bills: setIds.length, origin: '' };
	if (known?.state === 'notKnown') throw notKnown(shipmentRef, known.agoMs, context.timezone);
	return null;
}

function importedHere({ setIds, bills }: KnownImport & { state: 'imported' }): Present {
	const sets = new Map(setIds.map((setId) => [setId, setId]));
	return { sets, bills, mayBeMore: false, origin: 'This n8n imported it within the last day. ' };
}

/** What becomes of a shipment that is present. Throws InvalidInput if that stops the import. */
function asPresent(sought: Sought, present: Present): Unsent {
	const { shipmentRef, bills, input } = sought;
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
	const issues = [aboutReference(sought, 'alreadyThere', advice, isWhole ? 'note' : 'stops')];
	return { outcome: 'skipped', setIds: [...sets.keys()], issues };
}

const alone =
	'Without one, it can only be imported alone and without protection against duplicates: take all other rows or items out, and set "If Shipment Exists" to "Import Anyway" for this execution only.';
const unprotected =
	'If this user cannot be allowed to search, you can only import without protection against duplicates: set "If Shipment Exists" to "Import Anyway".';
const alreadyThere =
	'It was not imported again. If it is another shipment, use another reference. To leave out shipments that are there, set "If Shipment Exists" to "Skip".';

/** What becomes of a shipment that another execution is sending. Throws InvalidInput if that stops the import. */
function asBeingImported(sought: Sought): Unsent {
	if (sought.input.ifPresent === 'fail')
		throw refused(`The shipment ${sought.shipmentRef ?? ''} is being imported by another execution`, {
			description: 'It was not sent again, to avoid a duplicate. When that execution has ended, run this one again.',
		});
	const advice = 'Is being sent by another execution; whether it arrives is not known yet. It was not sent again.';
	return { outcome: 'notKnown', setIds: [], issues: [aboutReference(sought, 'beingImported', advice, 'note')] };
}

function notKnown(shipmentRef: string | null, agoMs: number, timezone: string): InvalidInput {
	const further = shipmentRef === null ? ' Give it a shipment reference, so that the node can look for it.' : '';
	const error = refused(
		`It is not known whether the shipment ${shipmentRef ?? 'without a reference'} was imported within the last 30 minutes`,
		{
			description: `It was not sent again, to avoid a duplicate. Look for it in the inbox of the exchange application. If it is not there after 30 minutes, import it again.${further}`,
		},
	);
	return inDoubt(error, agoMs, timezone);
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
	{ shipmentRef, locate }: Sought,
	rule: string,
	advice: string,
	severity: Issue['severity'],
): Issue {
	return withPlace(issue({ path: 'shipmentReference', value: shipmentRef, rule, advice, severity }), locate);
}

function refused(message: string, texts: { description: string; forModel?: string }): InvalidInput {
	return new InvalidInput({ field: 'ifPresent', message, ...texts });
}
