/** Carries the planned faults out, on the way in and on the way out of a route. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Fault, Faults } from './faults';
import type { Settings } from './options';

const page =
	'<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>Something is in between</h1></body></html>';

/** Lets every request to the scope's routes meet the fault that is meant for it. */
export function applyFaults(app: FastifyInstance, faults: Faults, rules: Settings['search']): void {
	const met = new WeakMap<FastifyRequest, Fault>();

	app.addHook('onRequest', async (request, reply) => {
		const fault = faults.take(request.method, request.url.replace(/\?.*/s, ''));
		if (fault === null) return;
		met.set(request, fault);
		if (fault.kind === 'slowHeaders') await pauseWhileConnected(request, fault.delayMs);
		else if (fault.kind === 'resetBeforeHeaders' && fault.processed !== true) cut(request, reply);
		else await answerInstead(fault, reply);
	});

	app.addHook('preHandler', (request, _reply, done) => {
		if (met.get(request)?.kind === 'pagingIgnored') {
			request.query = without(request.query, rules.offsetName);
			request.body = without(request.body, rules.offsetName);
		}
		done();
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const fault = met.get(request);
		return fault === undefined ? payload : await spoil(fault, request, reply, payload);
	});
}

async function pauseWhileConnected(request: FastifyRequest, delayMs: number): Promise<void> {
	const gone = new AbortController();
	const leave = () => {
		gone.abort();
	};
	request.raw.socket.once('close', leave);
	await pause(delayMs, undefined, { signal: gone.signal, ref: false }).catch(() => undefined); // Nobody is waiting any more.
	request.raw.socket.off('close', leave);
}

function cut(request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	request.raw.socket.destroy();
}

/** Faults that answer without asking the route. */
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
		case 'largeBody':
			reply.type(fault.contentType ?? 'application/octet-stream').header('content-length', fault.bytes);
			return await reply.send(Readable.from(filler(fault.bytes)));
		default:
			return undefined;
	}
}

/** Faults of the answer that the route has made. */
async function spoil(fault: Fault, request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
	switch (fault.kind) {
		case 'envelope': {
			const envelope: unknown = JSON.parse((await bytesOf(payload)).toString('utf8'));
			const status = fault.status ?? 'ERROR';
			return JSON.stringify({ ...Object(envelope), code: fault.code, status, data: null });
		}
		case 'gzip': {
			const packed = gzipSync(await bytesOf(payload));
			reply.header('content-encoding', 'gzip').header('content-length', packed.length);
			return packed;
		}
		case 'chunked': {
			const whole = await bytesOf(payload);
			reply.removeHeader('content-length');
			return Readable.from(slices(whole, 4, 0));
		}
		case 'slowBody': {
			const whole = await bytesOf(payload);
			reply.header('content-length', whole.length);
			return Readable.from(slices(whole, fault.pieces ?? 4, fault.delayMs));
		}
		case 'resetBeforeHeaders':
			request.raw.socket.destroy();
			return payload;
		case 'resetDuringBody': {
			const whole = await bytesOf(payload);
			const end = () => request.raw.socket.destroy();
			reply.header('content-length', whole.length);
			return Readable.from(firstPart(whole, fault.afterBytes ?? Math.floor(whole.length / 2), end));
		}
		case 'truncated': {
			const whole = await bytesOf(payload);
			const kept = whole.length - (fault.missingBytes ?? Math.ceil(whole.length / 2));
			const end = () => request.raw.socket.end();
			reply.header('content-length', whole.length);
			return Readable.from(firstPart(whole, kept, end));
		}
		case 'wrongLength': {
			const whole = await bytesOf(payload);
			const end = () => request.raw.socket.end();
			reply.header('content-length', fault.contentLength);
			return Readable.from(firstPart(whole, whole.length, end));
		}
		default:
			return payload;
	}
}

async function bytesOf(payload: unknown): Promise<Buffer> {
	if (payload instanceof Readable) return await buffer(payload);
	if (Buffer.isBuffer(payload)) return payload;
	return Buffer.from(typeof payload === 'string' ? payload : '');
}

async function* slices(whole: Buffer, pieces: number, delayMs: number): AsyncGenerator<Buffer> {
	const length = Math.max(1, Math.ceil(whole.length / pieces));
	for (let start = 0; start < whole.length; start += length) {
		if (delayMs > 0) await pause(delayMs, undefined, { ref: false });
		yield whole.subarray(start, start + length);
	}
}

/** Sends the beginning, lets it reach the wire, then ends the connection; the answer itself is never completed. */
async function* firstPart(whole: Buffer, count: number, end: () => void): AsyncGenerator<Buffer> {
	if (count > 0) yield whole.subarray(0, count);
	await pause(20);
	end();
	await pause(1000, undefined, { ref: false });
}

function* filler(bytes: number): Generator<Buffer> {
	const chunk = Buffer.alloc(64 * 1024, 'x');
	for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
}

function without(value: unknown, name: string): unknown {
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
