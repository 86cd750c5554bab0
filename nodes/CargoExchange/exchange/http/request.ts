import { Readable } from 'node:stream';

/** The message and the advice for a status, if the call has its own. */
export type StatusMessages = Partial<Record<number, { message: string; advice: string }>>;

/** One request to the exchange. */
export type HttpRequest = {
	/** Method and path, for messages, e.g. `GET /v3/common/counterparties`. */
	call: string;
	method: 'GET' | 'POST';
	url: URL;
	/** The credential's field that has the address. */
	field: 'baseUrl' | 'importUrl';
	headers: Record<string, string>;
	statusMessages: StatusMessages;
	/** Never quoted from the reply: a page may echo the request. */
	secrets: readonly string[];
	body: string | UploadBody | null;
	/** Longest silence before the response begins. */
	headersMs: number;
	/** How long until the response must begin, including the wait for a connection, the sending of the body and redirects. */
	untilAnswerMs: number;
	signal: AbortSignal | null;
};

/** The import's body: `open` gives a fresh stream of exactly `length` bytes of JSON for each time it is sent. */
export type ImportBody = { length: number; open(): AsyncIterable<Buffer> };

/** A body for one attempt, with a record of how far it went. */
export class UploadBody {
	/** True once a part of it was handed over: the service may have received something. */
	begun = false;
	#handedOverBytes = 0;
	/** An error response that arrived completely, and the sets that it names: they may have been created. */
	errorResponse: { status: number; setIds: readonly string[] } | null = null;
	/** The error of the body's own source, as opposed to the connection's. */
	fault: { thrown: unknown } | null = null;

	constructor(private readonly source: ImportBody) {}

	/** False as long as a part of it cannot have been sent. */
	get isHandedOver(): boolean {
		return this.#handedOverBytes >= this.source.length;
	}

	/** The bytes as a stream. The source is opened by the first read, which is after a connection was made. */
	stream(): Readable {
		return Readable.from(this.chunks(), { objectMode: false });
	}

	private async *chunks(): AsyncGenerator<Buffer> {
		let reading = true;
		try {
			for await (const chunk of this.source.open()) {
				reading = false;
				this.begun = true;
				this.#handedOverBytes += chunk.length;
				yield chunk;
				reading = true;
			}
		} catch (thrown) {
			// A broken connection throws its error at the yield.
			if (reading) this.fault = { thrown };
			throw thrown;
		}
	}
}
