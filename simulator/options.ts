/** How the simulated exchange is to behave. If the service leaves a choice open (docs/service.md), the stricter one is the default. */
export type SimulatorOptions = {
	/** 0 or left out: a free one. The interfaces and the control interface share it under different paths. */
	port?: number;
	/** A port of its own for the import interface: another origin. 0: a free one. */
	importPort?: number;
	/** 127.0.0.1 by default. */
	host?: string;
	/** The queue of the status messages (confirm channel; the queue is declared, durable). Left out: they are kept in `messages` only. */
	queue?: {
		url: string;
		name: string;
		/** Cuts every connection of the broker, if the program that started the broker can. */
		cutConnections?: () => Promise<unknown>;
	};
	token?: { lifetimeSeconds?: number; jwt?: boolean; onlyNewest?: boolean };
	search?: {
		requireCustomerIds?: boolean;
		activeByDefault?: boolean;
		documentsOnlyForOneSet?: boolean;
		paging?: 'query' | 'body' | 'none';
		offsetName?: string;
		limitName?: string;
		/** The name of a filter that takes a set ID; left out: there is none, and it is ignored like any unknown name. */
		setIdFilter?: string;
		maximumPageSize?: number;
	};
	pdf?: {
		/** `null` sends no Content-Type. */
		contentType?: string | null;
		/** Whether a Content-Disposition header names the file. */
		namesFile?: boolean;
	};
	import?: {
		/** Refuses fields that docs/service.md 2.7 to 2.11 does not name (anything may be inside `parcels`). */
		refuseUnknownFields?: boolean;
		reply?: 'json' | 'text' | 'empty';
		/** The Cookie header that the import requires; left out: none. */
		sessionCookie?: string;
	};
	seed?: 'demo' | 'empty';
	tls?: { key: string; cert: string };
	/** The action word of Issued messages: the table's, the odd one of the import flow, or one after the other. */
	issuedAction?: 'ISSUE' | 'Sign' | 'alternate';
	/** The clock of the dates that are shown. Lifetimes have a clock of their own, which nobody sets. */
	now?: () => Date;
};

export type Settings = ReturnType<typeof completeOptions>;

/** Fills in every default once, so that no other file knows one. */
export function completeOptions(options: SimulatorOptions) {
	return {
		port: options.port ?? 0,
		importPort: options.importPort ?? null,
		host: options.host ?? '127.0.0.1',
		queue: options.queue ?? null,
		token: { lifetimeSeconds: 3600, jwt: true, onlyNewest: false, ...options.token },
		search: {
			requireCustomerIds: true,
			activeByDefault: true,
			documentsOnlyForOneSet: true,
			paging: 'query' as const,
			offsetName: 'offset',
			limitName: 'limit',
			setIdFilter: null,
			maximumPageSize: 100,
			...options.search,
		},
		pdf: { contentType: 'application/pdf', namesFile: true, ...options.pdf },
		import: {
			refuseUnknownFields: false,
			reply: 'json' as const,
			sessionCookie: null,
			...options.import,
		},
		seed: options.seed ?? ('demo' as const),
		tls: options.tls ?? null,
		issuedAction: options.issuedAction ?? ('alternate' as const),
		now: options.now ?? (() => new Date()),
	};
}
