import type { buildConnector } from 'undici';

/**
 * Makes connections for uploads: a service may respond and close before it has read the whole body. A failed write would then end the
 * connection with the response still unread, so it is ignored: reading reports a broken connection. Nothing more is written after it: the
 * body would count as sent completely, and the response as one to all of it.
 */
export function ignoringWriteErrors(connect: buildConnector.connector): buildConnector.connector {
	type Done = (error?: Error | null) => void;
	const unlessFailed = (done: Done): Done => {
		return (error) => {
			if (!error) done();
		};
	};
	return (options, callback) => {
		connect(options, (...[error, socket]) => {
			if (error) {
				callback(error, null);
				return;
			}
			const write = socket._write.bind(socket);
			const writev = socket._writev?.bind(socket);
			socket._write = (chunk, encoding, done) => {
				write(chunk, encoding, unlessFailed(done));
			};
			if (writev) {
				socket._writev = (chunks, done) => {
					writev(chunks, unlessFailed(done));
				};
			}
			callback(null, socket);
		});
	};
}
