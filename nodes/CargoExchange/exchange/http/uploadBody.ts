import { Readable } from 'node:stream';

/** A body of known length that can be made anew for each time it is sent. */
export type FreshBody = { length: number; open(): AsyncIterable<Buffer> };

/** A body for sending that remembers whether anyone read from it, and what went wrong in its source. */
export class Upload {
	readonly length: number;
	/** Bytes were asked for: from then on the service may have received something. */
	begun = false;
	/** What the body's own source threw, as opposed to the line. */
	fault: { thrown: unknown } | null = null;

	constructor(private readonly source: FreshBody) {
		this.length = source.length;
	}

	/** A fresh stream. Its source is opened with the first read, which is after a connection stands. */
	open(): Readable {
		return Readable.from(this.chunks(), { objectMode: false });
	}

	private async *chunks(): AsyncGenerator<Buffer> {
		this.begun = true;
		let reading = true;
		try {
			for await (const chunk of this.source.open()) {
				reading = false;
				yield chunk;
				reading = true;
			}
		} catch (thrown) {
			// A line that breaks throws its error in here while a chunk is being given on.
			if (reading) this.fault = { thrown };
			throw thrown;
		}
	}
}
