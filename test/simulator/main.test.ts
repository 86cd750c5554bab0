import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { until } from '../helpers/until';

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

function run(...options: string[]): {
	output: () => string;
	ended: Promise<number | null>;
	prints: (words: RegExp) => Promise<string>;
} {
	const root = path.resolve(__dirname, '../..');
	const env = { ...process.env, AMQP_URL: '' };
	const program = spawn(process.execPath, ['--import', 'tsx', 'simulator/main.ts', ...options], { cwd: root, env });
	child = program;
	let text = '';
	for (const stream of [program.stdout, program.stderr])
		stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
	return {
		output: () => text,
		ended: once(program, 'close').then(() => program.exitCode),
		async prints(words) {
			await until(() => words.test(text) || program.exitCode !== null);
			return words.exec(text)?.[1] ?? '';
		},
	};
}

describe('npm run simulator', () => {
	it('prints its addresses, answers there, and stops on Ctrl-C', async () => {
		const { prints, ended } = run('--port', '0', '--seed', 'empty');
		const control = await prints(/^Control +(\S+)$[^]*Ctrl-C/m);
		expect(await (await fetch(`${control}/shipments`)).json()).toEqual([]);
		child?.kill('SIGINT');
		expect(await ended).toBe(0);
	});

	it.each([
		[['--port', 'many'], /--port must be a whole number/],
		[['--paging', 'somehow'], /--paging must be one of query, body, none/],
		[['--sed', 'x'], /--sed/],
	])('explains in a sentence what is wrong with %j, and exits with 1', async (options, words) => {
		const { output, ended } = run(...options);
		expect(await ended).toBe(1);
		expect(output()).toMatch(words);
	});

	it('explains its options', async () => {
		const { output, ended } = run('--help');
		expect(await ended).toBe(0);
		expect(output()).toContain('--token-lifetime');
	});
});
