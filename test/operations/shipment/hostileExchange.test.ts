import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { CargoExchange } from '../../../nodes/CargoExchange/CargoExchange.node';
import { passTime, skipLongWaits } from '../../helpers/clock';
import { runNode, type Outcome } from '../../helpers/engine';
import { useServers } from '../../helpers/exchangeClient';
import { answers, receive } from '../../helpers/hostileExchange';
import { until } from '../../helpers/until';
import { neededColumns, shipmentNamed } from '../../helpers/shipment';
import { Random } from '../../simulation/random';

const minutes = (count: number) => count * 60_000;
/** More of both find more: `HOSTILE_SEEDS=101,102 HOSTILE_ROUNDS=16 npx jest …`. */
const seeds = (process.env['HOSTILE_SEEDS'] ?? '1,2,3,4').split(',').map(Number);
const rounds = Number(process.env['HOSTILE_ROUNDS'] ?? 10);
const serve = useServers();

type Post = {
	importRef: string;
	reference: string;
	at: number;
	answer: string;
	round: number;
	isAnyway: boolean;
	isDone: boolean;
};
type Look = { at: number; shown: ReadonlySet<string> };

/** What happened at an exchange that answers as it likes. */
class Exchange {
	readonly posts: Post[] = [];
	readonly looks: Look[] = [];
	readonly #random: Random;
	readonly #shownFrom = new Map<string, number>();
	#tokens = 0;
	/** The requests that are being worked on: also those of an execution that was stopped. */
	working = 0;
	round = 0;

	constructor(random: Random) {
		this.#random = random;
	}

	async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		this.working++;
		await this.#respond(request, response).finally(() => this.working--);
	}

	async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		response.setHeader('content-type', 'application/json');
		if (pathname.endsWith('/token')) {
			const isRight = request.headers.authorization === `Basic ${Buffer.from('user:right').toString('base64')}`;
			if (isRight) response.end(JSON.stringify({ token: `opaque-token-${++this.#tokens}` }));
			else response.writeHead(401).end('{}');
		} else if (pathname.endsWith('/counterparties')) response.end('[]');
		else if (pathname.endsWith('/search')) await this.#search(request, response);
		else await this.#import(request, response, searchParams.get('importRef') ?? 'redirected');
	}

	async #search(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const at = performance.now();
		await json(request);
		const shown = [...this.#shownFrom].filter(([, from]) => from <= at).map(([reference]) => reference);
		await sleep(this.#random.below(5));
		if (this.#random.chance(0.05)) {
			response.end('<html><title>Sign in</title></html>');
			return;
		}
		this.looks.push({ at, shown: new Set(shown) });
		const written = (reference: string) => (this.#random.chance(0.3) ? `\ufeff${reference.toLowerCase()}` : reference);
		const results = shown.map((reference) => ({ shipmentRef: written(reference), setId: idOf(reference) }));
		response.end(JSON.stringify({ code: 200, data: { offset: 0, limit: 100, total: results.length, results } }));
	}

	async #import(request: IncomingMessage, response: ServerResponse, importRef: string): Promise<void> {
		const [reference = '', , kind = ''] = importRef.split('~');
		const name = this.#random.pick(Object.keys(answers));
		const answer = answers[name]!;
		const post = {
			importRef,
			reference,
			at: performance.now(),
			answer: name,
			round: this.round,
			isAnyway: kind === 'import',
			isDone: false,
		};
		this.posts.push(post);
		await receive(request, answer);
		await sleep(this.#random.below(40));
		post.isDone = answer.may && (answer.confirms === true || this.#random.chance(0.5));
		// The search may take almost 15 minutes to show what was imported.
		const from = performance.now() + this.#random.pick([0, 0, 0, minutes(5), minutes(14)]);
		if (post.isDone) this.#shownFrom.set(reference, Math.min(from, this.#shownFrom.get(reference) ?? Infinity));
		await answer.send(response, idOf(reference));
	}
}

const idOf = (reference: string) =>
	`00000000-0000-4000-8000-${Buffer.from(reference).toString('hex').padStart(12, '0').slice(-12)}`;

type Run = { outcome: Outcome; wasStopped: boolean; isStranger: boolean };

describe.each(seeds)('imports at an exchange that answers in every way, seed %i', (seed) => {
	afterEach(() => jest.restoreAllMocks());

	it('are never made twice, nor confirmed if they were not carried out', async () => {
		const random = new Random(seed);
		const exchange = new Exchange(random);
		const { url } = await serve((request, response) => {
			exchange.respond(request, response).catch(() => response.destroy());
		});
		const references: string[] = [];
		let count = 0;
		skipLongWaits();
		const runs: Run[] = [];

		const startOne = async (): Promise<Run> => {
			const [own, kind] = [
				++count,
				random.weighted([
					[4, 'fail'],
					[6, 'skip'],
					[1, 'import'],
				]),
			];
			const chosen = references.filter((_, index) => random.chance(index < references.length - 3 ? 0.04 : 0.5));
			const written = (chosen.length > 0 ? chosen : [references[0]!]).map((reference) =>
				random.chance(0.3) ? `\u200b${reference.toLowerCase()} ` : reference,
			);
			const isRows = random.chance(0.4);
			const [isStranger, isLarge] = [random.chance(0.05), random.chance(0.3)];
			const importRef = (given: string) => `={{ ${given}.replace('\u200b', '').trim().toUpperCase() }}~${own}~${kind}`;
			const parameters: INodeParameters = isRows
				? { inputMode: 'rows', importRef: importRef("$json['Shipment Reference']") }
				: {
						inputMode: 'json',
						importRef: importRef('$json.shipmentReference'),
						payload: isLarge ? `={{ ({ ...$json, padding: 'x'.repeat(400000) }) }}` : '={{ $json }}',
						options: { validation: 'warn' },
					};
			const items = written.map((reference) =>
				isRows
					? { json: { 'Shipment Reference': reference, 'B/L Number': 'BL', ...neededColumns } }
					: { json: shipmentNamed(reference) },
			);
			let stop = () => {};
			const running = runNode(new CargoExchange(), {
				parameters: { resource: 'shipment', operation: 'import', dryRun: false, ifPresent: kind, ...parameters },
				credentials: {
					cargoExchangeApi: {
						baseUrl: random.chance(0.5) ? url : `${url}/`,
						importUrl: random.chance(0.5) ? url : '',
						username: 'user',
						password: isStranger ? 'wrong' : 'right',
					},
				},
				items,
				tries: random.pick([1, 1, 3]),
				onError: random.pick(['stopWorkflow', 'continueRegularOutput']),
				onStart: (cancel) => (stop = cancel),
			});
			const wasStopped = random.chance(0.15);
			if (wasStopped)
				setTimeout(() => {
					stop();
				}, random.below(300));
			return { outcome: await running, wasStopped, isStranger };
		};

		for (let round = 0; round < rounds; round++) {
			exchange.round = round;
			const started = [];
			if (round % 2 === 0) for (const number of [1, 2, 3]) references.push(`H${seed}-${round}-${number}`);
			for (let number = 0; number < 2 + random.below(4); number++) {
				started.push(startOne());
				await sleep(random.below(60));
			}
			runs.push(...(await Promise.all(started)));
			// What a stopped execution has written still arrives.
			await sleep(20);
			await until(() => exchange.working === 0);
			passTime(minutes(random.pick([0, 0, 1, 10, 14.8, 29.8, 30.2, 60, 25 * 60])));
		}

		const told = JSON.stringify(exchange.posts, null, 1);
		for (const [index, second] of exchange.posts.entries()) {
			if (second.isAnyway) continue;
			for (const first of exchange.posts.slice(0, index)) {
				if (first.reference !== second.reference || !answers[first.answer]!.may) continue;
				// A person may send it while another execution is about to.
				if (first.isAnyway && first.round === second.round) continue;
				const { at } = first;
				const absent = ({ shown, at: looked }: Look) =>
					looked >= second.at - minutes(10) && looked <= second.at && !shown.has(first.reference);
				const mayBeRepeated = !first.isDone && second.at >= at + minutes(30) && exchange.looks.some(absent);
				if (!mayBeRepeated) throw new Error(`Seed ${seed}: ${JSON.stringify([first, second])} in ${told}`);
			}
		}
		for (const { outcome, wasStopped, isStranger } of runs) {
			const items = outcome.items.map(({ json: item }) => item);
			if (isStranger) expect(JSON.stringify(items)).not.toMatch(/00000000-|"imported"/);
			for (const { imported, importRef } of items) {
				if (imported !== true) continue;
				const last = exchange.posts.findLast((post) => post.importRef === importRef);
				// The search cannot tell it from another one of the same shipment, which only a person can have sent.
				const isThere = exchange.posts.some(
					(post) => post.reference === last?.reference && post.isDone && (post.isAnyway || last.isAnyway),
				);
				if (!last || !(last.isDone || isThere)) throw new Error(`Seed ${seed}: ${JSON.stringify([last, items])}`);
			}
			if (wasStopped) continue;
			const unconfirmed = [
				outcome.error?.message ?? '',
				...items.map(({ error }) => JSON.stringify(error ?? '')),
			].join();
			// This exchange gives a shipment that is imported again the ID that it had.
			for (const post of exchange.posts.filter(({ answer, isAnyway }) => answers[answer]!.confirms && !isAnyway))
				if (unconfirmed.includes(`import reference ${post.importRef} was imported`))
					throw new Error(`Seed ${seed}: ${JSON.stringify(post)} is doubted: ${unconfirmed}`);
		}
	}, 120_000);
});
