import { ExplainedError, explained } from '../../errors';
import { notKnownLastsMs } from './importRegister';

/** "Skip" stops at such a shipment, too. */
const withoutIt = 'take the rows or the item of this shipment out';

/** The error, with how to import the other shipments although it has not been known for that long whether this one was imported. */
export function inDoubt<Doubt extends ExplainedError>(error: Doubt, agoMs: number, timezone: string): Doubt {
	const minuteMs = 60_000;
	const isOver = new Date(Math.ceil((Date.now() - agoMs + notKnownLastsMs) / minuteMs) * minuteMs);
	const time = isOver.toLocaleTimeString('en-GB', {
		...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone: timezone },
	});
	error.beforeTheRest = `${withoutIt}, or wait until ${time}`;
	return error;
}

/** The error, with how to import the other shipments although this one cannot be imported again with them. */
export function withoutThisOne<Doubt extends ExplainedError>(error: Doubt): Doubt {
	error.beforeTheRest = withoutIt;
	return error;
}

/** What to do about the missing bills of lading of a shipment, behind what became of it. The setting would count for all others, too. */
export function missingBills(outcome: string) {
	return explained(
		`${outcome} Look in the exchange application which bills of lading are missing.`,
		'Then import only this shipment: remove the other rows or items and the bills of lading that are there, and set "If Shipment Exists" to "Import Anyway" for this execution only. If it is another shipment, use another reference.',
	);
}

/** In names. */
const mostNamed = 100;

/** The error, with what became of the other shipments of the execution: a workflow that stops here has no items for them. */
export function withOthers(error: unknown, others: Others): unknown {
	if (!(error instanceof ExplainedError)) return error;
	const { imported = [], failed = [], unsent = [] } = others;
	const { beforeTheRest } = error;
	if (imported.length > 0) error.addAdvice(`Already imported in this execution: ${listed(imported)}.`);
	for (const failure of failed.slice(0, mostFailed)) error.addAdvice(`Also: ${failure}.`);
	for (const advice of notSent(unsent)) error.addAdvice(advice);
	const again = 'run the workflow again with "If Shipment Exists" set to "Skip".';
	if (beforeTheRest === null && imported.length + unsent.length > 0) error.addAdvice(`To import the rest, ${again}`);
	if (beforeTheRest !== null && failed.length + unsent.length > 0)
		error.addAdvice(`To import the rest: ${beforeTheRest}; then ${again}`);
	return error;
}

type Others = Partial<Record<'imported' | 'failed' | 'unsent', readonly string[]>>;

/** In messages. */
const mostFailed = 10;

export function notSent(names: readonly string[]): string[] {
	return names.length > 0 ? [`Not sent: ${listed(names)}.`] : [];
}

function listed(names: readonly string[]): string {
	const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
	return `${names.slice(0, mostNamed).join(', ')}${more}`;
}
