/** Asks a broker by hand why it does not let us in: amqplib keeps the broker's words for itself when it refuses a virtual host. */
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { tlsOptions, type QueueAccount } from './account';

/** What answers: a broker that says why it closes, a TLS port, something that speaks another protocol, or nobody. */
export type Refusal = { kind: 'words'; code: number; text: string } | { kind: 'tls' } | { kind: 'foreign' } | { kind: 'none' };

const none: Refusal = { kind: 'none' };

/** Goes through the opening handshake of AMQP 0-9-1 (section 2.2.4) up to the refusal; bounded by `timeoutMs`. Never throws. */
export async function askWhy(account: QueueAccount, timeoutMs: number): Promise<Refusal> {
	return await new Promise((resolve) => {
		let socket: Socket;
		try {
			socket = account.ssl
				? connectTls({ host: account.hostname, port: account.port, ...tlsOptions(account) })
				: connectTcp({ host: account.hostname, port: account.port });
		} catch {
			// Unusable certificates: the first attempt has said so already.
			resolve(none);
			return;
		}
		const finish = (refusal: Refusal) => {
			clearTimeout(limit);
			resolve(refusal);
			socket.destroy();
		};
		const limit = setTimeout(() => { finish(none); }, timeoutMs);
		let received = Buffer.alloc(0);
		socket.on('error', () => { finish(none); });
		socket.on('close', () => { finish(none); });
		socket.on(account.ssl ? 'secureConnect' : 'connect', () => socket.write('AMQP\x00\x00\x09\x01', 'latin1'));
		socket.on('data', (data) => {
			received = Buffer.concat([received, data]);
			if (received[0] !== methodFrame) {
				finish({ kind: received[0] === tlsAlert ? 'tls' : 'foreign' });
				return;
			}
			for (let frame = firstFrame(received); frame !== null; frame = firstFrame(received)) {
				received = received.subarray(frame.length + frameOverhead);
				const answer = answerTo(frame, account);
				if (Buffer.isBuffer(answer)) socket.write(answer);
				else if (answer) finish(answer);
			}
		});
	});
}

const methodFrame = 1;
const tlsAlert = 0x15;
const frameOverhead = 8;
/** Class 10 (connection) in the upper half, the method in the lower. */
const method = { start: 0xa000a, startOk: 0xa000b, tune: 0xa001e, tuneOk: 0xa001f, open: 0xa0028, openOk: 0xa0029, close: 0xa0032 };

/** The payload of the first whole frame: class and method, two bytes each, then the arguments. */
function firstFrame(received: Buffer): Buffer | null {
	if (received.length < frameOverhead) return null;
	const size = received.readUInt32BE(3);
	return received.length < size + frameOverhead ? null : received.subarray(7, 7 + size);
}

function answerTo(payload: Buffer, account: QueueAccount): Buffer | Refusal | null {
	if (payload.length < 4) return { kind: 'foreign' };
	switch (payload.readUInt32BE(0)) {
		case method.start: {
			const plain = Buffer.from(`\0${account.username}\0${account.password}`);
			const external = account.username === '';
			const response = external ? Buffer.alloc(0) : plain;
			return frame(method.startOk, uint32(0), shortText(external ? 'EXTERNAL' : 'PLAIN'), uint32(response.length), response, shortText('en_US'));
		}
		case method.tune:
			return Buffer.concat([
				frame(method.tuneOk, payload.subarray(4, 12)),
				frame(method.open, shortText(account.vhost), shortText(''), Buffer.from([0])),
			]);
		case method.close:
			return { kind: 'words', code: payload.readUInt16BE(4), text: payload.subarray(7, 7 + payload.readUInt8(6)).toString() };
		case method.openOk:
			return none;
		default:
			return null;
	}
}

function frame(id: number, ...parts: Buffer[]): Buffer {
	const payload = Buffer.concat([uint32(id), ...parts]);
	return Buffer.concat([Buffer.from([methodFrame, 0, 0]), uint32(payload.length), payload, Buffer.from([0xce])]);
}

function uint32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
}

function shortText(text: string): Buffer {
	const bytes = Buffer.from(text).subarray(0, 255);
	return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}
