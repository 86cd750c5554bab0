import type { Socket } from 'node:net';
import type { ChannelModel as PublicModel } from 'amqplib';
import { ChannelModel } from '../../../node_modules/amqplib/lib/channel_model.js';
import { Connection, type Frame } from '../../../node_modules/amqplib/lib/connection.js';

/** What the other side sent instead of opening a connection: its reason for closing, or the first byte of something that is not AMQP. */
export type BrokerReply = { code: number; text: string } | { firstByte: number } | null;

/**
 * A connection with listeners from its first byte on. amqplib's `connect` (2.3.1) reads on before its caller can listen:
 * a broker that closes in the same TCP segment as its welcome is an uncaught exception, the end of n8n
 * (test/amqp/amqplib.test.ts shows it). It also drops a broker's reason for refusing a virtual host.
 */
export class ListeningConnection extends Connection {
	/** Resolves when the connection is over. */
	readonly gone: Promise<void>;
	/** Why, once something went wrong. */
	fault: unknown;
	#last: Frame | null = null;

	constructor(socket: Socket) {
		super(socket);
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

	/** Logs in. Rejects with the error of amqplib or the socket; `reply` has the broker's own words then. */
	async login(fields: object): Promise<PublicModel> {
		await new Promise<void>((resolve, reject) => {
			this.open(fields, (error) => {
				if (error) reject(error);
				else resolve();
			});
		});
		const model = new ChannelModel(this);
		model.on('error', () => {});
		return model;
	}

	/** Remembers the broker's last frame of the opening handshake. */
	override step(received: (error: Error | null, frame: Frame | null) => void): void {
		super.step((error, frame) => {
			this.#last = frame;
			received(error, frame);
		});
	}

	get reply(): BrokerReply {
		const { replyCode, replyText } = this.#last?.fields ?? {};
		if (typeof replyCode === 'number' && typeof replyText === 'string') return { code: replyCode, text: replyText };
		const [firstByte] = this.rest;
		return this.#last === null && firstByte !== undefined ? { firstByte } : null;
	}
}
