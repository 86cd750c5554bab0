/**
 * `npm start`: the whole story on this machine, in a real n8n. `npm start -- --once` ends after it, with code 0 when
 * all came out right.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, type Program } from './demo/cleanup';
import { importOtherExamples, setUpWorkflows } from './demo/workflows';
import { startGuide } from './demo/guide';
import { guideSources } from './demo/guide/sources';
import { addresses, findings, report } from './demo/report';
import { playStory } from './demo/story';
import { clock } from './demo/terminal';
import { startEnvironment } from './demo/environment';
import { installFolder, n8nVersion } from './n8n/install';
import { projectRoot } from './n8n/processes';

const once = process.argv.includes('--once');

async function demo({ terminal, step, cleanup, signal, interrupted }: Program): Promise<void> {
	const startedAt = performance.now();
	terminal.heading('n8n-nodes-cargo-exchange: from an imported shipment to an email and a spreadsheet');

	if (existsSync(await installFolder())) terminal.line('Takes about half a minute.');
	else {
		terminal.line(`The first start installs n8n ${n8nVersion} into your cache folder: two to five minutes, 2.2 GB.`);
		terminal.line('Later ones take half a minute.');
	}

	// To the millisecond: two starts at the same time have a folder each.
	const stamp = new Date().toISOString().slice(0, 23).replaceAll(':', '-');
	const outputFolder = join(projectRoot, 'demo-output', stamp);
	const environment = await startEnvironment({ step: terminal.step, cleanup, outputFolder, signal });
	const workflows = await step('Import and publish the workflows of the story', () => setUpWorkflows(environment));
	const others = await step('Import the other examples', () => importOtherExamples(environment, workflows.credentials));
	const guide = once ? null : await startGuide(guideSources(environment, workflows, others));
	if (guide !== null) {
		cleanup.add('The guide', () => guide.stop());
		terminal.line(`\n  Watch it, then take the steps yourself: ${terminal.paint.cyan(guide.url)}\n`);
	}
	const outcome = await playStory(environment, workflows, step);

	report(terminal, outcome);
	const wrong = findings(outcome, environment.mailbox.mails.length);
	for (const finding of wrong) terminal.line(terminal.paint.red(`\n✘ ${finding}`));
	const took = clock(performance.now() - startedAt);
	if (wrong.length === 0)
		terminal.line(terminal.paint.green(`\n✔ Everything arrived as expected, ${took} after the start`));
	else process.exitCode = 1;
	if (once) return;

	addresses(terminal, environment, guide?.url ?? '');
	terminal.line(terminal.paint.dim('\nCtrl-C stops everything.'));
	await interrupted;
}

void runProgram(demo);
