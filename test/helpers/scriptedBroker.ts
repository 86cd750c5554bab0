/** A broker that follows a script: each request is answered with the next piece. */
import { once } from 'node:events';
import { createServer } from 'node:net';

export type ScriptedBroker = {
	port: number;
	/** The methods that came in, by name if these tests know it. */
	methods(): string[];
	stop(): Promise<void>;
};

const names = new Map([
	['10,31', 'connection.tune-ok'],
	['10,50', 'connection.close'],
	['50,10', 'queue.declare'],
	['60,10', 'basic.qos'],
	['60,20', 'basic.consume'],
	['60,30', 'basic.cancel'],
	['60,80', 'basic.ack'],
	['60,90', 'basic.reject'],
	['60,120', 'basic.nack'],
]);

export async function startScriptedBroker(pieces: readonly Buffer[]): Promise<ScriptedBroker> {
	const received: string[] = [];
	const server = createServer((socket) => {
		let bytes = Buffer.alloc(0);
		let known = 0;
		let sent = 0;
		socket.on('error', () => {});
		socket.on('data', (data) => {
			bytes = Buffer.concat([bytes, data]);
			const methods = [...methodsIn(bytes)];
			received.push(...methods.slice(known));
			known = methods.length;
			// The protocol header is answered as well; what agrees to something expects no answer.
			const asked = 1 + methods.filter((name) => name !== 'connection.tune-ok').length;
			for (const piece of pieces.slice(sent, asked)) socket.write(piece);
			sent = Math.max(sent, asked);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	return {
		port: typeof address === 'object' && address ? address.port : 0,
		methods: () => received,
		async stop() {
			server.close();
			await once(server, 'close');
		},
	};
}

/** Frames of AMQP 0-9-1 by name. */
export const say = {
	start: method(0, 10, 10, Buffer.from([0, 9]), uint32(0), longText('PLAIN'), longText('en_US')),
	tune: method(0, 10, 30, uint16(100), uint32(131_072), uint16(0)),
	welcome: method(0, 10, 41, shortText('')),
	goodbye: (code: number) => method(0, 10, 50, uint16(code), shortText('as scripted'), uint32(0)),
	channelOpen: method(1, 20, 11, uint32(0)),
	channelClose: (code: number) => method(1, 20, 40, uint16(code), shortText('as scripted'), uint32(0)),
	queueFound: method(1, 50, 11, shortText('q'), uint32(0), uint32(0)),
	prefetchSet: method(1, 60, 11),
	consuming: method(1, 60, 21, shortText('tag')),
	cancelConfirmed: (tag: string) => method(1, 60, 31, shortText(tag)),
	cancelled: (tag: string) => method(1, 60, 30, shortText(tag), Buffer.from([0])),
	delivery: (tag: string) =>
		method(1, 60, 60, shortText(tag), uint32(0), uint32(1), Buffer.from([0]), shortText(''), shortText('q')),
	/** The header of a message without content. */
	emptyContent: frame(2, 1, uint16(60), uint16(0), uint32(0), uint32(0), uint16(0)),
	otherChannel: method(7, 60, 11),
	endlessFrame: Buffer.from([1, 0, 1, 0x7f, 0xff, 0xff, 0xff]),
	nonsense: Buffer.from('nonsense, and more of it'),
};

/** The bytes after the protocol header are frames: type, channel, size, payload, end. */
function* methodsIn(bytes: Buffer): Generator<string> {
	for (let at = 8; at + 11 < bytes.length; at += bytes.readUInt32BE(at + 3) + 8) {
		if (bytes[at] !== 1) continue;
		const id = `${bytes.readUInt16BE(at + 7)},${bytes.readUInt16BE(at + 9)}`;
		yield names.get(id) ?? id;
	}
}

function method(channel: number, group: number, id: number, ...parts: Buffer[]): Buffer {
	return frame(1, channel, uint16(group), uint16(id), ...parts);
}

function frame(type: number, channel: number, ...parts: Buffer[]): Buffer {
	const payload = Buffer.concat(parts);
	return Buffer.concat([Buffer.from([type]), uint16(channel), uint32(payload.length), payload, Buffer.from([0xce])]);
}

function uint16(value: number): Buffer {
	return Buffer.from([value >> 8, value & 0xff]);
}

function uint32(value: number): Buffer {
	return Buffer.concat([uint16(value >>> 16), uint16(value & 0xffff)]);
}

function shortText(text: string): Buffer {
	return Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
}

function longText(text: string): Buffer {
	return Buffer.concat([uint32(text.length), Buffer.from(text)]);
}
