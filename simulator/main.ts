/** The exchange as a program: `npm run simulator -- --port 8080 --amqp amqp://guest:guest@127.0.0.1 --queue parcel-status`. */
import { parseArgs } from 'node:util';

import { startSimulator, type SimulatorOptions } from './index';

const usage = `Options:
  --port N             port; default 8080, 0 takes a free one
  --host H             address to listen on; default 127.0.0.1
  --amqp URL           broker for status messages; without it, they are sent nowhere
  --queue NAME         queue for status messages; default parcel-status
  --token-lifetime S   seconds until a token expires; default 3600
  --paging WHERE       where the search reads offset and limit: query (default), body or none
  --set-id-filter NAME the search has a filter of this name for a set ID; by default it has none
  --seed WHAT          demo (default) or empty
  --help`;

function readOptions(): SimulatorOptions | null {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '8080' },
			host: { type: 'string', default: '127.0.0.1' },
			amqp: { type: 'string' },
			queue: { type: 'string', default: 'parcel-status' },
			'token-lifetime': { type: 'string', default: '3600' },
			paging: { type: 'string', default: 'query' },
			'set-id-filter': { type: 'string' },
			seed: { type: 'string', default: 'demo' },
			help: { type: 'boolean' },
		},
	});
	if (values.help === true) return null;
	const { amqp: url, queue: name, 'set-id-filter': setIdFilter } = values;
	return {
		port: wholeNumber('--port', values.port),
		host: values.host,
		token: { lifetimeSeconds: wholeNumber('--token-lifetime', values['token-lifetime']) },
		search: {
			paging: oneOf('--paging', values.paging, ['query', 'body', 'none'] as const),
			...(setIdFilter === undefined ? {} : { setIdFilter }),
		},
		seed: oneOf('--seed', values.seed, ['demo', 'empty'] as const),
		...(url === undefined ? {} : { queue: { url, name } }),
	};
}

function wholeNumber(name: string, value: string): number {
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
	console.log(`Queue        ${options.queue?.name ?? 'none (set --amqp)'}`);
	console.log(`Log in with  ${user?.username ?? ''}  ${user?.password ?? ''}`);
	console.log(`Sign with    ${simulator.person.username}  ${simulator.person.password}`);
	console.log('Press Ctrl-C to stop.');
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.stop());
}

main().catch((cause: unknown) => {
	console.error(cause instanceof Error ? cause.message : cause);
	process.exitCode = 1;
});
