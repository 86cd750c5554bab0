import type { Upload } from './upload';

/** One request to the exchange. */
export type Ask = {
	/** For people: method and path, e.g. `GET /v3/common/counterparties`. */
	call: string;
	method: 'GET' | 'POST';
	url: URL;
	/** The credential's field that the address comes from. */
	field: 'baseUrl' | 'importUrl';
	headers: Record<string, string>;
	body: string | Upload | null;
	headersMs: number;
	/** How long until the answer must begin, waiting for a connection included; null: only `headersMs` counts. */
	untilAnswerMs: number | null;
	signal: AbortSignal | null;
};
