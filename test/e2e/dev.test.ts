import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../scripts/n8n/processes';
import { finished } from '../../scripts/n8n/rest/executions';
import { signIn } from '../../scripts/n8n/rest/session';
import { createWorkflow, runWorkflow } from '../../scripts/n8n/rest/workflows';
import { nodeTypes } from './editorCalls';
import { startNpm, type NpmScript } from './npmScript';
import { chain, itemsNode, manualTrigger, until } from './place';

const notCopied = ['node_modules', '.git', 'dist', 'demo-output'];

/** The project in a folder of its own, so that a test may change its sources. */
async function copyProject(): Promise<string> {
	const copy = await mkdtemp(path.join(tmpdir(), 'cargo-exchange-copy-'));
	await cp(projectRoot, copy, {
		recursive: true,
		filter: (file) => !notCopied.includes(path.relative(projectRoot, file)),
	});
	await symlink(path.join(projectRoot, 'node_modules'), path.join(copy, 'node_modules'));
	return copy;
}

/** As many editors save: a new file takes the name of the old one. */
async function save(file: string, text: string): Promise<void> {
	await writeFile(`${file}~`, text);
	await rename(`${file}~`, file);
}

async function replaceIn(file: string, before: string, after: string): Promise<void> {
	const text = await readFile(file, 'utf8');
	if (!text.includes(before)) throw new Error(`${file} does not contain ${before}`);
	await save(file, text.replace(before, after));
}

describe('npm run dev', () => {
	let copy: string;
	let script: NpmScript;
	let address: string;
	const sources = (file: string) => path.join(copy, 'nodes/CargoExchange', file);

	beforeAll(async () => {
		copy = await copyProject();
		script = startNpm(['run', 'dev'], copy);
		address = await script.ready();
	});
	afterAll(async () => {
		script.kill();
		await rm(copy, { recursive: true, force: true });
	});

	it('shows a changed label in the editor', async () => {
		const session = await signIn(address);
		await replaceIn(
			sources('CargoExchange.node.ts'),
			"displayName: 'Cargo Exchange (Bill of Lading)'",
			"displayName: 'Changed Label'",
		);
		const label = async () => {
			// n8n serves the list while it writes it, so it may be incomplete.
			const types = await nodeTypes(session).catch(() => []);
			return types.find(({ name }) => name === 'n8n-nodes-cargo-exchange.cargoExchange')?.displayName;
		};
		await until(async () => (await label()) === 'Changed Label', script.output);
	});

	it('runs changed code at the next execution', async () => {
		const session = await signIn(address);
		const parse = {
			name: 'Parse',
			type: 'n8n-nodes-cargo-exchange.cargoExchange',
			typeVersion: 1,
			parameters: { resource: 'statusMessage', operation: 'parse' },
		};
		const nodes = [manualTrigger, itemsNode([{ newStatus: 'ISSUED' }]), parse];
		const workflow = await createWorkflow(session, chain('dev', nodes));
		const result = async () => {
			const run = await finished(session, await runWorkflow(session, workflow, manualTrigger.name));
			return run.items('Parse')[0]?.json;
		};
		expect(await result()).toMatchObject({ event: 'issued' });
		await replaceIn(
			sources('operations/statusMessage/parse.ts'),
			'yield { json: ',
			'yield { json: { changed: true } }; yield { json: ',
		);
		await until(async () => (await result())?.['changed'] === true, script.output);
	});

	it('reports code that cannot be built, and follows the next changes', async () => {
		const file = sources('vocabulary.ts');
		const good = await readFile(file, 'utf8');
		await save(file, 'export const = 1;\n');
		await until(() => script.output().includes('Expected identifier'));
		const builds = () => script.output().split('Rebuilt').length;
		const before = builds();
		await save(file, good);
		await until(() => builds() > before);
	});

	it('stops everything at Ctrl-C', async () => {
		await script.pressCtrlC();
		expect(script.output()).toContain('✔ Stop everything');
		await expect(fetch(`${address}/healthz`)).rejects.toThrow();
	});
});
