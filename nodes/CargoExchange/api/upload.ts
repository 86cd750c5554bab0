import { Readable } from 'node:stream';

/** A body of known length that can be made anew for each time it is sent. */
export type FreshBody = { length: number; open(): Readable };

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
		const source = this.source.open();
		try {
			for await (const chunk of source) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
		} catch (thrown) {
			this.fault = { thrown };
			throw thrown;
		} finally {
			source.destroy();
		}
	}
}
