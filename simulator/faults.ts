/** What can go wrong on the way, to be asked for by tests and by the control interface. */
export type Fault =
	/**
	 * Answers with this status; the body is the service's JSON, an HTML page, or nothing. `retryAfter`: seconds, or a
	 * date as the header carries it.
	 */
	| {
			kind: 'status';
			status: number;
			body?: 'json' | 'html' | 'empty' | undefined;
			message?: string | undefined;
			retryAfter?: number | string | undefined;
	  }
	/** Sends nothing at all for so long, then goes on as usual. */
	| { kind: 'slowHeaders'; delayMs: number }
	/** Sends the headers, then the body in pieces with a pause before each. */
	| { kind: 'slowBody'; delayMs: number; pieces?: number | undefined }
	/** Cuts the connection before any answer; with `processed`, only after the request was carried out. */
	| { kind: 'resetBeforeHeaders'; processed?: boolean | undefined }
	/** Cuts the connection after so many bytes of the body (default: half of it). */
	| { kind: 'resetDuringBody'; afterBytes?: number | undefined }
	/** Announces the whole length, sends less by so many bytes (default: half of it) and closes in good order. */
	| { kind: 'truncated'; missingBytes?: number | undefined }
	/** Announces this length whatever the body's is, and closes after the body. */
	| { kind: 'wrongLength'; contentLength: number }
	/** 200 with an HTML page. */
	| { kind: 'html' }
	/** 200 with a JSON object, where for instance a PDF is due. */
	| { kind: 'json'; body?: object | undefined }
	| { kind: 'redirect'; to: string; status?: number | undefined }
	/** The usual answer, compressed whether asked for or not. */
	| { kind: 'gzip' }
	/** The usual answer without Content-Length. */
	| { kind: 'chunked' }
	/** 200 and nothing. */
	| { kind: 'emptyBody' }
	/** 200 and so many bytes of nothing in particular. */
	| { kind: 'largeBody'; bytes: number; contentType?: string | undefined }
	/** A search answered by HTTP 200 whose envelope says otherwise. */
	| { kind: 'envelope'; code: number; status?: string | undefined }
	/** A search that gives the first page whatever was asked. */
	| { kind: 'pagingIgnored' };

/** Which requests a fault meets: all that are not excluded. The path has no query. */
export type FaultMatch = { path?: RegExp; method?: string };

export type PlannedFault = {
	match?: FaultMatch;
	fault: Fault;
	/** How many matching requests it meets; 1 by default, Infinity for all. */
	times?: number;
	/** How many matching requests pass unharmed first. */
	after?: number;
};

type Pending = { match: FaultMatch; fault: Fault; times: number; after: number };

/** The faults that are still to come. The first that matches a request meets it. */
export class Faults {
	private pending: Pending[] = [];

	/** Plans a fault for the next matching requests. */
	next({ match = {}, fault, times = 1, after = 0 }: PlannedFault): void {
		this.pending.push({ match, fault, times, after });
	}

	clear(): void {
		this.pending = [];
	}

	list(): readonly Pending[] {
		return this.pending;
	}

	/** Takes the fault meant for this request, if there is one. */
	take(method: string, path: string): Fault | null {
		for (const planned of this.pending) {
			if (planned.match.method !== undefined && planned.match.method.toUpperCase() !== method) continue;
			if (planned.match.path !== undefined && path.search(planned.match.path) < 0) continue;
			if (planned.after > 0) {
				planned.after -= 1;
				continue;
			}
			planned.times -= 1;
			if (planned.times <= 0) this.pending = this.pending.filter((other) => other !== planned);
			return planned.fault;
		}
		return null;
	}
}
