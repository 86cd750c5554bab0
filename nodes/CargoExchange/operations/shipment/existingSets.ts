import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput, ServiceError, UnexpectedResponse } from '../../errors';
import type { ItemContext } from '../../n8n/itemContext';
import { hasReference, rowsWithReference } from '../lookup/findRows';
import { importLogOf, recentImports } from './importLog';
import type { Existing, PreparedImport } from './prepareImport';
import { issue, type Issue } from './validation/issue';
import { stopIfBlocking } from './validation/validate';

const nothing: Existing = { isPresent: false, setIds: [], issues: [] };

/** For so long an import whose outcome is not known may be missing from the search although it was carried out. */
const searchLagMs = 15 * 60_000;

const howToGoOn = 'To import without looking, set "If Present" to "Import Anyway".';

/**
 * Looks whether the shipment is there, unless the user wants it imported anyway. Throws InvalidInput if it is there and that stops the
 * import, and what the search throws if it cannot be seen; a dry run reports both and goes on.
 */
export async function findExisting(
	exchange: ExchangeClient,
	{ importRef, shipmentRef, input: { ifPresent, options } }: PreparedImport,
	context: ItemContext,
): Promise<Existing> {
	const { position } = context;
	const isRetried = importLogOf(position.execution).atAnEarlierTry({ position, importRef, shipmentRef }) !== undefined;
	if (ifPresent === 'import' || isRetried) return nothing;
	if (shipmentRef === null) {
		const advice = `The shipment has no shipmentReference, so nobody looked whether it is there already. Fill it in. ${howToGoOn}`;
		return { ...nothing, issues: stopIfBlocking([notLookedUp(shipmentRef, advice)], options.validation) };
	}
	try {
		const present = await presentSets(exchange, shipmentRef, context);
		if (!present) return nothing;
		if (ifPresent === 'fail' && !options.dryRun) throw alreadyThere(shipmentRef, present.origin);
		const advice = `${present.origin} It was not imported.`;
		return { isPresent: true, setIds: present.setIds, issues: [alreadyThereNote(shipmentRef, advice)] };
	} catch (error) {
		if (!(error instanceof Error) || !('description' in error) || !options.dryRun) throw error;
		return { ...nothing, issues: [notLookedUp(shipmentRef, `${error.message}. ${String(error.description)}`)] };
	}
}

/** The sets of a shipment and how they are known. What this process imported counts before the search shows it. */
async function presentSets(exchange: ExchangeClient, shipmentRef: string, context: ItemContext) {
	const recent = recentImports.find(exchange.accountKey, shipmentRef);
	if (recent?.setIds) {
		return { setIds: recent.setIds, origin: `This n8n imported it ${ago(recent.ageMs)}.` };
	}
	const setIds = await foundSets(exchange, shipmentRef, context);
	if (setIds.length > 0) return { setIds, origin: `The exchange has sets of this shipment already: ${setIds.length}.` };
	if (recent && recent.ageMs < searchLagMs) throw inDoubt(shipmentRef, recent.ageMs);
	return null;
}

function ago(ageMs: number): string {
	const minutes = Math.round(ageMs / 60_000);
	if (minutes < 1) return 'just now';
	return minutes < 120 ? `${minutes} min ago` : `${Math.round(minutes / 60)} hours ago`;
}

/** The IDs of the sets that the search finds now, once each. */
async function foundSets(exchange: ExchangeClient, shipmentRef: string, { addHint }: ItemContext): Promise<string[]> {
	const look = { since: performance.now(), totals: new Map<string, number>(), onHint: addHint };
	const setIds = new Set<string>();
	let unnamed = 0;
	try {
		for await (const row of rowsWithReference(exchange, shipmentRef, { customerIds: [], look })) {
			if (!row.shipmentRef?.trim()) unnamed += 1;
			else if (hasReference(row, shipmentRef)) setIds.add(row.setId);
		}
	} catch (error) {
		const isSearch = error instanceof UnexpectedResponse || (error instanceof ServiceError && error.status !== 401);
		throw isSearch ? error.withHint(`Nothing was sent. ${howToGoOn}`) : error;
	}
	if (setIds.size === 0 && unnamed > 0) throw unnamedResults(shipmentRef);
	return [...setIds];
}

function notLookedUp(shipmentRef: string | null, advice: string): Issue {
	return issue('shipmentReference', shipmentRef, 'notLookedUp', advice);
}

/** A note: the user has said what to do with such a shipment, so "Strict" has nothing to stop. */
function alreadyThereNote(shipmentRef: string, advice: string): Issue {
	return issue('shipmentReference', shipmentRef, 'alreadyThere', advice, 'note');
}

function inDoubt(shipmentRef: string, ageMs: number): InvalidInput {
	return new InvalidInput({
		field: 'ifPresent',
		message: `It is not known whether the shipment ${shipmentRef} was imported ${ago(ageMs)}`,
		description: `It was not sent again, so that it cannot be imported twice. Look for it in the inbox of the exchange application. If it is not there in a quarter of an hour, import it again. ${howToGoOn}`,
	});
}

function unnamedResults(shipmentRef: string): InvalidInput {
	return new InvalidInput({
		field: 'ifPresent',
		message: `The exchange found sets, but does not say whether they are of the shipment ${shipmentRef}`,
		description: `Nothing was sent. Look for the shipment in the exchange application. ${howToGoOn}`,
	});
}

function alreadyThere(shipmentRef: string, origin: string): InvalidInput {
	return new InvalidInput({
		field: 'ifPresent',
		message: `The exchange already has the shipment ${shipmentRef}`,
		description: `${origin} It was not imported again. Choose another reference, or set "If Present" to "Skip" or "Import Anyway".`,
	});
}
