import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { credentials, type ChannelModel } from 'amqplib';
import { ChannelModel as Model } from '../../../node_modules/amqplib/lib/channel_model.js';
import { Connection as Wire, type Frame } from '../../../node_modules/amqplib/lib/connection.js';
import { tlsOptions, type QueueAccount } from './credential';

/** A dead network is found by TCP, long before a heartbeat is missed. */
const tcpProbeMs = 10_000;
/** What every broker accepts; RabbitMQ's own. */
const frameMax = 131_072;

/** In characters of up to three bytes: before the frame size is agreed on, brokers take 4,096 bytes at most. */
const longestName = 1_000;

/** What came of an attempt to connect. `heard`: what the other side said before it went wrong. */
export type Dialled = { model: ChannelModel; wire: ListeningWire } | { error: unknown; heard: Heard };

/** The broker's own words where it closed; the first byte of something that is no AMQP. */
export type Heard = { code: number; text: string } | { firstByte: number } | null;

/** Connects and logs in; aborting the signal destroys the socket at any time, now and later. Never throws. */
export async function dial(
	account: QueueAccount,
	name: string,
	heartbeat: number,
	signal: AbortSignal,
): Promise<Dialled> {
	let wire: ListeningWire | undefined;
	let socket: Socket | undefined;
	try {
		socket = await openSocket(account, signal);
		wire = new ListeningWire(socket);
		await openWire(wire, account, name, heartbeat, signal);
		const model = new Model(wire);
		model.on('error', () => {});
		return { wire, model };
	} catch (error) {
		socket?.destroy();
		return { error, heard: wire?.heard() ?? null };
	}
}

/** A connection that is listened to before it reads its first byte: a fault that nobody listens to ends the process. */
export class ListeningWire extends Wire {
	/** Resolves when the connection is over. */
	readonly gone: Promise<void>;
	/** Why, once something went wrong. */
	fault: unknown;
	#last: Frame | null = null;

	constructor(socket: Socket) {
		super(socket);
		writeTogether(this, socket);
		this.on('error', (error) => {
			this.fault ??= error;
		});
		this.gone = new Promise((resolve) => {
			this.on('close', (error?: unknown) => {
				this.fault ??= error;
				resolve();
			});
		});
	}

	/** Remembers the broker's last frame of the opening handshake: amqplib only tells that it was not what it expected. */
	override step(received: (error: Error | null, frame: Frame | null) => void): void {
		super.step((error, frame) => {
			this.#last = frame;
			received(error, frame);
		});
	}

	heard(): Heard {
		const { replyCode, replyText } = this.#last?.fields ?? {};
		if (typeof replyCode === 'number' && typeof replyText === 'string') return { code: replyCode, text: replyText };
		const [firstByte] = this.rest;
		return this.#last === null && firstByte !== undefined ? { firstByte } : null;
	}
}

/** Has the frames of one turn leave in one piece: answers are small and many, and each call to the system costs more than its frame. */
function writeTogether({ muxer }: Wire, socket: Socket): void {
	const write = muxer._readIncoming.bind(muxer);
	muxer._readIncoming = () => {
		socket.cork();
		write();
		socket.uncork();
	};
}

async function openSocket(account: QueueAccount, signal: AbortSignal): Promise<Socket> {
	return await new Promise((resolve, reject) => {
		const { hostname: host, port, ssl } = account;
		const socket = ssl ? connectTls({ host, port, ...tlsOptions(account) }) : connectTcp({ host, port });
		const cut = () => {
			// With a reason: amqplib takes no notice of a socket that is gone without one.
			socket.destroy(reasonOf(signal));
			reject(reasonOf(signal));
		};
		socket.setNoDelay(true);
		socket.setKeepAlive(true, tcpProbeMs);
		socket.on('error', reject);
		socket.on('close', () => {
			signal.removeEventListener('abort', cut);
		});
		socket.once(ssl ? 'secureConnect' : 'connect', () => {
			resolve(socket);
		});
		if (signal.aborted) cut();
		else signal.addEventListener('abort', cut);
	});
}

async function openWire(
	wire: Wire,
	account: QueueAccount,
	name: string,
	heartbeat: number,
	signal: AbortSignal,
): Promise<void> {
	const byCertificate = account.username === '' && Boolean(account.cert?.trim());
	const login = byCertificate ? credentials.external() : credentials.plain(account.username, account.password);
	await new Promise<void>((resolve, reject) => {
		signal.addEventListener(
			'abort',
			() => {
				reject(reasonOf(signal));
			},
			{ once: true },
		);
		wire.open(
			{
				clientProperties: {
					product: 'n8n-nodes-cargo-exchange',
					connection_name: name.slice(0, longestName),
					capabilities: {
						'basic.nack': true,
						consumer_cancel_notify: true,
						'connection.blocked': true,
						authentication_failure_close: true,
					},
				},
				mechanism: login.mechanism,
				response: login.response(),
				locale: 'en_US',
				channelMax: 0,
				frameMax,
				heartbeat,
				virtualHost: account.vhost,
				capabilities: '',
				insist: 0,
			},
			(error) => {
				if (error) reject(error);
				else resolve();
			},
		);
	});
}

function reasonOf(signal: AbortSignal): Error {
	return signal.reason instanceof Error ? signal.reason : new Error('Given up');
}
