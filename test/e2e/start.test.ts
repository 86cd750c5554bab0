import { z } from 'zod/v4';
import { exampleNames, readExample } from '../../scripts/demo/examples';
import { signIn } from '../../scripts/n8n/rest/session';
import { startNpm, type NpmScript } from './npmScript';

/** A chat model and accounts at Microsoft and Google are not available on this machine. */
const needsAnAccount = /ask-where|outlook|excel|onedrive|gmail|google/;

async function namesOfExamples(): Promise<string[]> {
	const runnable = exampleNames.filter((name) => !needsAnAccount.test(name));
	return await Promise.all(runnable.map(async (name) => (await readExample(name)).name));
}

async function workflowNames(url: string): Promise<string[]> {
	const listed = z.array(z.looseObject({ name: z.string() }));
	const session = await signIn(url);
	return (await session.call('GET', '/workflows', listed)).map(({ name }) => name).sort();
}

describe('npm start', () => {
	let demo: NpmScript | undefined;
	// A test that fails must not leave it running.
	afterEach(() => demo?.kill());

	it('plays the story and ends with code 0 when asked to play it once', async () => {
		demo = startNpm(['start', '--', '--once']);
		const code = await demo.ended;
		if (code !== 0) throw new Error(demo.output());
		expect(demo.output()).toContain('Everything arrived as expected');
		expect(demo.output()).toMatch(/Signed[^]*Issued/);
		expect(demo.output()).toMatch(/\.pdf +[\d,]+ bytes +✔ the same bytes as in the exchange/);
		expect(demo.output()).toContain('cargo-statuses.xlsx');
	});

	it('stays up with every example that can run here and addresses to look around, and Ctrl-C stops all that it started', async () => {
		demo = startNpm(['start']);
		const url = await demo.ready();
		expect((await fetch(`${url}/healthz`)).status).toBe(200);
		expect(await workflowNames(url)).toEqual((await namesOfExamples()).sort());

		await demo.pressCtrlC();
		expect(demo.output()).toContain('✔ Stop everything');
		await expect(fetch(`${url}/healthz`)).rejects.toThrow();
	});
});
