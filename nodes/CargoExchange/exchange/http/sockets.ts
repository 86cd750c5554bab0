import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/**
 * Makes connections on which servers are understood that the HTTP library does not. `forUpload`: the response is read even if the
 * service stops reading the body.
 */
export function tolerant(connect: buildConnector.connector, forUpload: boolean): buildConnector.connector {
	return (options, callback) => {
		connect(options, (...[error, socket]) => {
			if (error) {
				callback(error, null);
				return;
			}
			acceptContinue(socket, forUpload);
			if (forUpload) ignoreWriteErrors(socket);
			callback(null, socket);
		});
	};
}

const continues = 'HTTP/1.1 100';
const blankLine = '\r\n\r\n';

/**
 * Clients must accept a `100 Continue` that they did not ask for (RFC 9110, 15.2), but the library takes it for a broken response. It skips
 * every other interim response, so 100 becomes 102. Only what follows a request is looked at: a body may contain these words. What arrives
 * may end anywhere, so the beginning of a response is held back while it may become such a status.
 */
function acceptContinue(socket: Socket, forUpload: boolean): void {
	const read = socket.read.bind(socket);
	let answered = 0;
	let held: Buffer = Buffer.alloc(0);
	/** The last characters of an interim response that has not ended; null outside of one. */
	let interim: string | null = null;
	socket.read = (size?: number): unknown => {
		const received: unknown = read(size);
		// An upload has a connection of its own, and is still being written when an early response arrives.
		const isAnswered = answered === socket.bytesWritten || (forUpload && answered > 0);
		if (!Buffer.isBuffer(received) || isAnswered) return received;
		const chunk = Buffer.concat([held, received]);
		held = Buffer.alloc(0);
		for (let start = 0; start < chunk.length;) {
			if (interim !== null) {
				const rest = interim + chunk.toString('latin1', start);
				const end = rest.indexOf(blankLine);
				if (end === -1) {
					interim = rest.slice(1 - blankLine.length);
					return chunk;
				}
				start += end + blankLine.length - interim.length;
				interim = null;
				continue;
			}
			const begins = chunk.toString('latin1', start, start + continues.length);
			if (begins.length < continues.length && continues.startsWith(begins)) {
				held = chunk.subarray(start);
				return start === 0 ? null : chunk.subarray(0, start);
			}
			if (!/^HTTP\/1\.1 1(?!01)\d\d$/.test(begins)) {
				answered = socket.bytesWritten;
				return chunk;
			}
			if (begins.endsWith('100')) chunk.write('102', start + continues.length - 3, 'latin1');
			start += continues.length;
			interim = '';
		}
		return chunk;
	};
}

/**
 * A service may respond and close before it has read the whole body. A failed write would then end the connection with the response still
 * unread, so it is ignored: reading reports a broken connection. Nothing more is written after it: the body would count as sent completely,
 * and the response as one to all of it.
 */
function ignoreWriteErrors(socket: Socket): void {
	type Done = (error?: Error | null) => void;
	const unlessFailed = (done: Done): Done => {
		return (error) => {
			if (!error) done();
		};
	};
	const write = socket._write.bind(socket);
	const writev = socket._writev?.bind(socket);
	socket._write = (chunk, encoding, done) => {
		write(chunk, encoding, unlessFailed(done));
	};
	if (!writev) return;
	socket._writev = (chunks, done) => {
		writev(chunks, unlessFailed(done));
	};
}
