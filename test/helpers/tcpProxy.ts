/** A TCP proxy whose connections a test can cut, stall or refuse. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../scripts/ports';

export type TcpProxy = {
	port: number;
	/** The number of connected clients. */
	connections(): number;
	/** Resets all connections. New ones are accepted. */
	cut(): void;
	/** Forwards nothing, not even that the target has closed. `resume` forwards everything received since. */
	stall(): void;
	resume(): void;
	/** Resets all connections and closes the port; `accept` opens it again. */
	refuse(): Promise<void>;
	accept(): Promise<void>;
	stop(): Promise<void>;
};

/** Forwards to a port of this machine from a port on the given address that nobody else gets while it is closed. */
export async function startTcpProxy(target: number, host = '127.0.0.1'): Promise<TcpProxy> {
	const pairs = new Set<{ client: Socket; upstream: Socket; end: () => void }>();
	let stalled = false;
	const open = (client: Socket) => {
		const upstream = connect(target, '127.0.0.1');
		const end = () => {
			pairs.delete(pair);
			client.destroy();
			upstream.destroy();
		};
		const pair = { client, upstream, end };
		pairs.add(pair);
		for (const [from, to] of [
			[client, upstream],
			[upstream, client],
		] as const) {
			const gone = () => {
				if (!(stalled && from === upstream)) end();
			};
			from.on('error', gone);
			from.on('close', gone);
			from.on('data', (data) => to.write(data));
			if (stalled) from.pause();
		}
	};
	const port = await freePort();
	const server = createServer(open);
	// Left open by a test that failed, it must not keep Jest from ending.
	server.unref();
	const accept = async () => {
		server.listen(port, host);
		await once(server, 'listening');
	};
	await accept();

	const cut = () => {
		for (const { client, upstream } of [...pairs]) {
			client.resetAndDestroy();
			upstream.destroy();
		}
	};
	const refuse = async () => {
		if (!server.listening) return;
		const closed = once(server, 'close');
		server.close();
		cut();
		await closed;
	};
	const flow = (passing: boolean) => {
		stalled = !passing;
		for (const { client, upstream, end } of pairs) {
			if (passing && upstream.destroyed) end();
			for (const socket of [client, upstream]) {
				if (passing) socket.resume();
				else socket.pause();
			}
		}
	};
	return {
		port,
		connections: () => pairs.size,
		cut,
		stall: () => {
			flow(false);
		},
		resume: () => {
			flow(true);
		},
		refuse,
		accept,
		stop: refuse,
	};
}
