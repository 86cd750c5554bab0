/** How the simulated exchange behaves. Where docs/service.md leaves a choice open, the stricter one is usually the default. */
export type SimulatorOptions = {
	/** 0 or left out: a free one. All interfaces share it under different paths. */
	port?: number;
	/** Default 127.0.0.1. */
	host?: string;
	/** The queue for status messages. It is declared if it does not exist. Left out: `messages` is the only record of them. */
	queue?: {
		url: string;
		name: string;
		/** Closes every connection of the broker. Only the program that started the broker can provide this. */
		cutConnections?: () => Promise<unknown>;
	};
	token?: { lifetimeSeconds?: number; jwt?: boolean; onlyNewest?: boolean };
	search?: {
		paging?: 'query' | 'body' | 'none';
		offsetName?: string;
		limitName?: string;
		/** The name of a filter that takes a set ID. Left out: there is none, and the name is ignored like any unknown one. */
		setIdFilter?: string;
		maximumPageSize?: number;
	};
	seed?: 'demo' | 'empty';
	tls?: { key: string; cert: string };
	/** The clock for dates in responses and messages. Token lifetimes use a monotonic clock. */
	now?: () => Date;
};

export type Settings = ReturnType<typeof completeOptions>;

/** Fills in every default. No other file knows one. */
export function completeOptions(options: SimulatorOptions) {
	return {
		port: options.port ?? 0,
		host: options.host ?? '127.0.0.1',
		queue: options.queue ?? null,
		token: { lifetimeSeconds: 3600, jwt: true, onlyNewest: false, ...options.token },
		search: {
			paging: 'query' as const,
			offsetName: 'offset',
			limitName: 'limit',
			setIdFilter: null,
			maximumPageSize: 100,
			...options.search,
		},
		seed: options.seed ?? ('demo' as const),
		tls: options.tls ?? null,
		now: options.now ?? (() => new Date()),
	};
}
