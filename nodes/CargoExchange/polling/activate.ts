import type { ITriggerFunctions } from 'n8n-workflow';
import { clientOf } from '../n8n/access';
import { toNodeError } from '../n8n/nodeError';
import { beginActivation, workflowOf, type ActivationContext } from '../trigger/activate';
import type { PolledWorkflow, ProcessPollers } from './pollers';
import { explainLimit, readChanges } from './readChanges';
import { changeItem, type PollingSettings } from './settings';
import { faultOf, type Poll } from './source';

export type PollingContext = ActivationContext &
	Pick<ITriggerFunctions, 'getCredentials' | 'getWorkflowStaticData' | 'helpers'>;

/** Pages are read for at most so long. */
const readAtMostMs = 10 * 60_000;
/** A user waits for the answer, and n8n may ask several times. */
const logInLimits = { tries: 2, totalMs: 10_000 };
const memoryName = 'memory';

/**
 * Polls for the workflow from now on. When a user publishes it, what is wrong with the credential is thrown.
 * @returns n8n's function to close it: returns at once, runs in flight are noted in the background.
 */
export async function activatePolling(
	context: PollingContext,
	settings: PollingSettings,
	pollers: ProcessPollers,
): Promise<() => Promise<void>> {
	const throws = beginActivation(context);
	if (throws !== 'none') {
		const logIn = async () => (await clientOf(context, logInLimits)).logIn();
		await logIn().catch((error: unknown) => {
			if (throws === 'all' || faultOf(error).permanent) throw toNodeError(context.getNode(), error);
		});
	}
	const closing = new AbortController();
	const stop = pollers.subscribe(polledWorkflow(context, settings, closing.signal));
	return () => {
		closing.abort();
		stop();
		return Promise.resolve();
	};
}

function polledWorkflow(context: PollingContext, settings: PollingSettings, closing: AbortSignal): PolledWorkflow {
	const { start, ...workflow } = workflowOf(context, settings.options, closing);
	const memory = context.getWorkflowStaticData('node');
	return {
		...workflow,
		queue: context.getNode().name,
		credential: () => Promise.reject(new Error('A poll has no queue')),
		wants: ({ reading }) => reading.ok && settings.wants(reading.event),
		run: async (messages) => await start(messages.map((message) => changeItem(message, settings.output))),
		record: () => {},
		poll: { everyMs: settings.everyMs, read: readerOf(context, settings) },
		stored: memory[memoryName],
		keep: (stored) => {
			memory[memoryName] = stored;
		},
		save: () => {
			storeStaticData(context);
		},
	};
}

function readerOf(context: PollingContext, { scope }: PollingSettings): Poll['read'] {
	return async (memory, { signal, ...asked }) => {
		const limit = AbortSignal.timeout(readAtMostMs);
		const exchange = await clientOf(context, { signal: AbortSignal.any([signal, limit]) });
		try {
			return await readChanges(exchange, scope, memory, asked);
		} catch (error) {
			throw explainLimit(error, limit, 'ten minutes');
		}
	};
}

/**
 * n8n stores static data at the beginning of `emit`, and nowhere else while a trigger runs. This one starts nothing: n8n
 * writes an execution down before it starts it, and these items refuse to be written. n8n logs their message.
 */
function storeStaticData(context: PollingContext): void {
	const { name = '' } = context.getWorkflow();
	const refuse = () => {
		throw new Error(`Nothing to do: n8n has stored what the workflow "${name}" has processed`);
	};
	context.emit([[{ json: { refuse: { toJSON: refuse } } }]]);
}
