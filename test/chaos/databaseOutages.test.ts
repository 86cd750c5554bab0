/** n8n on PostgreSQL, which is killed for a while: executions of seconds and of minutes are in progress, and unreadable messages come. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Broker } from '../../scripts/broker';
import { queueAccount } from '../../scripts/demo/accounts';
import { createCredential, type StoredCredential } from '../../scripts/n8n/rest/resources';
import { signIn, type Session } from '../../scripts/n8n/rest/session';
import { deactivate } from '../../scripts/n8n/rest/workflows';
import { event, publishRecorded, RunRecorder } from '../e2e/recordedRuns';
import { openConnection, ownBroker, until, type TestConnection } from '../helpers/broker';
import { startDistributedN8n, type DistributedN8n } from './distributed';

jest.setTimeout(1_500_000);

const longMs = 150_000;
/** After a pause, the first try follows after a minute, the second two minutes later. */
const triesMs = 60_000 + 120_000;

describe.each([
	['regular mode', { workers: 0, environment: { EXECUTIONS_MODE: 'regular' } }],
	['queue mode', { workers: 2 }],
])('%s', (mode, setup) => {
	let n8n: DistributedN8n | undefined;
	let session: Session;
	let broker: Broker;
	let connection: TestConnection;
	let credential: StoredCredential;
	const recorder = new RunRecorder();

	beforeAll(async () => {
		broker = await ownBroker();
		connection = await openConnection(broker.url);
		await recorder.open();
		n8n = await startDistributedN8n(setup);
		session = await signIn(n8n.main.url);
		credential = await createCredential(session, 'Queue', 'cargoExchangeQueueApi', queueAccount(broker.url));
	});
	afterAll(async () => {
		await n8n?.stop();
		recorder.close();
		await connection.close();
		await broker.stop();
	});

	/** A workflow with a queue of its own, and what has come of its messages. */
	async function publish(name: string, firstNumber: number) {
		const dead = await connection.queue();
		const queue = await connection.queue({ deadLetterExchange: '', deadLetterRoutingKey: dead });
		const options = { retries: 10, retryDelaySeconds: 5 };
		const workflow = await publishRecorded(session, { name, queue, recorder, credential, options });
		const numbers: number[] = [];
		const texts: string[] = [];
		const saved = () =>
			n8n!.database.query(
				`select d.data from execution_data d join execution_entity e on e.id = d."executionId" where e."workflowId" = '${workflow.id}' and e.status = 'error'`,
			);
		let [last, lastAt, standstillMs] = [0, performance.now(), 0];
		const watch = () => {
			const [runs, now] = [recorder.runs(name).length, performance.now()];
			standstillMs = Math.max(standstillMs, now - lastAt);
			if (runs !== last || recorder.missing(name, numbers).length === 0) [last, lastAt] = [runs, now];
		};
		return {
			send: async (text?: string) => {
				if (text) texts.push(text);
				else numbers.push(firstNumber + numbers.length);
				await connection.publish(queue, [text ?? event(numbers.at(-1)!)]);
			},
			numbers,
			watch,
			isDone: async () =>
				recorder.missing(name, numbers).length === 0 &&
				(await connection.ready(queue)) === 0 &&
				(await connection.ready(dead)) >= texts.length,
			close: () => deactivate(session, workflow),
			result: async () => {
				const data = saved();
				const counts = texts.map((text) => data.split('\n').filter((line) => line.includes(text)).length);
				const rejected = await connection.drain(dead);
				return {
					published: numbers.length,
					run: numbers.length - recorder.missing(name, numbers).length,
					again: recorder.repeats(name),
					rejected: rejected.filter((body) => !texts.includes(body)).length,
					unreadable: texts.length,
					unreadableRejected: new Set(rejected.filter((body) => texts.includes(body))).size,
					recorded: counts.filter((count) => count > 0).length,
					recordedAtMost: Math.max(...counts),
					told: data.split('\n').filter((line) => /Paused: (n8n did not start|executions fail)/.test(line)).length,
					standstillSeconds: Math.round(standstillMs / 1_000),
				};
			},
		};
	}

	it.each([20_000, 40_000])(
		'runs and records everything after %i ms without the database, and tells',
		async (awayMs) => {
			const first = awayMs * 10;
			recorder.runMs = 4_000;
			const workflows = [
				await publish(`short ${mode} ${awayMs}`.replaceAll(' ', '-'), first),
				await publish(`long ${mode} ${awayMs}`.replaceAll(' ', '-'), first + 1_000),
			];
			const pass = async (ms: number) => {
				const end = performance.now() + ms;
				for (let second = 0; performance.now() < end; second++) {
					for (const [index, { send }] of workflows.entries()) {
						if (second % 3 === 0) await send();
						await send(`no JSON ${awayMs}-${index}-${second}-${Math.round(end)};`);
					}
					for (let tenth = 0; tenth < 10; tenth++) {
						for (const { watch } of workflows) watch();
						await sleep(100);
					}
				}
			};
			const long = first + 1_000;
			recorder.neverAnswered.add(long);
			await pass(15_000);
			const answered = sleep(longMs).then(() => {
				recorder.answerAll();
			});
			await n8n!.database.kill();
			await pass(awayMs);
			await n8n!.database.start();
			await pass(20_000);
			const log = () => n8n!.main.log();
			await until(
				async () => {
					for (const { watch } of workflows) watch();
					return (await Promise.all(workflows.map(({ isDone }) => isDone()))).every(Boolean);
				},
				longMs + triesMs + 300_000,
			);
			await answered;
			const results = await Promise.all(workflows.map(({ result }) => result()));
			for (const { close } of workflows) await close();
			const pauses = (await log()).match(/Workflow "[^"]*": Paused: [^.]*/g) ?? [];
			process.stderr.write(`${mode}, ${awayMs / 1_000} s: ${JSON.stringify(results)} ${JSON.stringify(pauses)}\n`);
			for (const result of results) {
				expect(result).toMatchObject({ run: result.published, rejected: 0, recorded: result.unreadable });
				expect(result.recordedAtMost).toBeLessThanOrEqual(2);
				expect(result.told).toBeGreaterThan(0);
				expect(result.standstillSeconds * 1_000).toBeLessThan(awayMs + triesMs);
			}
		},
	);
});
