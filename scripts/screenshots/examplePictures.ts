import type { Page } from 'playwright-core';
import type { Credentials } from '../demo/accounts';
import { exampleNames, fill, readExample } from '../demo/examples';
import { createCredential } from '../n8n/rest/resources';
import type { Session } from '../n8n/rest/session';
import { createWorkflow, workflowFile, type WorkflowFile } from '../n8n/rest/workflows';
import { type Clip, takePicture } from './browser';

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

const marginPx = 24;

/** The part of the page with the nodes and notes. */
async function drawing(page: Page): Promise<Clip> {
	const found = await page.locator('.vue-flow__node').all();
	const boxes = (await Promise.all(found.map((node) => node.boundingBox()))).filter((box) => box !== null);
	const left = Math.min(...boxes.map(({ x }) => x)) - marginPx;
	const top = Math.min(...boxes.map(({ y }) => y)) - marginPx;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + marginPx;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + marginPx;
	return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Each example in n8n's editor, with credentials as users have them. */
export async function examplePictures(page: Page, session: Session, credentials: Credentials): Promise<void> {
	const google = await createCredential(session, 'Google Sheets', 'googleSheetsOAuth2Api', { clientId: 'id' });
	const chatModel = await createCredential(session, 'Chat model', 'openAiApi', { apiKey: 'secret', header: false });
	const fillIn = {
		credentials: { ...credentials, chatModel },
		queue: 'parcel-status-0b9f1c52',
		folder: '/home/node/.n8n-files',
	};
	await page.setViewportSize({ width: 1600, height: 1200 });
	for (const name of exampleNames) {
		const file = withSheet(fill(await readExample(name), fillIn), { [google.type]: google });
		const { id } = await createWorkflow(session, workflowFile.parse(file));
		await page.goto(`${session.url}/workflow/${id}`, { waitUntil: 'domcontentloaded' });
		await page.locator('[data-test-id="canvas-node"]').last().waitFor();
		await page.locator('[data-test-id="zoom-to-fit"]').click();
		await takePicture(page, `example-${name}`, () => drawing(page));
	}
}
