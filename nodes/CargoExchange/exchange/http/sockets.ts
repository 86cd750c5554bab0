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
			acceptContinue(socket);
			if (forUpload) ignoreWriteErrors(socket);
			callback(null, socket);
		});
	};
}

const continues = /^HTTP\/1\.[01] 100\b/;

/**
 * Clients must accept a `100 Continue` that they did not ask for (RFC 9110, 15.2), but the library takes it for a broken response. It skips
 * every other interim response, so 100 becomes 102. Only what follows a request is looked at: a body may contain these words.
 */
function acceptContinue(socket: Socket): void {
	const read = socket.read.bind(socket);
	let answered = 0;
	socket.read = (size?: number): unknown => {
		const chunk: unknown = read(size);
		if (!Buffer.isBuffer(chunk) || answered === socket.bytesWritten) return chunk;
		let start = 0;
		while (continues.test(chunk.toString('latin1', start, start + 13))) {
			chunk.write('102', start + 9, 'latin1');
			const end = chunk.indexOf('\r\n\r\n', start);
			if (end === -1 || end + 4 >= chunk.length) return chunk;
			start = end + 4;
		}
		answered = socket.bytesWritten;
		return chunk;
	};
}

/**
 * A service may respond and close before it has read the whole body. A failed write would then end the connection with the response still
 * unread, so it is ignored: reading reports a broken connection.
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
