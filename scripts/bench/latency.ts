/** What a user feels: from the message on the queue to the email in the mailbox, with our trigger and with n8n's own RabbitMQ Trigger, and n8n's start. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installN8n, n8nVersion } from '../n8n/install';
import { installPackage, packPackage } from '../n8n/package';
import { temporaryFolder } from '../n8n/processes';
import { activate, createWorkflow, deactivate } from '../n8n/rest/workflows';
import { startN8n } from '../n8n/server';
import { barOf, endProcess, machine } from './measure';
import { report, type Bar } from './results';
import { rivalWorkflow, withN8n, type Bench, type Rival } from './rivals';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const withinMs = 300_000;

const names: Record<Rival, string> = { builtIn: "n8n's RabbitMQ Trigger", ours: 'Cargo Exchange Trigger' };
const rivals = ['builtIn', 'ours'] as const;

/** When events are published: so many, with so long between two of them. */
type Load = { id: string; title: string; how: string; events: number; gapMs: number };

const loads: Load[] = [
	{
		id: 'latency',
		title: 'From the queue to the mailbox',
		how: 'A workflow with the trigger and Send Email in a real n8n, one event per second',
		events: 30,
		gapMs: 1_000,
	},
	{
		id: 'latency-burst',
		title: 'From the queue to the mailbox, in a burst',
		how: 'The same workflow, 500 events at once',
		events: 500,
		gapMs: 0,
	},
];

/** Returns for each event the milliseconds from its publishing to the arrival of its email, the shortest first. */
async function measure(rival: Rival, load: Load, bench: Bench): Promise<number[]> {
	const { session, channel, credentials, mail, mailbox } = bench;
	const queue = `bench ${randomUUID()}`;
	await channel.assertQueue(queue);
	const end = {
		type: 'n8n-nodes-base.emailSend',
		typeVersion: 2.1,
		credentials: { [mail.type]: mail },
		parameters: {
			fromEmail: 'n8n@example.com',
			toEmail: 'desk@example.com',
			subject: '={{ $json.message }}',
			emailFormat: 'text',
			text: 'A bill of lading was issued.',
			options: { appendAttribution: false },
		},
	};
	const work = { name: names[rival], rival, queue, credentials, parallel: 20, end };
	const workflow = await createWorkflow(session, rivalWorkflow(work));
	await activate(session, workflow);
	try {
		// In the first minutes of n8n, the trigger waits for further workflows before it reads.
		while ((await channel.checkQueue(queue)).consumerCount === 0) await sleep(100);
		const publishedAt = new Map<string, number>();
		const before = mailbox.mails.length;
		for (let number = 0; number < load.events; number++) {
			const message = randomUUID();
			publishedAt.set(message, Date.now());
			const event = { newStatus: 'ISSUED', setId: randomUUID(), message };
			channel.sendToQueue(queue, Buffer.from(JSON.stringify(event)), { persistent: true });
			if (load.gapMs > 0) await sleep(load.gapMs);
		}
		const deadline = Date.now() + withinMs;
		while (mailbox.mails.length < before + load.events) {
			if (Date.now() > deadline) throw new Error(`${names[rival]}: only ${mailbox.mails.length - before} emails came`);
			await sleep(10);
		}
		return mailbox.mails
			.slice(before)
			.map(({ subject, at }) => at.getTime() - (publishedAt.get(subject) ?? NaN))
			.sort((one, other) => one - other);
	} finally {
		await deactivate(session, workflow);
		await channel.deleteQueue(queue);
	}
}

async function compare(bench: Bench): Promise<void> {
	for (const load of loads) {
		const found = { builtIn: Array<number[]>(), ours: Array<number[]>() };
		// The first round warms up.
		for (let round = -1; round < rounds; round++)
			for (const rival of rivals) {
				const latencies = await measure(rival, load, bench);
				if (round >= 0) found[rival].push(latencies);
			}
		const barsOf = (rival: Rival): Bar[] =>
			[50, 95].map((percent) => {
				const at = (list: number[]) => list[Math.ceil((list.length * percent) / 100) - 1] ?? NaN;
				return barOf(`${names[rival]}, ${percent} % within`, found[rival].map(at));
			});
		const [builtIn, ours] = [barsOf('builtIn'), barsOf('ours')];
		const { id, title, how } = load;
		report({
			...{ id, title, how, unit: 'ms', better: 'less' },
			bars: [...builtIn, ...ours],
			notes: ours.map(
				({ name, value }, index) => `${name}: ${(value / (builtIn[index]?.value ?? NaN)).toFixed(2)} times`,
			),
			versions: bench.versions,
		});
	}
}

/** How long n8n takes until it answers, without and with the package. */
async function compareStarts(): Promise<void> {
	const folder = temporaryFolder();
	const install = await installN8n();
	const tarball = await packPackage(join(folder, 'packed'), { build: false });
	const homes = { 'n8n alone': join(folder, 'alone'), 'n8n with this package': join(folder, 'with') };
	await installPackage(tarball, homes['n8n with this package']);
	const found = new Map<string, number[]>(Object.keys(homes).map((name) => [name, []]));
	// The first start makes the database.
	for (let round = -1; round < rounds; round++)
		for (const [name, userFolder] of Object.entries(homes)) {
			const began = performance.now();
			const n8n = await startN8n({ install, userFolder });
			if (round >= 0) found.get(name)?.push((performance.now() - began) / 1_000);
			await n8n.stop();
		}
	report({
		id: 'start',
		title: "n8n's start",
		how: 'From the start of the process until it answers',
		unit: 's',
		better: 'less',
		bars: [...found].map(([name, list]) => barOf(name, list)),
		notes: [],
		versions: { n8n: n8nVersion },
	});
}

process.stdout.write(`${machine()}; medians of ${rounds} rounds\n`);
endProcess(withN8n(compare).then(compareStarts));
