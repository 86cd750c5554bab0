import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Fault, Faults } from './faults';
import type { Settings } from './options';

const page =
	'<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>Something is in between</h1></body></html>';

/** Applies the planned faults to the routes of this scope: before a route, in its place, or to its response. */
export function applyFaults(app: FastifyInstance, faults: Faults, { offsetName }: Settings['search']): void {
	const applied = new WeakMap<FastifyRequest, Fault>();

	app.addHook('onRequest', async (request, reply) => {
		const fault = faults.take(request.method, request.url.replace(/\?.*/s, ''));
		if (fault === null) return;
		applied.set(request, fault);
		if (fault.kind === 'slowHeaders') await pauseWhileConnected(request, fault.delayMs);
		else if (fault.kind === 'resetBeforeHeaders' && fault.processed !== true) {
			reply.hijack();
			request.raw.socket.destroy();
		} else await answerInstead(fault, reply);
	});

	app.addHook('preHandler', (request, _reply, done) => {
		if (applied.get(request)?.kind === 'pagingIgnored') {
			request.query = without(request.query, offsetName);
			request.body = without(request.body, offsetName);
		}
		done();
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const fault = applied.get(request);
		return fault === undefined ? payload : await changeResponse(fault, request, reply, payload);
	});
}

async function pauseWhileConnected({ raw: { socket } }: FastifyRequest, delayMs: number): Promise<void> {
	const closed = new AbortController();
	const abort = () => {
		closed.abort();
	};
	socket.once('close', abort);
	await pause(delayMs, undefined, { signal: closed.signal, ref: false }).catch(() => undefined); // The client has left.
	socket.off('close', abort);
}

/** Faults that answer in place of the route. */
async function answerInstead(fault: Fault, reply: FastifyReply): Promise<unknown> {
	switch (fault.kind) {
		case 'status': {
			reply.code(fault.status);
			if (fault.retryAfter !== undefined) reply.header('retry-after', fault.retryAfter);
			if (fault.body === 'html') return await reply.type('text/html').send(page);
			if (fault.body === 'empty') return await reply.send();
			return await reply.send({ errorMessage: fault.message ?? `Answered ${fault.status} on request` });
		}
		case 'html':
			return await reply.type('text/html').send(page);
		case 'json':
			return await reply.send(fault.body ?? { errorMessage: 'The document could not be made' });
		case 'redirect':
			return await reply.redirect(fault.to, fault.status ?? 302);
		case 'emptyBody':
			return await reply.header('content-length', 0).send();
		default:
			return undefined;
	}
}

/** Faults that change the response of the route. */
async function changeResponse(fault: Fault, request: FastifyRequest, reply: FastifyReply, payload: unknown) {
	const { socket } = request.raw;
	const whole = await bytesOf(payload);
	const half = whole.subarray(0, Math.floor(whole.length / 2));
	switch (fault.kind) {
		case 'gzip': {
			const packed = gzipSync(whole);
			reply.header('content-encoding', 'gzip').header('content-length', packed.length);
			return packed;
		}
		case 'chunked':
			reply.removeHeader('content-length');
			return Readable.from(inFourParts(whole, 0));
		case 'slowBody':
			reply.header('content-length', whole.length);
			return Readable.from(inFourParts(whole, fault.delayMs));
		case 'resetBeforeHeaders':
			socket.destroy();
			return whole;
		case 'resetDuringBody':
			reply.header('content-length', whole.length);
			return Readable.from(sendThen(half, () => socket.destroy()));
		case 'truncated':
			reply.header('content-length', whole.length);
			return Readable.from(sendThen(half, () => socket.end()));
		default:
			return payload;
	}
}

async function bytesOf(payload: unknown): Promise<Buffer> {
	if (payload instanceof Readable) return await buffer(payload);
	if (Buffer.isBuffer(payload)) return payload;
	return Buffer.from(typeof payload === 'string' ? payload : '');
}

async function* inFourParts(whole: Buffer, delayMs: number): AsyncGenerator<Buffer> {
	const length = Math.max(1, Math.ceil(whole.length / 4));
	for (let start = 0; start < whole.length; start += length) {
		if (delayMs > 0) await pause(delayMs, undefined, { ref: false });
		yield whole.subarray(start, start + length);
	}
}

/** Lets the bytes reach the client, then ends the connection; the response itself is never completed. */
async function* sendThen(bytes: Buffer, end: () => unknown): AsyncGenerator<Buffer> {
	if (bytes.length > 0) yield bytes;
	await pause(20);
	end();
	await pause(1000, undefined, { ref: false });
}

function without(value: unknown, name: string): unknown {
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
