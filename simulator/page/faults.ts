import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/v4';
import { ErrorStatus } from '../errorStatus';
import type { Exchange } from '../exchange';
import { calls } from '../routes';
import { layout, table } from './layout';
import { markup, type Markup } from './markup';
import { pagePath, readForm, redirect, show, type Sessions } from './sessions';
import type { Fault, FaultMatch, PlannedFault } from '../faults';

/** By the names of the calls, and `all`. */
const targets: Record<string, { label: string; match: FaultMatch }> = {
	all: { label: 'Every request', match: {} },
	...Object.fromEntries(
		Object.entries(calls).map(([name, { label, path }]) => [
			name,
			{ label, match: { path: new RegExp(`${path.replace(/:\w+/g, '[^/]+')}$`) } },
		]),
	),
};

const faultPresets = {
	status500: { label: 'Answer 500', fault: { kind: 'status', status: 500 } },
	status503: { label: 'Answer 503 with an HTML page', fault: { kind: 'status', status: 503, body: 'html' } },
	status429: { label: 'Answer 429, retry after 2 seconds', fault: { kind: 'status', status: 429, retryAfter: 2 } },
	status403: { label: 'Answer 403', fault: { kind: 'status', status: 403, message: 'Access denied' } },
	status401: { label: 'Answer 401', fault: { kind: 'status', status: 401 } },
	slow: { label: 'Answer 5 seconds later', fault: { kind: 'slowHeaders', delayMs: 5000 } },
	slowBody: { label: 'Send the response slowly', fault: { kind: 'slowBody', delayMs: 1500 } },
	truncated: { label: 'Cut the file short (half a PDF)', fault: { kind: 'truncated' } },
	html: { label: 'Send a web page instead', fault: { kind: 'html' } },
	empty: { label: 'Send an empty response', fault: { kind: 'emptyBody' } },
	reset: { label: 'Close the connection before the response', fault: { kind: 'resetBeforeHeaders' } },
	resetBody: { label: 'Reset the connection during the response', fault: { kind: 'resetDuringBody' } },
} as const satisfies Record<string, { label: string; fault: Fault }>;

const times = { '1': 'once', '3': '3 times', '10': '10 times', always: 'until canceled' } as const;

function plan(choice: { target: string; fault: keyof typeof faultPresets; times: keyof typeof times }): PlannedFault {
	return {
		match: targets[choice.target]?.match ?? {},
		fault: faultPresets[choice.fault].fault,
		times: choice.times === 'always' ? Infinity : Number(choice.times),
	};
}

/** The row of a planned fault: requests, what happens, how often. Tests can plan others than this page. */
function inWords({ match, fault, times: left }: { match: FaultMatch; fault: Fault; times: number }): string[] {
	const target = Object.values(targets).find(
		(each) => each.match.path !== undefined && each.match.path.source === match.path?.source,
	);
	const preset = Object.values(faultPresets).find((each) => JSON.stringify(each.fault) === JSON.stringify(fault));
	const requests = target?.label ?? match.path?.source ?? 'Every request';
	return [
		[match.method, requests].filter(Boolean).join(' '),
		preset?.label ?? fault.kind,
		left === Infinity ? times.always : left === 1 ? 'once' : `${left} times`,
	];
}

const keyOf = <Table extends object>(table: Table) =>
	z.custom<keyof Table>((value) => typeof value === 'string' && Object.hasOwn(table, value));

const garbage = {
	text: { label: 'Text that is not JSON', body: Buffer.from('this is not a status message') },
	cut: { label: 'JSON that ends too early', body: Buffer.from('{"instance":"exchange","newStatus":"ISS') },
	otherKind: { label: 'A message of another kind', body: Buffer.from('{"kind":"MAINTENANCE","from":"22:00"}') },
	unknownStatus: {
		label: 'An unknown status',
		body: Buffer.from('{"instance":"exchange","newStatus":"LEFT_ON_THE_QUAY","action":"WAIT"}'),
	},
	binary: { label: 'Bytes that are not text', body: Buffer.from([0xff, 0xfe, 0x00, 0x9c, 0x80, 0x01]) },
	empty: { label: 'Nothing at all', body: Buffer.alloc(0) },
} as const;

const planForm = z.object({ target: keyOf(targets), fault: keyOf(faultPresets), times: keyOf(times) });
const garbageForm = z.object({ garbage: keyOf(garbage) });

/** The page that simulates errors of the service and the queue, to see how workflows handle them. */
export function faultPages(app: FastifyInstance, sessions: Sessions): void {
	const { exchange } = sessions;
	const { faults, messages, tokens, settings } = exchange;

	app.get('/faults', (request, reply) => {
		const body = markup`<div class="head"><hgroup><h1>Simulate errors</h1>
<p>Choose what goes wrong, then run your workflow and see what it does.</p></hgroup>
<form method="post" action="${pagePath}/faults/clear"><button class="outline">Back to normal</button></form></div>
<div class="pair">
${requestFaults(exchange)}
${messageFaults(exchange)}
</div>`;
		return show(reply, layout({ title: 'Simulate errors', session: sessions.get(request), tab: 'faults', body }));
	});

	const button = (name: string, done: string, act: (request: FastifyRequest) => unknown) =>
		app.post(`/faults/${name}`, async (request, reply) => {
			await sessions.take(request, done, () => act(request));
			return redirect(reply, '/faults');
		});

	button('plan', 'Planned. Now run your workflow.', ({ body }) => {
		faults.next(plan(readForm(planForm, body)));
	});
	button('tokens', 'Every token has expired.', () => {
		tokens.expireAll();
	});
	button('clear', 'All planned errors are canceled.', () => {
		faults.clear();
	});
	button('repeat', 'The latest message was sent again.', async () => {
		const latest = messages.at(-1);
		if (latest === undefined) throw new ErrorStatus(409, 'No message has been sent yet');
		await exchange.send(latest);
	});
	button('garbage', 'Sent.', async ({ body }) => {
		await exchange.sendBytes(garbage[readForm(garbageForm, body).garbage].body);
	});
	button('cut', 'All connections of the broker were closed.', async () => {
		const cut = settings.queue?.cutConnections;
		if (cut === undefined) throw new ErrorStatus(409, 'Connections can be cut in the demo (npm start) only');
		await cut();
	});
}

function requestFaults({ faults, tokens }: Exchange): Markup {
	const planned = faults.list().map(inWords);
	return markup`<article aria-labelledby="http"><h2 id="http">Requests to the APIs</h2>
<form method="post" action="${pagePath}/faults/plan">
<label for="target">Which requests</label>${select('target', targets)}
<label for="fault">What happens</label>${select('fault', faultPresets)}
<label for="times">How many times</label>${select('times', times)}
<button>Plan it</button>
</form>
<h3>Planned</h3>
${planned.length === 0 ? markup`<p>None. Every request gets the usual response.</p>` : table('Planned errors', ['Requests', 'What happens', 'Remaining'], planned)}
<h3>Tokens</h3>
<p><small>${tokens.issued === 1 ? '1 token has' : `${tokens.issued} tokens have`} been issued since the start. When they expire, clients must log in again.</small></p>
${act('tokens', 'Expire all tokens')}
</article>`;
}

function messageFaults({ settings }: Exchange): Markup {
	return markup`<article aria-labelledby="queue"><h2 id="queue">Messages in the queue</h2>
<ul class="lines">
<li>${act('repeat', 'Send the latest message again')}<small>Brokers can deliver a message twice. A workflow should act once.</small></li>
<li>${
		settings.queue?.cutConnections === undefined
			? markup`<button class="outline" disabled>Cut the broker's connections</button><small>Available in the demo (npm start) only.</small>`
			: markup`${act('cut', "Cut the broker's connections")}<small>Every client loses its connection, this exchange included.</small>`
	}</li>
</ul>
<h3>Garbage</h3>
<form method="post" action="${pagePath}/faults/garbage" class="inline"><label for="garbage">Send</label>${select('garbage', garbage)}<button class="outline">Send it</button></form>
<p><small>A consumer should skip such a message and continue with the next.</small></p>
</article>`;
}

function act(name: string, label: string): Markup {
	return markup`<form method="post" action="${pagePath}/faults/${name}"><button class="outline">${label}</button></form>`;
}

function select(name: string, choices: Record<string, string | { label: string }>): Markup {
	const options = Object.entries(choices).map(
		([value, choice]) =>
			markup`<option value="${value}">${typeof choice === 'string' ? choice : choice.label}</option>`,
	);
	return markup`<select id="${name}" name="${name}">${options}</select>`;
}
