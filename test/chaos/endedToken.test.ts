import { bundledClient, earlyAnswers, type EarlyAnswer, expiringExchange, importScript } from '../helpers/earlyAnswers';
import { accountAt, serve } from '../helpers/exchangeClient';
import { nodesOnPath } from '../helpers/nodesOnPath';

const sizes = [1_000_000, 10_000_000, 50_000_000];
const answers = Object.keys(earlyAnswers) as EarlyAnswer[];
const times = 10;

describe('large imports with a token that has ended', () => {
	let client: Awaited<ReturnType<typeof bundledClient>>;
	beforeAll(async () => {
		client = await bundledClient();
	});
	afterAll(() => client.remove());

	it.each(
		nodesOnPath().flatMap((node) => sizes.flatMap((bytes) => answers.map((answer) => [node, bytes, answer] as const))),
	)(
		'%s, %i bytes, the exchange %s: imported once, or unclear if there was no response',
		async (node, bytes, answer) => {
			const exchange = expiringExchange(answer);
			const server = await serve(exchange.listener);
			try {
				const outcomes = (await client.run(importScript(accountAt(server.url), { bytes, times }), node)).split('\n');
				const isAnswered = answer !== 'resets the connection';
				expect(outcomes.filter((outcome) => (outcome === '200') === isAnswered)).toHaveLength(times);
				expect(exchange.imported).toBe(isAnswered ? times : 0);
			} finally {
				await server.stop();
			}
		},
	);
});
