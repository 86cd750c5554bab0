/** `npx tsx scripts/screenshots.ts`: runs the demo's story and takes the pictures of the documentation into docs/images. */
import { join } from 'node:path';
import { runProgram, temporaryFolder, type Program } from './demo/cleanup';
import { setUpWorkflows } from './demo/workflows';
import { playStory } from './demo/story';
import { startEnvironment } from './demo/environment';
import { projectRoot } from './n8n/processes';
import { executionsOf } from './n8n/rest/executions';
import { inEditor, provideBrowser } from './screenshots/browser';
import { createCamera, errorPanels, execution, importForm, nodePanel } from './screenshots/panels';

async function takePictures({ step, cleanup, signal }: Program): Promise<void> {
	const folder = join(projectRoot, 'docs', 'images');
	const outputFolder = await temporaryFolder(cleanup);
	await step('Find a browser', provideBrowser);
	const environment = await startEnvironment({ step, cleanup, outputFolder, signal });
	const workflows = await step('Import and publish the example workflows', () => setUpWorkflows(environment));
	await playStory(environment, workflows, step);
	const [run] = await executionsOf(environment.session, workflows.emailing.id);
	const sync = (await executionsOf(environment.session, workflows.syncing.id)).at(-1);

	await inEditor(environment.n8n.url, async (page) => {
		const camera = createCamera(page, environment.n8n.url, folder);
		await step('The action node', () =>
			nodePanel(camera, workflows.emailing.id, run?.id ?? '', 'Get all PDFs of the set', 'action-node.png'),
		);
		await step('The trigger node', () =>
			nodePanel(camera, workflows.syncing.id, sync?.id ?? '', 'Cargo Exchange Trigger', 'trigger-node.png'),
		);
		await step('The form of an import', () => importForm(camera, environment.session, workflows.credentials.api));
		await step('The panels after an error', () => errorPanels(camera, environment, workflows.credentials.queue));
		await step('An execution of the first story', () => execution(camera, workflows, run?.id ?? ''));
	});
}

void runProgram(takePictures);
