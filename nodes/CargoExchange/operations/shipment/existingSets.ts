import type { ExchangeClient } from '../../exchange/client';
import { ExplainedError, InvalidInput, ServiceError, UnexpectedResponse } from '../../errors';
import type { ItemContext } from '../../n8n/itemContext';
import { hasReference, rowsWithReference } from '../lookup/findSets';
import { importLogOf, recentImports } from './importLog';
import type { PreparedImport } from './prepareImport';
import { issue, type Issue } from '../../shipment/issue';
import { stopIfBlocking } from '../../shipment/checks/validate';

/** Whether the exchange has sets of a shipment already, and issues about that. */
export type Existing = { isPresent: boolean; setIds: readonly string[]; issues: readonly Issue[] };

const nothing: Existing = { isPresent: false, setIds: [], issues: [] };

/** How long the search may not show an import that was carried out. */
const searchLagMs = 15 * 60_000;

const howToGoOn = 'To import without this check, set "If Present" to "Import Anyway".';

/**
 * Looks for sets of the shipment, unless the user wants it imported anyway. Throws InvalidInput if it is present and that stops the import,
 * and the error of a search that does not work; a dry run reports both and continues.
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
		const advice = `The shipment has no shipmentReference, so the exchange could not be searched for it. Add the reference. ${howToGoOn}`;
		return { ...nothing, issues: stopIfBlocking([notLookedUp(shipmentRef, advice)], options.validation) };
	}
	try {
		const present = await presentSets(exchange, shipmentRef, context);
		if (!present) return nothing;
		if (ifPresent === 'fail' && !options.dryRun)
			throw refused(
				`The exchange already has the shipment ${shipmentRef}`,
				`${present.origin} It was not imported again. Use another reference, or set "If Present" to "Skip" or "Import Anyway".`,
			);
		const advice = `${present.origin} It was not imported.`;
		// A note: the user has chosen what happens to such a shipment, so "Strict" does not stop it.
		return {
			isPresent: true,
			setIds: present.setIds,
			issues: [
				issue({ path: 'shipmentReference', value: shipmentRef, rule: 'alreadyThere', advice, severity: 'note' }),
			],
		};
	} catch (error) {
		if (!(error instanceof ExplainedError) || !options.dryRun) throw error;
		return { ...nothing, issues: [notLookedUp(shipmentRef, `${error.message}. ${error.description}`)] };
	}
}

/** The sets of a shipment and how they are known. Imports of this process count before the search shows them. */
async function presentSets(exchange: ExchangeClient, shipmentRef: string, context: ItemContext) {
	const recent = recentImports.find(exchange.keys.account, shipmentRef);
	if (recent?.setIds) {
		return { setIds: recent.setIds, origin: `This n8n imported it ${ago(recent.ageMs)}.` };
	}
	const setIds = await foundSets(exchange, shipmentRef, context);
	if (setIds.length > 0) {
		const sets = setIds.length === 1 ? '1 set' : `${setIds.length} sets`;
		return { setIds, origin: `The exchange already has ${sets} of this shipment.` };
	}
	if (recent && recent.ageMs < searchLagMs)
		throw refused(
			`It is not known whether the shipment ${shipmentRef} was imported ${ago(recent.ageMs)}`,
			`It was not sent again, to avoid a duplicate. Look for it in the inbox of the exchange application. If it is not there after 15 minutes, import it again. ${howToGoOn}`,
		);
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
