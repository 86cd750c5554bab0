/** What can go wrong with a request. Tests and the page of faults plan such faults. */
export type Fault =
	/** Answers with this status and the service's JSON, an HTML page or nothing. `retryAfter`: seconds or an HTTP date. */
	| {
			kind: 'status';
			status: number;
			body?: 'json' | 'html' | 'empty';
			message?: string;
			retryAfter?: number | string;
	  }
	/** Sends nothing for this time, then the usual response. */
	| { kind: 'slowHeaders'; delayMs: number }
	/** Sends the headers, then the body in four parts with a pause before each. */
	| { kind: 'slowBody'; delayMs: number }
	/** Closes the connection before the response; with `processed`, after the request was carried out. */
	| { kind: 'resetBeforeHeaders'; processed?: boolean }
	/** Resets the connection after half of the body. */
	| { kind: 'resetDuringBody' }
	/** Announces the whole length, sends half of the body and closes the connection normally. */
	| { kind: 'truncated' }
	/** 200 with an HTML page. */
	| { kind: 'html' }
	/** 200 with a JSON object or list, for example instead of a PDF. */
	| { kind: 'json'; body?: object }
	| { kind: 'redirect'; to: string; status?: number }
	/** The usual response, compressed even if the client does not accept that. */
	| { kind: 'gzip' }
	/** The usual response without Content-Length. */
	| { kind: 'chunked' }
	/** 200 without a body. */
	| { kind: 'emptyBody' }
	/** A search that returns the first page, whatever page was requested. */
	| { kind: 'pagingIgnored' };

/** Which requests a fault applies to; default all. The path has no query. */
export type FaultMatch = { path?: RegExp; method?: string };

export type PlannedFault = {
	match?: FaultMatch;
	fault: Fault;
	/** How many matching requests it applies to; default 1, Infinity for all. */
	times?: number;
	/** How many matching requests get the usual response first. */
	after?: number;
};

type Pending = Required<PlannedFault>;

/** The planned faults. A request gets the first that matches it. */
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

	/** Takes the fault for this request, or null. */
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
