/** What can go wrong with a request, asked for by tests, by the page of faults and by the control interface. */
import * as z from 'zod/v4';

const count = z.int().nonnegative();

export const faultSchema = z.discriminatedUnion('kind', [
	/**
	 * Answers with this status; the body is the service's JSON, an HTML page, or nothing. `retryAfter`: seconds, or a
	 * date as the header has it.
	 */
	z.object({
		kind: z.literal('status'),
		status: z.int().min(200).max(599),
		body: z.enum(['json', 'html', 'empty']).optional(),
		message: z.string().optional(),
		retryAfter: z.union([z.number(), z.string()]).optional(),
	}),
	/** Sends nothing at all for so long, then goes on as usual. */
	z.object({ kind: z.literal('slowHeaders'), delayMs: count }),
	/** Sends the headers, then the body in pieces with a pause before each. */
	z.object({ kind: z.literal('slowBody'), delayMs: count, pieces: count.optional() }),
	/** Cuts the connection before any answer; with `processed`, only after the request was carried out. */
	z.object({ kind: z.literal('resetBeforeHeaders'), processed: z.boolean().optional() }),
	/** Cuts the connection after so many bytes of the body (default: half of it). */
	z.object({ kind: z.literal('resetDuringBody'), afterBytes: count.optional() }),
	/** Announces the whole length, sends less by so many bytes (default: half of it) and closes in good order. */
	z.object({ kind: z.literal('truncated'), missingBytes: count.optional() }),
	/** Announces this length whatever the body's is, and closes after the body. */
	z.object({ kind: z.literal('wrongLength'), contentLength: count }),
	/** 200 with an HTML page. */
	z.object({ kind: z.literal('html') }),
	/** 200 with a JSON object or list, for instance instead of a PDF. */
	z.object({
		kind: z.literal('json'),
		body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
	}),
	z.object({ kind: z.literal('redirect'), to: z.string(), status: z.int().optional() }),
	/** The usual answer, compressed whether asked for or not. */
	z.object({ kind: z.literal('gzip') }),
	/** The usual answer without Content-Length. */
	z.object({ kind: z.literal('chunked') }),
	/** 200 and nothing. */
	z.object({ kind: z.literal('emptyBody') }),
	/** 200 and so many bytes of nothing in particular. */
	z.object({ kind: z.literal('largeBody'), bytes: count, contentType: z.string().optional() }),
	/** A search answered by HTTP 200 whose envelope says otherwise. */
	z.object({ kind: z.literal('envelope'), code: z.int(), status: z.string().optional() }),
	/** A search that gives the first page whatever was asked. */
	z.object({ kind: z.literal('pagingIgnored') }),
]);

export type Fault = z.infer<typeof faultSchema>;

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

type Pending = Required<PlannedFault>;

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
