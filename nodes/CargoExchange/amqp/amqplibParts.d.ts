/** The two classes of amqplib that `listeningConnection` uses and amqplib does not export. */
declare module '*/node_modules/amqplib/lib/connection.js' {
	import { EventEmitter } from 'node:events';
	import type { Socket } from 'node:net';

	export type Frame = { fields?: { replyCode?: unknown; replyText?: unknown } };

	export class Connection extends EventEmitter {
		constructor(socket: Socket);
		/** What has arrived and is not a whole frame yet. */
		rest: Buffer;
		serverProperties: { version?: unknown; cluster_name?: unknown };
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
