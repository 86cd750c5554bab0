import type { INodeExecutionData, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { sleep } from '../backoff';
import { checkQueue, parseCredential, peek, type ConnectionSettings } from '../amqp';
import type { ProcessDispatcher } from '../dispatch/dispatcher';
import { readMessage, type Message } from '../dispatch/message';
import { egressOf } from '../n8n/editorMethods';
import { toNodeError } from '../n8n/nodeError';
import { itemOf } from './execute';
import { createFilter } from './filters';
import { noneOfTheFirst, noneOfTheCopies, silence, takenElsewhere, unreadable } from './nothingToShow';
import type { Settings } from './settings';

export type TestStepContext = Pick<ITriggerFunctions, 'getCredentials' | 'emit' | 'getNode' | 'logger' | 'helpers'>;

/** How long the editor waits for a message, and how long at most messages are kept from readers elsewhere. */
const usualWaits = { waitMs: 60_000, briefLookMs: 1_500 };
const mostLookedAt = 50;
/** RabbitMQ 4 removes a message of a quorum queue after 20 deliveries by default, and each look is one. */
const mostDeliveries = 10;
/** What the last look saw on queues that had a message delivered so often: later steps show that, and take nothing. */
const copies = new Map<string, readonly Message[]>();
const copyNote =
	'This is a copy of what an earlier test saw. The message was not taken from the queue again, because each look counts as a delivery, and the broker removes a message after too many. To test without the queue, choose "Sample Event" under "Test With".';

/** The editor's test step: shows the next message that passes the filters and leaves it on the queue. */
export function testStep(
	context: TestStepContext,
	settings: Settings,
	dispatcher: ProcessDispatcher,
	waits = usualWaits,
): ITriggerResponse {
	const stopping = new AbortController();
	return {
		manualTriggerFunction: async () => {
			try {
				const connection = parseCredential(
					await context.getCredentials('cargoExchangeQueueApi'),
					egressOf(context.helpers),
				);
				const found = await nextMessage(settings, { connection, dispatcher, waits, stopped: stopping.signal });
				if (!found) return;
				if (found.isCopy) context.logger.warn(`Queue "${settings.queue}": ${copyNote}`);
				context.emit([[found.isCopy ? copyOf(found.message, settings) : itemOf(found.message, settings.output)]]);
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

/** The item says that it is a copy, except in raw output, which is the message as received. */
function copyOf(message: Message, { output }: Settings): INodeExecutionData {
	const { json } = itemOf(message, output);
	const { extra } = json;
	if (output === 'raw' || typeof extra !== 'object' || Array.isArray(extra)) return { json };
	return { json: { ...json, extra: { ...extra, note: copyNote } } };
}

type Search = {
	connection: ConnectionSettings;
	dispatcher: ProcessDispatcher;
	waits: typeof usualWaits;
	stopped: AbortSignal;
};

/** Null: stopped. Throws in plain words when none comes in time, and when the next one is not a status event. */
async function nextMessage(
	{ queue, filters, options }: Settings,
	{ connection, dispatcher, waits, stopped }: Search,
): Promise<{ message: Message; isCopy: boolean } | null> {
	// Its own connection first: listening beside another workflow must not read with that one's rights.
	const isStopped = () => stopped.aborted;
	const state = await checkQueue(connection, queue, { signal: stopped });
	const { messages = 0, consumers = 0 } = state ?? {};
	const passes = createFilter(filters);
	const wanted = ({ reading }: Message) => (reading.ok ? passes(reading.event) : options.unreadable !== 'discard');

	const key = JSON.stringify([connection.hostname, connection.port, connection.vhost, queue]);
	const known = messages > 0 ? copies.get(key) : undefined;
	const heard = listen(dispatcher, { connection, queue, wanted }, { waitMs: waits.waitMs, stopped });
	let message: Message | null | undefined;
	if (heard) {
		message = await heard;
		if (!message && !isStopped()) throw silence();
	} else if (known) {
		message = known.find(wanted);
		if (!message) throw noneOfTheCopies();
	} else {
		const waitMs = consumers > 0 ? waits.briefLookMs : waits.waitMs;
		const look = await lookAt({ connection, queue, wanted }, { waitMs, stopped });
		if (look.deliveries >= mostDeliveries) copies.set(key, look.seen);
		else copies.delete(key);
		message = look.found;
		if (!message && !isStopped()) {
			if (look.seen.length >= mostLookedAt) throw noneOfTheFirst(mostLookedAt);
			throw consumers > 0 ? takenElsewhere(consumers) : silence();
		}
	}
	if (!message || isStopped()) return null;
	if (!message.reading.ok && options.unreadable !== 'emit') throw unreadable(message.reading.reason);
	return { message, isCopy: !heard && known !== undefined };
}

type Wanted = { connection: ConnectionSettings; queue: string; wanted: (message: Message) => boolean };
type Wait = { waitMs: number; stopped: AbortSignal };

/** Waits beside a workflow of this n8n that reads the queue already; null when there is none. */
function listen(
	dispatcher: ProcessDispatcher,
	{ connection, queue, wanted }: Wanted,
	{ waitMs, stopped }: Wait,
): Promise<Message | null> | null {
	const ended = new AbortController();
	let heard: Message | null = null;
	const stopListening = dispatcher.listen(connection, queue, (message) => {
		if (heard || !wanted(message)) return;
		heard = message;
		ended.abort();
	});
	if (!stopListening) return null;
	return sleep(waitMs, AbortSignal.any([stopped, ended.signal]))
		.catch(() => {})
		.then(() => heard)
		.finally(stopListening);
}

/** Looks at the queue itself and returns what it took. `deliveries`: how often the most delivered of them was delivered before. */
async function lookAt(
	{ connection, queue, wanted }: Wanted,
	{ waitMs, stopped }: Wait,
): Promise<{ seen: readonly Message[]; found: Message | null; deliveries: number }> {
	const seen: Message[] = [];
	let found: Message | null = null;
	let deliveries = 0;
	const options = { limit: mostLookedAt, timeoutMs: waitMs, signal: stopped };
	await peek(connection, queue, options, (body, { deliveryCount, ...facts }) => {
		const message = readMessage({ body, ...facts });
		seen.push(message);
		deliveries = Math.max(deliveries, deliveryCount ?? 0);
		if (!wanted(message)) return 'next';
		found = message;
		return 'take';
	});
	return { seen, found, deliveries };
}
