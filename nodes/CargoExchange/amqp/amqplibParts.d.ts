/**
 * Two classes that amqplib builds its connections of and does not export. `connect` hands a connection over only after
 * it has begun to read: a broker that says "welcome" and something broken in one breath would end the process by an
 * `error` event that nobody could listen to. It also keeps the broker's words for itself when a virtual host is refused.
 */
declare module '*/node_modules/amqplib/lib/connection.js' {
	import { EventEmitter } from 'node:events';
	import type { Socket } from 'node:net';

	export type Frame = { id?: number; fields?: { replyCode?: unknown; replyText?: unknown } };

	export class Connection extends EventEmitter {
		constructor(socket: Socket);
		/** Writes what waits in the channels, frame by frame. */
		readonly muxer: { _readIncoming: () => void };
		/** What has come and is no whole frame yet. */
		rest: Buffer;
		open(fields: object, opened: (error: Error | null) => void): void;
		/** Gives the next frame of the opening handshake. */
		step(received: (error: Error | null, frame: Frame | null) => void): void;
	}
}

declare module '*/node_modules/amqplib/lib/channel_model.js' {
	import type { ChannelModel as PublicModel } from 'amqplib';
	import type { Connection } from '*/node_modules/amqplib/lib/connection.js';

	export const ChannelModel: new (connection: Connection) => PublicModel;
}
