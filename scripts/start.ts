/**
 * `npm start`: the whole story on this machine, in a real n8n. `npm start -- --once` ends after it, with code 0 when
 * all came out right.
 */
import { join } from 'node:path';
import { createCleanup, interruptible, onInterrupt } from './demo/cleanup';
import { importOtherExamples, setUpWorkflows } from './demo/workflows';
import { startGuide } from './demo/guide';
import { guideSources } from './demo/guide/sources';
import { addresses, findings, report } from './demo/report';
import { playStory } from './demo/story';
import { clock, createTerminal } from './demo/terminal';
import { startEnvironment } from './demo/environment';
import { projectRoot } from './n8n/processes';

const once = process.argv.includes('--once');
const terminal = createTerminal(process.stdout);
const cleanup = createCleanup();
const { signal, interrupted } = onInterrupt();

async function demo(): Promise<number> {
	const startedAt = performance.now();
	terminal.heading('n8n-nodes-cargo-exchange: from an imported shipment to an email and a spreadsheet');

	const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
	const outputFolder = join(projectRoot, 'demo-output', stamp);
	const environment = await startEnvironment({ step: terminal.step, cleanup, outputFolder, signal });
	const step = interruptible(terminal.step, signal);
	const workflows = await step('Import and publish the workflows of the story', () => setUpWorkflows(environment));
	const others = await step('Import the other examples', () => importOtherExamples(environment, workflows.credentials));
	const guide = once ? null : await startGuide(guideSources(environment, workflows, others));
	if (guide !== null) {
		cleanup.add('The guide', () => guide.stop());
		terminal.line(`\n  Watch it, then take the steps yourself: ${terminal.paint.cyan(guide.url)}\n`);
	}
	const outcome = await playStory(environment, workflows, step);

	report(terminal, outcome, environment.queue.name);
	const wrong = findings(outcome, environment.mailbox.mails.length);
	for (const finding of wrong) terminal.line(terminal.paint.red(`\n✘ ${finding}`));
	const took = clock(performance.now() - startedAt);
	if (wrong.length === 0)
		terminal.line(terminal.paint.green(`\n✔ The story came out as it should, ${took} from the start`));
	if (once) return wrong.length === 0 ? 0 : 1;

	addresses(terminal, environment, workflows, guide?.url ?? '');
	terminal.line(terminal.paint.dim('\nCtrl-C stops everything.'));
	await interrupted;
	return wrong.length === 0 ? 0 : 1;
}

void demo()
	.catch((error: unknown) => {
		if (signal.aborted) return 130;
		terminal.line(terminal.paint.red(`\n✘ ${error instanceof Error ? error.message : String(error)}`));
		return 1;
	})
	.then(async (code) => {
		terminal.restore();
		const left = await terminal.step('Stop everything', () => cleanup.run());
		for (const line of left) terminal.line(terminal.paint.red(line));
		process.exit(code);
	});
