import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/v4';
import { ErrorStatus } from '../errorStatus';
import type { Exchange } from '../exchange';
import { garbage } from '../queueFaults';
import { faultPresets, inWords, plan, targets, times } from './faultPresets';
import { layout, pagePath, table } from './layout';
import { markup, type Markup } from './markup';
import { readForm, redirect, show, type Sessions } from './sessions';

/** A choice of one of the keys of a table. */
const keyOf = <Table extends object>(table: Table) =>
	z.custom<keyof Table>((value) => typeof value === 'string' && Object.hasOwn(table, value));

const planForm = z.object({ target: keyOf(targets), fault: keyOf(faultPresets), times: keyOf(times) });
const garbageForm = z.object({ garbage: keyOf(garbage) });

/** The page on which people try how their workflows act when the exchange or the queue misbehaves, and its buttons. */
export function faultPages(app: FastifyInstance, sessions: Sessions): void {
	const { exchange } = sessions;
	const { faults, queueFaults, tokens, settings } = exchange;

	app.get('/faults', (request, reply) => {
		const body = markup`<div class="head"><hgroup><h1>Simulate faults</h1>
<p>Choose what goes wrong, then run your workflow and see what it does.</p></hgroup>
<form method="post" action="${pagePath}/faults/clear"><button class="outline">Back to normal</button></form></div>
<div class="pair">
${requestFaults(exchange)}
${messageFaults(exchange)}
</div>`;
		return show(reply, layout({ title: 'Simulate faults', session: sessions.get(request), tab: 'faults', body }));
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
	button('clear', 'Everything works as it should again.', async () => {
		faults.clear();
		await queueFaults.clear();
	});
	button('duplicate', 'The next message is sent twice.', () => {
		queueFaults.duplicateNext(1);
	});
	button('swap', 'The next message waits for the one after it.', () => {
		queueFaults.swapNext();
	});
	button('repeat', 'The latest message was sent again.', async () => {
		if (!(await queueFaults.repeatLatest())) throw new ErrorStatus(409, 'No message was sent yet');
	});
	button('garbage', 'Sent.', async ({ body }) => {
		await queueFaults.sendGarbage(readForm(garbageForm, body).garbage);
	});
	button('cut', 'All connections of the broker were cut.', async () => {
		const cut = settings.queue?.cutConnections;
		if (cut === undefined)
			throw new ErrorStatus(409, 'Only the program that started the broker can cut its connections');
		await cut();
	});
}

function requestFaults({ faults, tokens }: Exchange): Markup {
	const planned = faults.list().map(inWords);
	return markup`<article aria-labelledby="http"><h2 id="http">Requests to the interfaces</h2>
<form method="post" action="${pagePath}/faults/plan">
<label for="target">Which requests</label>${select('target', targets)}
<label for="fault">What happens</label>${select('fault', faultPresets)}
<label for="times">How often</label>${select('times', times)}
<button>Plan it</button>
</form>
<h3>Planned</h3>
${planned.length === 0 ? markup`<p>Nothing: every request is answered as it should be.</p>` : table('Planned faults', ['Requests', 'What happens', 'Still'], planned)}
<h3>Tokens</h3>
<p><small>${tokens.issued === 1 ? '1 token was' : `${tokens.issued} tokens were`} issued since the start. When they expire, a good client logs in again by itself.</small></p>
${act('tokens', 'Expire all tokens')}
</article>`;
}

function messageFaults({ settings, queueFaults }: Exchange): Markup {
	const { twice, swap, holding } = queueFaults.state;
	const notes = [
		twice > 0 && `The next ${twice === 1 ? 'message is' : `${twice} messages are`} sent twice.`,
		swap && 'The next message waits for the one after it.',
		holding && 'A message is held back and goes out after the next one.',
	].filter((note) => note !== false);
	return markup`<article aria-labelledby="queue"><h2 id="queue">Messages in the queue</h2>
${notes.map((note) => markup`<p class="notice">${note}</p>`)}
<ul class="lines">
<li>${act('duplicate', 'Send the next message twice')}<small>Brokers may deliver twice. A workflow should act once.</small></li>
<li>${act('repeat', 'Send the latest message again')}<small>The same message, now.</small></li>
<li>${act('swap', 'Swap the next two messages')}<small>The next one waits until another one has gone before it.</small></li>
<li>${
		settings.queue?.cutConnections === undefined
			? markup`<button class="outline" disabled>Cut the broker's connections</button><small>Only the program that started the broker can; the demo (npm start) does.</small>`
			: markup`${act('cut', "Cut the broker's connections")}<small>Every client loses its connection at once, this exchange as well.</small>`
	}</li>
</ul>
<h3>Garbage</h3>
<form method="post" action="${pagePath}/faults/garbage" class="inline"><label for="garbage">Send</label>${select('garbage', garbage)}<button class="outline">Send it</button></form>
<p><small>A good reader sets such a message aside and goes on with the next.</small></p>
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
