import type { UploadBody } from './uploadBody';

/** What is asked of the exchange, as far as messages mention it. */
export type RequestTarget = {
	/** Method and path, e.g. `GET /v3/common/counterparties`. */
	call: string;
	method: 'GET' | 'POST';
	url: URL;
	/** The credential's field that the address comes from. */
	field: 'baseUrl' | 'importUrl';
};

/** One request to the exchange. */
export type HttpRequest = RequestTarget & {
	headers: Record<string, string>;
	body: string | UploadBody | null;
	headersMs: number;
	/** How long until the answer must begin, waiting for a connection included; null: only `headersMs` counts. */
	untilAnswerMs: number | null;
	signal: AbortSignal | null;
};
