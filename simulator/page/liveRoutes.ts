import type { FastifyInstance } from 'fastify';

import type { SentMessage } from '../activity';
import type { RecordedRequest } from '../requests';
import { show, type Desk } from './desk';
import { keptEntries, liveView, messageEntry, requestEntry } from './liveView';
import type { Markup } from './markup';

const heartbeatMs = 15_000;

/** The live view, and the stream of server-sent events that keeps it up to date. */
export function livePages(app: FastifyInstance, desk: Desk): void {
	const { activity, requests, settings } = desk.exchange;
	const numbers = new WeakMap<RecordedRequest, number>();
	let count = 0;
	/** A number that stays with the request, so that its answer finds the entry of its arrival. */
	const numberOf = (request: RecordedRequest): number => {
		const known = numbers.get(request) ?? (count += 1);
		numbers.set(request, known);
		return known;
	};
	const entryOf = (request: RecordedRequest): Markup => requestEntry(request, numberOf(request));

	app.get('/live', (request, reply) => {
		const session = desk.session(request);
		const messages = activity.sent.slice(-keptEntries).reverse().map(messageEntry);
		const received = requests.slice(-keptEntries).map(entryOf).reverse();
		const queue = settings.queue?.name ?? null;
		return show(reply, liveView({ session, company: desk.company(session), queue, messages, requests: received }));
	});

	app.get('/live/stream', (request, reply) => {
		reply.hijack();
		const { raw } = reply;
		raw.writeHead(200, {
			'content-type': 'text/event-stream',
			'cache-control': 'no-store',
			'x-accel-buffering': 'no',
		});
		const tell = (event: string, entry: Markup) => {
			raw.write(`event: ${event}\ndata: ${JSON.stringify(entry.text)}\n\n`);
		};
		const onSent = (message: SentMessage) => {
			tell('sent', messageEntry(message));
		};
		const onRequest = (received: RecordedRequest) => {
			tell('request', entryOf(received));
		};
		const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs);
		activity.on('sent', onSent).on('request', onRequest);
		request.raw.socket.once('close', () => {
			clearInterval(heartbeat);
			activity.off('sent', onSent).off('request', onRequest);
		});
		raw.write('retry: 1000\n\n');
	});
}
