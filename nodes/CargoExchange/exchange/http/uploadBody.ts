import { Readable } from 'node:stream';

/** A body of known length; `open` gives its bytes again from the start for each time it is sent. */
export type BodySource = { length: number; open(): AsyncIterable<Buffer> };

/** A body for sending once that remembers how far that went. */
export class UploadBody {
	readonly length: number;
	/** Its bytes were asked for: from then on the service may have received something. */
	opened = false;
	/** The status of an error answer that arrived whole. */
	completeErrorStatus: number | null = null;
	/** What the body's own source threw, as opposed to the connection. */
	fault: { thrown: unknown } | null = null;

	constructor(private readonly source: BodySource) {
		this.length = source.length;
	}

	/** The bytes as a stream. The source is opened with the first read, which is after a connection was made. */
	stream(): Readable {
		return Readable.from(this.chunks(), { objectMode: false });
	}

	private async *chunks(): AsyncGenerator<Buffer> {
		this.opened = true;
		let reading = true;
		try {
			for await (const chunk of this.source.open()) {
				reading = false;
				yield chunk;
				reading = true;
			}
		} catch (thrown) {
			// A connection that breaks throws its error in here while a chunk is being given on.
			if (reading) this.fault = { thrown };
			throw thrown;
		}
	}
}
