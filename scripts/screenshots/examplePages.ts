/** `npx tsx scripts/screenshots/examplePages.ts`: takes a picture of each example in n8n's editor into docs/images. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { runProgram, temporaryFolder, type Program } from '../demo/cleanup';
import { exampleNames, fill, readExample, type FillIn } from '../demo/examples';
import { projectRoot } from '../n8n/processes';
import { createCredential, type CredentialData } from '../n8n/rest/resources';
import { signIn, type Session } from '../n8n/rest/session';
import { createWorkflow, workflowFile, type WorkflowFile } from '../n8n/rest/workflows';
import { startN8nWithPackage } from '../n8n/package';
import { inEditor, provideBrowser } from './browser';

/** Credentials as users have them. No request uses them. */
async function chosen(session: Session): Promise<FillIn & { google: Record<string, object> }> {
	const make = (name: string, type: string, data: CredentialData) => createCredential(session, name, type, data);
	const exchange = { baseUrl: 'https://exchange.example', importUrl: 'https://exchange.example' };
	const person = { username: 'interface', password: 'secret' };
	const google = await make('Google Sheets', 'googleSheetsOAuth2Api', { clientId: 'id', clientSecret: 'secret' });
	return {
		credentials: {
			api: await make('Cargo Exchange', 'cargoExchangeApi', { ...exchange, ...person }),
			queue: await make('Cargo Exchange queue', 'cargoExchangeQueueApi', { hostname: 'queue.example', ...person }),
			mail: await make('Mail server', 'smtp', { host: 'mail.example', port: 465 }),
			chatModel: await make('Chat model', 'openAiApi', { apiKey: 'secret', header: false }),
		},
		queue: 'parcel-status-0b9f1c52',
		folder: '/home/node/.n8n-files',
		google: { [google.type]: google },
	};
}

/** Fills in the node of Google Sheets as a user has to. */
function withSheet(file: WorkflowFile, google: Record<string, object>): unknown {
	const document = { documentId: { __rl: true, mode: 'id', value: '1x2y3z' } };
	return {
		...file,
		nodes: file.nodes.map((node) =>
			node.type.endsWith('.googleSheets')
				? { ...node, credentials: google, parameters: { ...node.parameters, ...document } }
				: node,
		),
	};
}

async function picture(page: Page, address: string, name: string): Promise<void> {
	await page.goto(address, { waitUntil: 'domcontentloaded' });
	await page.locator('[data-test-id="canvas-node"]').last().waitFor();
	await page.locator('[data-test-id="zoom-to-fit"]').click();
	// The pointer would leave a tooltip, a moving canvas a blur.
	await page.mouse.move(720, 5);
	await page.waitForTimeout(1_500);
	const path = join(projectRoot, 'docs', 'images', `example-${name}.png`);
	await page.screenshot({ path, clip: await drawing(page) });
}

const marginPx = 24;

/** The part of the page with the nodes and notes. */
async function drawing(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
	const found = await page.locator('.vue-flow__node').all();
	const boxes = (await Promise.all(found.map((node) => node.boundingBox()))).filter((box) => box !== null);
	const left = Math.min(...boxes.map(({ x }) => x)) - marginPx;
	const top = Math.min(...boxes.map(({ y }) => y)) - marginPx;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + marginPx;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + marginPx;
	return { x: left, y: top, width: right - left, height: bottom - top };
}

async function takePictures({ step, cleanup }: Program): Promise<void> {
	await step('Find a browser', provideBrowser);
	const folder = await temporaryFolder(cleanup);
	const { n8n } = await startN8nWithPackage({ step, cleanup, folder, build: false });
	const session = await signIn(n8n.url);
	const { google, ...fillIn } = await chosen(session);
	await inEditor(n8n.url, async (page) => {
		await page.setViewportSize({ width: 1600, height: 1200 });
		page.setDefaultTimeout(120_000);
		const wanted = process.argv.slice(2);
		for (const name of exampleNames.filter((one) => wanted.length === 0 || wanted.includes(one))) {
			await step(name, async () => {
				const file = workflowFile.parse(withSheet(fill(await readExample(name), fillIn), google));
				const { id } = await createWorkflow(session, file);
				await picture(page, `${n8n.url}/workflow/${id}`, name);
			});
		}
	});
}

void runProgram(takePictures);
