/** The exchange as a program: `npm run simulator -- --port 8080 --amqp amqp://guest:guest@127.0.0.1 --queue parcel-status`. */
import { parseArgs } from 'node:util';

import { startSimulator, type SimulatorOptions } from './index';

const usage = `Options (each also as an environment variable):
  --port N             SIMULATOR_PORT             port, default 8080; 0 takes a free one
  --host H             SIMULATOR_HOST             address to listen on, default 127.0.0.1
  --amqp URL           AMQP_URL                   broker for status messages; without it they are only listed at /control/messages
  --queue NAME         SIMULATOR_QUEUE            queue for status messages, default parcel-status
  --token-lifetime S   SIMULATOR_TOKEN_LIFETIME   seconds until a token expires, default 3600
  --paging WHERE       SIMULATOR_PAGING           where the search takes offset and limit: query, body or none
  --set-id-filter NAME SIMULATOR_SET_ID_FILTER    a search filter of this name takes a set ID; without it there is none
  --seed WHAT          SIMULATOR_SEED             demo or empty, default demo
  --help`;

function readOptions(): SimulatorOptions | null {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		options: {
			port: text,
			host: text,
			amqp: text,
			queue: text,
			'token-lifetime': text,
			paging: text,
			'set-id-filter': text,
			seed: text,
			help: { type: 'boolean' },
		},
	});
	if (values.help === true) return null;
	const { env } = process;
	const url = values.amqp ?? env.AMQP_URL;
	const setIdFilter = values['set-id-filter'] ?? env.SIMULATOR_SET_ID_FILTER;
	return {
		port: whole('--port', values.port ?? env.SIMULATOR_PORT ?? '8080'),
		host: values.host ?? env.SIMULATOR_HOST ?? '127.0.0.1',
		token: {
			lifetimeSeconds: whole('--token-lifetime', values['token-lifetime'] ?? env.SIMULATOR_TOKEN_LIFETIME ?? '3600'),
		},
		search: {
			paging: oneOf('--paging', values.paging ?? env.SIMULATOR_PAGING ?? 'query', ['query', 'body', 'none'] as const),
			...(setIdFilter ? { setIdFilter } : {}),
		},
		seed: oneOf('--seed', values.seed ?? env.SIMULATOR_SEED ?? 'demo', ['demo', 'empty'] as const),
		...(url ? { queue: { url, name: values.queue ?? env.SIMULATOR_QUEUE ?? 'parcel-status' } } : {}),
	};
}

function whole(name: string, value: string): number {
	if (!/^\d+$/.test(value)) throw new Error(`${name} must be a whole number, not "${value}"`);
	return Number(value);
}

function oneOf<Word extends string>(name: string, value: string, words: readonly Word[]): Word {
	const found = words.find((word) => word === value);
	if (found === undefined) throw new Error(`${name} must be one of ${words.join(', ')}, not "${value}"`);
	return found;
}

async function main(): Promise<void> {
	const options = readOptions();
	if (options === null) {
		console.log(usage);
		return;
	}
	const simulator = await startSimulator(options);
	const [user] = simulator.accounts;
	console.log(`Base URL     ${simulator.url}`);
	console.log(`Import URL   ${simulator.importUrl}`);
	console.log(`Exchange     ${simulator.pageUrl}`);
	console.log(`Control      ${simulator.controlUrl}`);
	console.log(`Queue        ${options.queue?.name ?? 'none (give --amqp)'}`);
	console.log(`Log in with  ${user?.username ?? ''}  ${user?.password ?? ''}`);
	console.log(`Sign with    ${simulator.person.username}  ${simulator.person.password}`);
	console.log('Ctrl-C stops it.');
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.stop());
}

main().catch((cause: unknown) => {
	console.error(cause instanceof Error ? cause.message : cause);
	process.exitCode = 1;
});
