import { OddExchange, type Row } from './oddExchange';
import { PollingN8n } from './polledWorkflow';

let exchange: OddExchange;
let n8n: PollingN8n;

beforeEach(async () => {
	exchange = new OddExchange();
	await exchange.open();
	n8n = new PollingN8n(exchange);
});
afterEach(() => {
	n8n.kill();
	exchange.close();
});

let minute = 0;
const now = () =>
	`12 May 2022 ${String(Math.floor(++minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const rowsOf = (count: number): Row[] =>
	Array.from({ length: count }, (_, index) => ({
		setId: `set ${index}`,
		transactionId: `transaction ${index}`,
		status: 'drafted',
		modifiedDate: now(),
	}));
const change = (index: number, status: string) => {
	Object.assign(exchange.rows[index]!, { status, modifiedDate: now() });
};
const seen = () => {
	const statuses = n8n.fields('statusRaw');
	return n8n.fields('setId').map((setId, index) => `${String(setId)} ${String(statuses[index])}`);
};

it('takes any word for a status, and one word in another spelling for the same', async () => {
	exchange.rows = rowsOf(3);
	await n8n.activate();
	change(0, 'Awaiting 2nd Signature');
	change(1, 'TITLE-HELD');
	change(2, 'DRAFTED');
	await n8n.poll();
	change(1, 'Title held');
	await n8n.poll();
	expect(seen()).toEqual(['set 0 Awaiting 2nd Signature', 'set 1 TITLE-HELD']);
});

it('tells of a refusal once, although the exchange words it differently each time', async () => {
	exchange.rows = rowsOf(1);
	await n8n.activate();
	let requests = 0;
	exchange.instead = (response) => {
		response.writeHead(403, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ message: `Not for this user, request ${++requests}` }));
		return true;
	};
	await n8n.advance(30);
	expect(requests).toBeGreaterThan(2);
	expect(n8n.reports).toHaveLength(1);
	expect(n8n.reports[0]).toMatchObject({
		message: 'The exchange does not allow this user to send this request',
		description: expect.stringMatching(/Not for this user, request \d+\. .*Check that the customer/) as string,
	});
});

it('shows no login that the exchange repeats', async () => {
	n8n.password = 'correct horse';
	exchange.rows = rowsOf(1);
	await n8n.activate();
	change(0, 'issued');
	const basic = Buffer.from('odd:correct horse').toString('base64');
	exchange.rows[0]!['cargoName'] = `Coffee for ${basic}`;
	await n8n.poll();
	expect(JSON.stringify(n8n.executions.map(({ items }) => items))).toContain('Coffee for ***');
	await n8n.edit({ options: { output: 'raw' } });
	change(0, 'title_held');
	await n8n.poll();
	expect(JSON.stringify(n8n.executions.map(({ items }) => items))).not.toContain(basic);
});

it('reports sets without a date, after those that have one', async () => {
	exchange.rows = rowsOf(4);
	await n8n.activate();
	for (const index of [0, 2]) Object.assign(exchange.rows[index]!, { status: 'issued', modifiedDate: null });
	change(3, 'issued');
	await n8n.poll();
	await n8n.poll();
	expect(seen()).toEqual(['set 3 issued', 'set 0 issued', 'set 2 issued']);
});

it('reports each transaction of a set by itself', async () => {
	exchange.rows = rowsOf(1);
	exchange.rows.push({ ...exchange.rows[0], transactionId: 'other' });
	await n8n.activate();
	change(1, 'title_held');
	await n8n.poll();
	change(0, 'issued');
	await n8n.poll();
	expect(seen()).toEqual(['set 0 title_held', 'set 0 issued']);
});

it('is not misled by two results of a set that cannot be told apart, in whatever order they come', async () => {
	exchange.rows = [
		{ setId: 'set', status: 'issued', modifiedDate: now() },
		{ setId: 'set', status: 'title_held', modifiedDate: now() },
	];
	await n8n.activate();
	for (let poll = 0; poll < 4; poll++) {
		exchange.rows.reverse();
		await n8n.poll();
	}
	expect(seen()).toEqual([]);
	exchange.rows.push({ setId: 'set', status: 'transfer_drafted', modifiedDate: now() });
	await n8n.poll();
	expect(seen()).toEqual(['set transfer_drafted']);
});

it('reports every change once while rows move between the pages that are being read', async () => {
	exchange.rows = rowsOf(250);
	const newestFirst = () =>
		[...exchange.rows].sort((one, other) => (one['modifiedDate']! < other['modifiedDate']! ? 1 : -1));
	const oldestFirst = () => newestFirst().reverse();
	const expected: string[] = [];
	let moves = 0;
	for (const [turn, order] of [newestFirst, oldestFirst].entries()) {
		exchange.find = order;
		if (turn === 0) await n8n.activate();
		exchange.instead = (_response, { offset }) => {
			if (offset > 0 && moves++ < 6) {
				const index = (moves * 37 + turn) % 250;
				const status = exchange.rows[index]!['status'] === 'drafted' ? 'signed' : 'issued';
				change(index, status);
				expected.push(`set ${index} ${status}`);
			}
			return false;
		};
		for (let poll = 0; poll < 6; poll++) await n8n.poll();
		moves = 0;
	}
	expect(seen().sort()).toEqual(expected.sort());
	expect(expected.length).toBe(12);
});

it('finds a set that changes the folder while both are read', async () => {
	exchange.rows = rowsOf(6);
	const filed = new Set<Row>();
	const moving = new Set<Row>();
	exchange.find = ({ status }) => exchange.rows.filter((row) => filed.has(row) === (status === 'FILED'));
	exchange.instead = (response, { status }) => {
		if (status === 'ALL') response.writeHead(400).end();
		if (status === 'FILED') for (const row of moving) filed.add(row);
		return status === 'ALL';
	};
	await n8n.activate();
	moving.add(exchange.rows[2]!);
	change(2, 'issued');
	await n8n.poll();
	await n8n.poll();
	expect(seen()).toEqual(['set 2 issued']);
});
