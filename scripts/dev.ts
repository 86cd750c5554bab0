/** `npm run dev`: a broker, the simulator and a real n8n with the package, which is rebuilt and reloaded after every change. */
import { cp, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiAccount, queueAccount } from './demo/accounts';
import { runProgram, type Program } from './demo/cleanup';
import { signInto, startServices } from './demo/environment';
import { clock } from './demo/terminal';
import { installedPackage } from './n8n/package';
import { environmentFor, nodeForN8n, projectRoot, run } from './n8n/processes';
import type { N8nServer } from './n8n/server';
import { createCredential } from './n8n/rest/resources';
import { owner } from './n8n/rest/session';
import { watchFolders } from './watchFolders';

async function dev(program: Program): Promise<void> {
	const { terminal, cleanup, signal, interrupted } = program;
	const { step } = terminal;
	const environment = { N8N_DEV_RELOAD: 'true' };
	const { n8n, simulator, queue } = await startServices({ step, cleanup, environment, signal });
	const session = await signInto(n8n.url, cleanup);
	await createCredential(session, 'Cargo Exchange (simulator)', 'cargoExchangeApi', apiAccount(simulator));
	await createCredential(session, 'Cargo Exchange queue', 'cargoExchangeQueueApi', queueAccount(queue.url));

	const installedDist = join(installedPackage(n8n.userFolder), 'dist');
	await step('Wait until n8n watches the package', () => untilWatched(n8n, installedDist, signal));
	followChanges(installedDist, program);
	terminal.line(`
  n8n        ${terminal.paint.cyan(n8n.url)}  (${owner.email}, ${owner.password})
  Exchange   ${terminal.paint.cyan(simulator.pageUrl)}  (${simulator.person.username}, ${simulator.person.password})
  Queue      ${queue.name}

  Change a file in nodes/ or credentials/: n8n reloads the package. Ctrl-C stops everything.
`);
	await interrupted;
}

/** n8n begins to watch some time after it answers its first request, and misses every change before that. */
async function untilWatched(n8n: N8nServer, installedDist: string, signal: AbortSignal): Promise<void> {
	while (!(await n8n.log()).includes('Hot reload triggered for n8n-nodes-cargo-exchange')) {
		signal.throwIfAborted();
		const now = new Date();
		await utimes(join(installedDist, 'cargoExchange.js'), now, now);
		await sleep(500);
	}
}

/** Rebuilds after each change, and puts the result where n8n watches for it. */
function followChanges(installedDist: string, program: Program): void {
	let updates = Promise.resolve();
	const folders = ['nodes', 'credentials'].map((name) => join(projectRoot, name));
	watchFolders(folders, program.signal, () => {
		updates = updates.then(() => update(installedDist, program));
	});
	program.cleanup.add('The last build', () => updates);
}

async function update(installedDist: string, { terminal, signal }: Program): Promise<void> {
	const startedAt = performance.now();
	const gulp = join(projectRoot, 'node_modules', '.bin', 'gulp');
	const options = { cwd: projectRoot, env: environmentFor(nodeForN8n), limitMs: 60_000, signal };
	try {
		await run(gulp, ['pack'], options);
		// n8n watches this folder and does not follow links.
		await cp(join(projectRoot, 'dist'), installedDist, { recursive: true });
		terminal.line(`  ${terminal.paint.green('✔')} Rebuilt  ${clock(performance.now() - startedAt)}`);
	} catch (error) {
		if (!signal.aborted) terminal.line(terminal.paint.red(error instanceof Error ? error.message : String(error)));
	}
}

void runProgram(dev);
