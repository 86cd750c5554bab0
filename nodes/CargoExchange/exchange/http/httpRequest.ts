import type { Upload } from './uploadBody';

/** What is asked of the exchange, as far as people are told of it. */
export type Question = {
	/** Method and path, e.g. `GET /v3/common/counterparties`. */
	call: string;
	method: 'GET' | 'POST';
	url: URL;
	/** The credential's field that the address comes from. */
	field: 'baseUrl' | 'importUrl';
};

/** One request to the exchange. */
export type Ask = Question & {
	headers: Record<string, string>;
	body: string | Upload | null;
	headersMs: number;
	/** How long until the answer must begin, waiting for a connection included; null: only `headersMs` counts. */
	untilAnswerMs: number | null;
	signal: AbortSignal | null;
};
