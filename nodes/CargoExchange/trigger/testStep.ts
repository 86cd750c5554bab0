import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { readMessage, type Message } from '../dispatch/message';
import type { ProcessDispatcher } from '../dispatch/dispatcher';
import { checkQueue, parseCredential, peek, type ConnectionSettings } from '../amqp';

import { toNodeError } from '../n8n/nodeError';
import { itemOf } from './execute';
import { createFilter } from './filters';
import { noneOfTheFirst, silence, takenElsewhere, unreadable } from './nothingToShow';
import type { Settings } from './settings';

export type TestStepContext = Pick<ITriggerFunctions, 'getCredentials' | 'emit' | 'getNode'>;

/** How long the editor waits for a message, and how long at most messages are kept from readers elsewhere. */
const usualPatience = { waitMs: 60_000, briefLookMs: 1_500 };
const mostLookedAt = 50;

/** The editor's test step: shows the next message that passes the filters and leaves it on the queue. */
export function testStep(
	context: TestStepContext,
	settings: Settings,
	dispatcher: ProcessDispatcher,
	patience = usualPatience,
): ITriggerResponse {
	const stopping = new AbortController();
	return {
		manualTriggerFunction: async () => {
			try {
				const account = parseCredential(await context.getCredentials('cargoExchangeQueueApi'));
				const message = await nextMessage(settings, { account, dispatcher, patience, stopped: stopping.signal });
				if (message) context.emit([[itemOf(message, settings.output)]]);
			} catch (fault) {
				if (!stopping.signal.aborted) throw toNodeError(context.getNode(), fault);
			}
		},
		// n8n calls it before the nodes behind the trigger run, and at "Stop listening".
		closeFunction: () => {
			stopping.abort();
			return Promise.resolve();
		},
	};
}

type Circumstances = {
	account: ConnectionSettings;
	dispatcher: ProcessDispatcher;
	patience: typeof usualPatience;
	stopped: AbortSignal;
};

/** Null: stopped meanwhile. Throws in plain words when none comes in time, and when the next one is no status event. */
async function nextMessage(
	settings: Settings,
	{ account, dispatcher, patience, stopped }: Circumstances,
): Promise<Message | null> {
	const { queue, filters, options } = settings;
	// Its own connection first: listening beside another workflow must not read with that one's rights.
	const { consumers } = (await checkQueue(account, queue)) ?? { consumers: 0 };
	const passes = createFilter(filters);
	const wanted = ({ reading }: Message) => (reading.ok ? passes(reading.event) : options.unreadable !== 'discard');

	const heard = listen(
		dispatcher,
		{ account, queue, wanted },
		AbortSignal.any([stopped, AbortSignal.timeout(patience.waitMs)]),
	);
	const found = heard
		? await heard
		: await look(
				{ account, queue, wanted },
				{ waitMs: consumers > 0 ? patience.briefLookMs : patience.waitMs, stopped },
			);
	if (stopped.aborted) return null;
	if (found === null) throw heard ? silence() : consumers > 0 ? takenElsewhere(consumers) : silence();
	if (found === 'none of the first') throw noneOfTheFirst(mostLookedAt);
	if (!found.reading.ok && options.unreadable !== 'emit') throw unreadable(found.reading.reason);
	return found;
}

type Wish = { account: ConnectionSettings; queue: string; wanted: (message: Message) => boolean };

/** Waits beside a workflow of this n8n that reads the queue already; null when there is none. */
function listen(
	dispatcher: ProcessDispatcher,
	{ account, queue, wanted }: Wish,
	end: AbortSignal,
): Promise<Message | null> | null {
	let hear: (message: Message | null) => void = () => undefined;
	const stop = dispatcher.listen(account, queue, (message) => {
		if (wanted(message)) hear(message);
	});
	if (!stop) return null;
	return new Promise<Message | null>((resolve) => {
		hear = resolve;
		end.addEventListener(
			'abort',
			() => {
				resolve(null);
			},
			{ once: true },
		);
	}).finally(stop);
}

/** Looks at the queue itself and puts back what it took. */
async function look(
	{ account, queue, wanted }: Wish,
	{ waitMs, stopped }: { waitMs: number; stopped: AbortSignal },
): Promise<Message | null | 'none of the first'> {
	const found: Message[] = [];
	const options = { limit: mostLookedAt, timeoutMs: waitMs, signal: stopped };
	const outcome = await peek(account, queue, options, (body, facts) => {
		const message = readMessage({ body, ...facts });
		if (!wanted(message)) return 'next';
		found.push(message);
		return 'take';
	});
	return found[0] ?? (outcome === 'limit' ? 'none of the first' : null);
}
