/** Faults that people choose by a label: which requests, what happens, how often. */
import type { Fault, FaultMatch, PlannedFault } from '../faults';

export const targets = {
	all: { label: 'Every request', match: {} },
	token: { label: 'Get token', match: { path: /\/oauth2\/token$/ } },
	counterparties: { label: 'Counterparties', match: { path: /\/counterparties$/ } },
	search: { label: 'Search sets', match: { path: /\/sets\/search$/ } },
	pdf: { label: 'Download a PDF', match: { path: /\/get-single-pdf\// } },
	import: { label: 'Import a shipment', match: { path: /\/api\/v1\/shipments$/ } },
} as const;

export const faultPresets = {
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
} as const satisfies Record<string, { label: string; fault: Fault }>;

export const times = { '1': 'once', '3': '3 times', '10': '10 times', always: 'until I stop it' } as const;

/** The planned fault of a choice. */
export function plan(choice: {
	target: keyof typeof targets;
	fault: keyof typeof faultPresets;
	times: keyof typeof times;
}): PlannedFault {
	return {
		match: targets[choice.target].match,
		fault: faultPresets[choice.fault].fault,
		times: choice.times === 'always' ? Infinity : Number(choice.times),
	};
}

/** A planned fault in words (requests, what happens, how often), also one that the control interface was given. */
export function inWords({ match, fault, times: left }: { match: FaultMatch; fault: Fault; times: number }): string[] {
	const target = Object.values(targets).find(
		(each) => 'path' in each.match && each.match.path.source === match.path?.source,
	);
	const preset = Object.values(faultPresets).find((each) => JSON.stringify(each.fault) === JSON.stringify(fault));
	const requests = target?.label ?? match.path?.source ?? targets.all.label;
	return [
		[match.method, requests].filter(Boolean).join(' '),
		preset?.label ?? fault.kind,
		left === Infinity ? times.always : left === 1 ? 'once' : `${left} times`,
	];
}
