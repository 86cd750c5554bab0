import type { ExchangeClient, ImportBody, ImportReply } from '../../api/client';
import { InputRefused, ServiceProblem, UnexpectedReply } from '../../api/errors';
import { perExecution } from '../parallel';

const importedIn = perExecution((): string[] => []);

/** How many references are told in full. */
const told = 10;

/**
 * Imports, and where that does not work tells which shipments of the same execution were imported before: a workflow that stops here
 * gives no items for them, and whoever runs it again would import them twice.
 */
export async function rememberingImports(
	exchange: ExchangeClient,
	importRef: string,
	body: ImportBody,
): Promise<ImportReply> {
	const imported = importedIn(exchange);
	try {
		const reply = await exchange.importShipment(importRef, body);
		imported.push(importRef);
		return reply;
	} catch (error) {
		throw imported.length === 0 ? error : afterImports(error, imported);
	}
}

function afterImports(error: unknown, imported: readonly string[]): unknown {
	const more = imported.length > told ? ` and ${imported.length - told} more` : '';
	const before = `Imported before it in this execution: ${imported.slice(0, told).join(', ')}${more}.`;
	const ours = error instanceof ServiceProblem || error instanceof UnexpectedReply || error instanceof InputRefused;
	return ours ? error.adding(before) : error;
}
