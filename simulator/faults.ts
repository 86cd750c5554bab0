/** What can go wrong with a request. Tests, the page of faults and the control interface plan such faults. */
import * as z from 'zod/v4';

const count = z.int().nonnegative();

export const faultSchema = z.discriminatedUnion('kind', [
	/** Answers with this status and the service's JSON, an HTML page or nothing. `retryAfter`: seconds or an HTTP date. */
	z.object({
		kind: z.literal('status'),
		status: z.int().min(200).max(599),
		body: z.enum(['json', 'html', 'empty']).optional(),
		message: z.string().optional(),
		retryAfter: z.union([z.number(), z.string()]).optional(),
	}),
	/** Sends nothing for this time, then the usual response. */
	z.object({ kind: z.literal('slowHeaders'), delayMs: count }),
	/** Sends the headers, then the body in four parts with a pause before each. */
	z.object({ kind: z.literal('slowBody'), delayMs: count }),
	/** Closes the connection before the response; with `processed`, after the request was carried out. */
	z.object({ kind: z.literal('resetBeforeHeaders'), processed: z.boolean().optional() }),
	/** Resets the connection after half of the body. */
	z.object({ kind: z.literal('resetDuringBody') }),
	/** Announces the whole length, sends half of the body and closes the connection normally. */
	z.object({ kind: z.literal('truncated') }),
	/** Announces this length, sends the whole body and closes the connection normally. */
	z.object({ kind: z.literal('wrongLength'), contentLength: count }),
	/** 200 with an HTML page. */
	z.object({ kind: z.literal('html') }),
	/** 200 with a JSON object or list, for example instead of a PDF. */
	z.object({
		kind: z.literal('json'),
		body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
	}),
	z.object({ kind: z.literal('redirect'), to: z.string(), status: z.int().optional() }),
	/** The usual response, compressed even if the client does not accept that. */
	z.object({ kind: z.literal('gzip') }),
	/** The usual response without Content-Length. */
	z.object({ kind: z.literal('chunked') }),
	/** 200 without a body. */
	z.object({ kind: z.literal('emptyBody') }),
	/** 200 with this many meaningless bytes. */
	z.object({ kind: z.literal('largeBody'), bytes: count }),
	/** A search that reports an error in its envelope, under HTTP 200. */
	z.object({ kind: z.literal('envelope'), code: z.int(), status: z.string() }),
	/** A search that returns the first page, whatever page was requested. */
	z.object({ kind: z.literal('pagingIgnored') }),
]);

export type Fault = z.infer<typeof faultSchema>;

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
