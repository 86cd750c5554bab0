import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod/v4';
import { exampleNames, readExample, type ExampleName } from '../../scripts/demo/examples';
import { signIn } from '../../scripts/n8n/rest/session';
import { endWithUs, killGroup, projectRoot } from '../../scripts/n8n/processes';

type Demo = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

function start(args: string[]): Demo {
	// In a group of its own, as a terminal would start it, so that Ctrl-C can reach npm and all below it.
	const child = spawn('npm', ['start', ...args], {
		cwd: projectRoot,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	const untrack = endWithUs(child);
	let text = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
	const ended = once(child, 'close').then(() => {
		untrack();
		return child.exitCode;
	});
	return { child, output: () => text, ended };
}

/** A chat model and Google Sheets are not available on this machine. */
const needsAnAccount: ExampleName[] = ['ask-where-a-bill-of-lading-is', 'sync-statuses-to-google-sheets'];

async function namesOfExamples(): Promise<string[]> {
	const runnable = exampleNames.filter((name) => !needsAnAccount.includes(name));
	return await Promise.all(runnable.map(async (name) => (await readExample(name)).name));
}

async function workflowNames(url: string): Promise<string[]> {
	const listed = z.array(z.looseObject({ name: z.string() }));
	const session = await signIn(url);
	return (await session.call('GET', '/workflows', listed)).map(({ name }) => name).sort();
}

describe('npm start', () => {
	it('plays the story and ends with code 0 when asked to play it once', async () => {
		const demo = start(['--', '--once']);
		const code = await demo.ended;
		if (code !== 0) throw new Error(demo.output());
		expect(demo.output()).toContain('The story came out as it should');
		expect(demo.output()).toMatch(/Signed[^]*Issued/);
		expect(demo.output()).toMatch(/\.pdf +[\d,]+ bytes +✔ the same bytes as in the exchange/);
		expect(demo.output()).toContain('cargo-statuses.xlsx');
	});

	it('stays up with every example that can run here and addresses to look around, and Ctrl-C stops all that it started', async () => {
		const demo = start([]);
		while (!demo.output().includes('Ctrl-C stops everything')) {
			if (demo.child.exitCode !== null) throw new Error(demo.output());
			await Promise.race([once(demo.child.stdout ?? demo.child, 'data'), demo.ended]);
		}
		const url = /n8n +(http:\/\/127\.0\.0\.1:\d+)/.exec(demo.output())?.[1] ?? '';
		expect((await fetch(`${url}/healthz`)).status).toBe(200);
		expect(await workflowNames(url)).toEqual((await namesOfExamples()).sort());

		killGroup(demo.child, 'SIGINT');
		await demo.ended;
		expect(demo.output()).toContain('✔ Stop everything');
		await expect(fetch(`${url}/healthz`)).rejects.toThrow();
	});
});
