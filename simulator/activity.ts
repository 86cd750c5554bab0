import { EventEmitter } from 'node:events';

import type { SentBody } from './queueFaults';
import type { RecordedRequest } from './requests';

/** Something that went to the queue, as the live view shows it. */
export type SentMessage = SentBody & { number: number; at: Date };

const kept = 500;

/**
 * What goes on, for whoever watches: `sent` for each message the broker took, `request` for each request when it comes
 * and when it is answered.
 */
export class Activity extends EventEmitter<{ sent: [SentMessage]; request: [RecordedRequest] }> {
	/** The latest five hundred, oldest first. */
	readonly sent: SentMessage[] = [];
	private count = 0;

	constructor() {
		super();
		this.setMaxListeners(0);
	}

	noteSent(body: SentBody): void {
		this.count += 1;
		const message = { ...body, number: this.count, at: new Date() };
		this.sent.push(message);
		if (this.sent.length > kept) this.sent.shift();
		this.emit('sent', message);
	}
}
