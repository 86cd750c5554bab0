/** The drills people may choose from: which requests they meet, and what then happens. */
import type { Fault, FaultMatch, PlannedFault } from '../faults';

export const targets = {
	all: { label: 'Every request', match: {} },
	token: { label: 'Get token', match: { path: /\/oauth2\/token$/ } },
	counterparties: { label: 'Counterparties', match: { path: /\/counterparties$/ } },
	search: { label: 'Search sets', match: { path: /\/sets\/search$/ } },
	pdf: { label: 'Download a PDF', match: { path: /\/get-single-pdf\// } },
	import: { label: 'Import a shipment', match: { path: /\/api\/v1\/shipments$/ } },
} as const;

type Drill = { label: string; fault: Fault };

export const drills = {
	status500: { label: 'Answer 500', fault: { kind: 'status', status: 500 } },
	status503: { label: 'Answer 503 with an HTML page', fault: { kind: 'status', status: 503, body: 'html' } },
	status429: { label: 'Answer 429, try again after 2 seconds', fault: { kind: 'status', status: 429, retryAfter: 2 } },
	status403: { label: 'Answer 403', fault: { kind: 'status', status: 403, message: 'Access denied' } },
	status401: { label: 'Answer 401', fault: { kind: 'status', status: 401 } },
	slow: { label: 'Answer 5 seconds later', fault: { kind: 'slowHeaders', delayMs: 5000 } },
	slowBody: { label: 'Send the answer in slow pieces', fault: { kind: 'slowBody', delayMs: 1500 } },
	truncated: { label: 'Cut the file short (half a PDF)', fault: { kind: 'truncated' } },
	html: { label: 'Send a web page instead', fault: { kind: 'html' } },
	empty: { label: 'Send nothing', fault: { kind: 'emptyBody' } },
	reset: { label: 'Cut the connection before the answer', fault: { kind: 'resetBeforeHeaders' } },
	resetBody: { label: 'Cut the connection within the answer', fault: { kind: 'resetDuringBody' } },
} as const satisfies Record<string, Drill>;

export type Target = keyof typeof targets;
export type DrillName = keyof typeof drills;

export const times = { '1': 'once', '3': '3 times', '10': '10 times', always: 'until I stop it' } as const;
export type Times = keyof typeof times;

/** The planned fault of a choice. */
export function plan(target: Target, drill: DrillName, howOften: Times): PlannedFault {
	return {
		match: targets[target].match,
		fault: drills[drill].fault,
		times: howOften === 'always' ? Infinity : Number(howOften),
	};
}

/** A planned fault in words, also one that the control interface was given. */
export function inWords(planned: { match: FaultMatch; fault: Fault; times: number }): {
	where: string;
	what: string;
	left: string;
} {
	const { match, fault, times: left } = planned;
	const target = Object.values(targets).find(
		(each) => 'path' in each.match && each.match.path.source === match.path?.source,
	);
	const drill = Object.values(drills).find((each) => JSON.stringify(each.fault) === JSON.stringify(fault));
	const where = target?.label ?? match.path?.source ?? targets.all.label;
	return {
		where: [match.method, where].filter(Boolean).join(' '),
		what: drill?.label ?? fault.kind,
		left: left === Infinity ? times.always : left === 1 ? 'once' : `${left} times`,
	};
}
