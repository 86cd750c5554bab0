/** The bounds of one call, all in milliseconds but `tries`. */
export type Limits = {
	/** How often a call that is safe to repeat is sent at most. */
	tries: number;
	/** How long sending and repeating goes on until the answer begins. */
	totalMs: number;
	/** The delay before the first repetition; it doubles each time. */
	firstDelayMs: number;
	connectMs: number;
	/** Longest silence until the answer begins, and the same for an import, which the service works on before it answers. */
	headersMs: number;
	importHeadersMs: number;
	/** Longest silence within an answer. */
	bodyMs: number;
};

/** The bounds of repeating, which users may set. */
export type RepeatBounds = Pick<Limits, 'tries' | 'totalMs'>;

export const defaultLimits: Limits = {
	tries: 4,
	totalMs: 120_000,
	firstDelayMs: 500,
	connectMs: 10_000,
	headersMs: 60_000,
	importHeadersMs: 300_000,
	bodyMs: 60_000,
};
