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
		const exchange = await prints(/^Exchange +(\S+)$[^]*Ctrl-C/m);
		expect((await fetch(`${exchange}/login`)).status).toBe(200);
		child?.kill('SIGINT');
		expect(await ended).toBe(0);
	});

	it.each([
		[['--help'], 0, /--token-lifetime/],
		[['--port', 'many'], 1, /--port must be a whole number/],
	])('explains in plain words with %j, and exits with %i', async (options, code, words) => {
		const { output, ended } = run(...options);
		expect(await ended).toBe(code);
		expect(output()).toMatch(words);
	});
});
