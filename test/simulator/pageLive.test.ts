import { startSimulator, type Simulator } from '../../simulator';
import { logIn } from './caller';
import { loggedIn, type Visitor } from './visitor';

let simulator: Simulator;
let visitor: Visitor;
beforeEach(async () => {
	simulator = await startSimulator();
	visitor = await loggedIn(simulator);
});
afterEach(() => simulator.stop());

describe('the live view', () => {
	it('shows messages and requests without secrets, the latest first', async () => {
		const caller = await logIn(simulator);
		await caller.get('/v3/common/counterparties');
		const { setId, parcelRef } = simulator.store.addSet();
		await simulator.life.approveDraft(setId);
		const { text } = await visitor.open('/live');
		expect(text).toMatch(/id="sent-1".*Drafted.*DRAFTED/s);
		expect(text).toContain(parcelRef);
		expect(text.indexOf('/v3/common/counterparties')).toBeLessThan(text.indexOf('/v3/common/oauth2/token'));
		expect(text).toContain('authorization: Bearer ***');
		const secrets = simulator.accounts.flatMap(({ username, password }) => [
			password,
			Buffer.from(`${username}:${password}`).toString('base64'),
		]);
		for (const secret of [caller.token, ...secrets]) expect(text).not.toContain(secret);
	});

	it('shows only the length of a PDF in an import', async () => {
		const caller = await logIn(simulator);
		const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(50_000)}`).toString('base64');
		await caller.import({ sets: [{ setRef: 'S' }], parcels: [{ name: 'Big', content: pdf }] });
		const { text } = await visitor.open('/live');
		expect(text).toContain(`(${pdf.length.toLocaleString('en-US')} characters)`);
		expect(text.length).toBeLessThan(20_000);
	});

	it('gets each message, and each request on arrival and when it is answered', async () => {
		const stop = new AbortController();
		const stream = await fetch(`${simulator.pageUrl}/live/stream`, {
			headers: { cookie: visitor.cookie },
			signal: stop.signal,
		});
		expect(stream.headers.get('content-type')).toBe('text/event-stream');
		const received: string[] = [];
		const listening = (async () => {
			let text = '';
			for await (const chunk of stream.body ?? []) {
				text += Buffer.from(chunk).toString();
				const blocks = text.split('\n\n');
				text = blocks.pop() ?? '';
				received.push(...blocks.filter((block) => block.startsWith('event:')));
				if (received.length >= 3) return;
			}
		})();
		await logIn(simulator);
		await simulator.life.approveDraft(simulator.store.addSet().setId);
		await listening;
		stop.abort();
		expect(received.map((block) => /event: (\w+)\ndata: "<li id=\\"(\S+)\\"/.exec(block)?.slice(1))).toEqual([
			['request', 'request-1'],
			['request', 'request-1'],
			['sent', 'sent-1'],
		]);
		expect(received[0]).toContain('…</span>');
		expect(received[1]).toContain('200</span>');
	});

	it('does not prevent the exchange from stopping', async () => {
		const stream = await fetch(`${simulator.pageUrl}/live/stream`, { headers: { cookie: visitor.cookie } });
		const read = stream.text().catch(() => 'cut');
		await simulator.stop();
		await read;
		simulator = await startSimulator();
	});
});
