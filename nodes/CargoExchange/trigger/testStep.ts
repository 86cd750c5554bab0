import type { INodeExecutionData, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { checkQueue, peek, undelivered, type BrokerSettings } from '../amqp';
import { sleep } from '../backoff';
import type { ProcessDispatcher } from '../dispatch/processDispatcher';
import { readMessage, type Message } from '../dispatch/message';
import { ExplainedError } from '../errors';
import { brokerOf } from '../n8n/access';
import { toNodeError } from '../n8n/nodeError';
import { sampleSetId, statusEvents } from '../vocabulary';
import { createFilter } from './filters';
import { itemOf } from './item';
import type { Settings } from './settings';

export type TestStepContext = Pick<ITriggerFunctions, 'getCredentials' | 'emit' | 'getNode' | 'logger' | 'helpers'>;

/** How long the editor waits for a message, and how long at most messages are kept from readers elsewhere. */
const usualWaits = { waitMs: 60_000, briefLookMs: 1_500 };
const mostLookedAt = 50;
/** RabbitMQ 4 removes a message of a quorum queue after 20 deliveries by default, and each look is one. */
const mostDeliveries = 10;
/** The last look at each queue that had a message delivered so often: later steps show these, and take nothing. */
const copies = new Map<string, readonly Message[]>();
const copyNote =
	'This is a copy from an earlier test. The queue was not read again, because each test counts as a delivery, and the queue server removes a message after too many deliveries. To test without the queue, set "Test With" to "Sample Event".';

/** The editor's test step: shows a made-up event, or the next message that passes the filters and leaves it on the queue. */
export function testStep(
	context: TestStepContext,
	settings: Settings,
	dispatcher: ProcessDispatcher,
	waits = usualWaits,
): ITriggerResponse {
	return manualStep(context, async (stopped) => {
		if (settings.testWith === 'sampleEvent') return itemOf(sampleMessage(settings), settings);
		const connection = await brokerOf(context);
		const { queue, filters, options } = settings;
		const passes = createFilter(filters);
		const wanted = ({ reading }: Message) => (reading.ok ? passes(reading.event) : options.unreadable !== 'discard');
		const { message, isCopy } = await nextMessage({ connection, queue, wanted, dispatcher, waits, stopped });
		if (!message.reading.ok && options.unreadable !== 'emit') {
			throw new ExplainedError({
				message: 'The next message in the queue is not a status event',
				description: `${message.reading.reason} The message stays in the queue. Once the workflow is published, the option "Unreadable Messages" decides what happens to it ("Discard" removes it without a record). With "Emit", this test shows its text.`,
			});
		}
		if (!isCopy) return itemOf(message, settings);
		context.logger.warn(`Queue "${queue}": ${copyNote}`);
		return copyOf(message, settings);
	});
}

/** A test step in the editor that shows this item, unless it is stopped before. */
export function manualStep(
	context: Pick<ITriggerFunctions, 'emit' | 'getNode'>,
	itemToShow: (stopped: AbortSignal) => Promise<INodeExecutionData>,
): ITriggerResponse {
	const stopping = new AbortController();
	return {
		manualTriggerFunction: async () => {
			try {
				const item = await itemToShow(stopping.signal);
				if (!stopping.signal.aborted) context.emit([[item]]);
			} catch (fault) {
				if (!stopping.signal.aborted) throw toNodeError(context.getNode(), fault);
			}
		},
		// n8n calls it before the nodes after the trigger run, and at "Stop listening".
		closeFunction: () => {
			stopping.abort();
			return Promise.resolve();
		},
	};
}

/** One event of the first chosen kind, with the fields that real messages of that kind have (docs/service.md 6). */
function sampleMessage({ filters }: Settings): Message {
	const [event = 'issued'] = filters.events;
	const { status, action } = event === 'other' ? { status: 'CORRECTED', action: 'CORRECT' } : statusEvents[event];
	const isDraft = event === 'drafted' || event === 'transferDrafted';
	const body = JSON.stringify({
		instance: 'exchange',
		newStatus: status,
		action,
		...(isDraft && { shipmentReference: 'SHP-2026-0101' }),
		parcelReference: 'SET-0101-1',
		customerId: '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
		setId: sampleSetId,
		transactionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
		updatedDate: 'Thu May 12 10:20:30 UTC 2022',
		...(isDraft
			? { user: 'ada.lindgren@example.com' }
			: { actor: 'Ada Lindgren', actorCompany: 'Meridian Ocean Lines' }),
		message: 'Set status has been updated',
		sample: true,
	});
	return readMessage({ ...undelivered, body: Buffer.from(body) });
}

/** The item says that it is a copy, except in raw output, which is the message as received. */
function copyOf(message: Message, settings: Settings): INodeExecutionData {
	const { output } = settings;
	const { json } = itemOf(message, settings);
	const { extra } = json;
	if (output === 'raw' || typeof extra !== 'object' || Array.isArray(extra)) return { json };
	return { json: { ...json, extra: { ...extra, note: copyNote } } };
}

type Search = {
	connection: BrokerSettings;
	queue: string;
	wanted: (message: Message) => boolean;
	dispatcher: ProcessDispatcher;
	waits: typeof usualWaits;
	stopped: AbortSignal;
};

/** Throws an ExplainedError if none comes in time or before it is stopped. */
async function nextMessage(search: Search): Promise<{ message: Message; isCopy: boolean }> {
	const { connection, queue, wanted, stopped } = search;
	const { waitMs, briefLookMs } = search.waits;
	// Its own connection first: listening along with another workflow must not read with that one's permissions.
	const state = await checkQueue(connection, queue, { signal: stopped });
	const { messages = 0, consumers = 0 } = state ?? {};
	const listened = listen(search);
	if (listened) return { message: await listened, isCopy: false };
	const copied = messages === 0 ? undefined : copies.get(queueKey(search));
	if (copied) return { message: fromCopies(copied, wanted), isCopy: true };
	const message = await peekAt(search, { waitMs: consumers > 0 ? briefLookMs : waitMs, consumers });
	return { message, isCopy: false };
}

function queueKey({ connection: { hostname, port, vhost }, queue }: Search): string {
	return JSON.stringify([hostname, port, vhost, queue]);
}

/** Listens along with a workflow of this n8n that reads the queue already; null if there is none. */
function listen({ dispatcher, connection, queue, wanted, waits, stopped }: Search): Promise<Message> | null {
	const ended = new AbortController();
	let first: Message | null = null;
	const stopListening = dispatcher.listen(connection, queue, (message) => {
		if (first || !wanted(message)) return;
		first = message;
		ended.abort();
	});
	if (!stopListening) return null;
	return sleep(waits.waitMs, AbortSignal.any([stopped, ended.signal]))
		.catch(() => {})
		.then(() => first ?? throwSilence())
		.finally(stopListening);
}

function fromCopies(copied: readonly Message[], wanted: Search['wanted']): Message {
	const message = copied.find(wanted);
	if (message) return message;
	throw new ExplainedError({
		message: 'None of the messages of the last test passes the filters',
		description:
			'The queue was not read again, because each test counts as a delivery, and the queue server removes a message after too many deliveries. Choose more events, remove filters, or set "Test With" to "Sample Event".',
	});
}

/** Looks at the queue itself and returns every message to it. */
async function peekAt(search: Search, { waitMs, consumers }: { waitMs: number; consumers: number }): Promise<Message> {
	const { connection, queue, wanted, stopped } = search;
	const looked = await peek(connection, queue, {
		isWanted: (message) => wanted(readMessage(message)),
		limit: mostLookedAt,
		timeoutMs: waitMs,
		signal: stopped,
	});
	const seen = looked.map(readMessage);
	const found = seen.find(wanted);
	const deliveries = Math.max(0, ...looked.map(({ deliveryCount }) => deliveryCount));
	if (deliveries >= mostDeliveries) copies.set(queueKey(search), seen);
	else copies.delete(queueKey(search));
	if (found) return found;
	if (seen.length >= mostLookedAt)
		throw new ExplainedError({
			message: `None of the first ${mostLookedAt} messages in the queue passes the filters`,
			description:
				'Choose more events or remove filters for the test. The messages stay in the queue: once the workflow is published, those that no workflow wants are removed.',
		});
	if (consumers === 0) throwSilence();
	throw new ExplainedError({
		message: 'Another program reads this queue and may have taken the message',
		description: `None of the messages that are still there passes the filters. Run the step again, or stop the other program for the test${consumers === 1 ? '' : ` (${consumers} read the queue)`}.`,
	});
}

function throwSilence(): never {
	throw new ExplainedError({
		message: 'No message that passes the filters came within a minute',
		description:
			'Choose more events, remove filters, or change a status in the exchange, and run the step again. To map fields without a message, set "Test With" to "Sample Event".',
	});
}
