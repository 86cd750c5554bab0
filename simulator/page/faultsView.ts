import type { Exchange } from '../exchange';
import { garbage } from '../queueFaults';
import { drills, inWords, targets, times } from './drills';
import { layout, pagePath } from './layout';
import { markup, type Markup } from './markup';
import type { Session } from './sessions';

/** The panel where people rehearse what happens to their workflows when the exchange or the queue misbehaves. */
export function faultsView({
	exchange,
	session,
	company,
}: {
	exchange: Exchange;
	session: Session;
	company: string;
}): Markup {
	const body = markup`<div class="head"><div><h1>Fault drills</h1>
<p>Rehearse bad days: choose what shall go wrong, then run your workflow and see what it does.</p></div>
<form method="post" action="${pagePath}/faults/clear"><button>Back to normal</button></form></div>
<div class="pair">
${interfaces(exchange)}
${queue(exchange)}
</div>`;
	return layout({ title: 'Fault drills', session, place: 'faults', body, company });
}

function interfaces({ faults, tokens }: Exchange): Markup {
	const planned = faults.list().map(inWords);
	return markup`<section class="card" aria-labelledby="http"><h2 id="http">Requests to the interfaces</h2>
<form method="post" action="${pagePath}/faults/plan" class="stack">
<div class="field"><label for="target">Which requests</label>${select('target', targets)}</div>
<div class="field"><label for="drill">What happens</label>${select('drill', drills)}</div>
<div class="field"><label for="times">How often</label>${select('times', times)}</div>
<button class="primary">Plan it</button>
</form>
<h3>Planned</h3>
${
	planned.length === 0
		? markup`<p class="empty">Nothing: every request is answered as it should be.</p>`
		: markup`<div class="scroll" tabindex="0" role="group" aria-label="Planned drills"><table><thead><tr><th scope="col">Requests</th><th scope="col">What happens</th><th scope="col">Still</th></tr></thead>
<tbody>${planned.map(({ where, what, left }) => markup`<tr><td>${where}</td><td>${what}</td><td>${left}</td></tr>`)}</tbody></table></div>`
}
<h3>Tokens</h3>
<p class="hint">${tokens.issued === 1 ? '1 token was' : `${tokens.issued} tokens were`} issued since the start. When they expire, a good client logs in again by itself.</p>
${act('tokens', 'Expire all tokens')}
</section>`;
}

function queue({ settings, queueFaults }: Exchange): Markup {
	const { twice, swap, holding } = queueFaults.state;
	const notes = [
		twice > 0 && `The next ${twice === 1 ? 'message is' : `${twice} messages are`} sent twice.`,
		swap && 'The next message waits for the one after it.',
		holding && 'A message is held back and goes out after the next one.',
	].filter((note) => note !== false);
	return markup`<section class="card" aria-labelledby="queue"><h2 id="queue">Messages in the queue</h2>
${notes.length > 0 && markup`<ul class="orders">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`}
<ul class="others">
<li>${act('duplicate', 'Send the next message twice')}<small>Brokers may deliver twice. A workflow should act once.</small></li>
<li>${act('repeat', 'Send the latest message again')}<small>The same message, now.</small></li>
<li>${act('swap', 'Swap the next two messages')}<small>The next one waits until another one has gone before it.</small></li>
<li>${
		settings.queue?.cutConnections === undefined
			? markup`<button disabled>Cut the broker's connections</button><small>Only whoever started the broker can; the demo (npm start) does.</small>`
			: markup`${act('cut', "Cut the broker's connections")}<small>Every client loses its connection at once, this exchange as well.</small>`
	}</li>
</ul>
<h3>Garbage</h3>
<form method="post" action="${pagePath}/faults/garbage" class="inline"><label for="garbage">Send</label>${select('garbage', garbage)}<button>Send it</button></form>
<p class="hint">A good reader sets such a message aside and goes on with the next.</p>
</section>`;
}

function act(name: string, label: string): Markup {
	return markup`<form method="post" action="${pagePath}/faults/${name}"><button>${label}</button></form>`;
}

function select(name: string, choices: Record<string, string | { label: string }>): Markup {
	const options = Object.entries(choices).map(
		([value, choice]) =>
			markup`<option value="${value}">${typeof choice === 'string' ? choice : choice.label}</option>`,
	);
	return markup`<select id="${name}" name="${name}">${options}</select>`;
}
