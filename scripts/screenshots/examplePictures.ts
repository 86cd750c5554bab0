import type { Page } from 'playwright-core';
import type { Credentials } from '../demo/accounts';
import { exampleNames, fill, otherLogins, readExample } from '../demo/examples';
import { createCredential, type CredentialData } from '../n8n/rest/resources';
import type { Session } from '../n8n/rest/session';
import { createWorkflow } from '../n8n/rest/workflows';
import { type Clip, takePicture } from './browser';

/** The data of the logins that are not those of an account at Microsoft or Google. */
const loginData: Record<string, CredentialData> = {
	openAiApi: { apiKey: 'secret', header: false },
	httpBasicAuth: { user: 'sheets', password: 'secret' },
};

const exampleChoices = {
	...{ workbook: '1x2y3z', worksheet: '{1x2y3z}', folderId: '1x2y3z', folderToWatch: '1x2y3z' },
};

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
	const logins = await Promise.all(
		otherLogins.map((type) => createCredential(session, type, type, loginData[type] ?? { clientId: 'id' })),
	);
	const fillIn = {
		...{ credentials, logins, chosen: exampleChoices },
		queue: 'parcel-status-0b9f1c52',
		folder: '/home/node/.n8n-files',
	};
	await page.setViewportSize({ width: 1600, height: 1800 });
	for (const name of exampleNames) {
		const { id } = await createWorkflow(session, fill(await readExample(name), fillIn));
		await page.goto(`${session.url}/workflow/${id}`, { waitUntil: 'domcontentloaded' });
		await page.locator('[data-test-id="canvas-node"]').last().waitFor();
		await page.locator('[data-test-id="zoom-to-fit"]').click();
		// It would be cut off at the edge of the picture.
		await page.addStyleTag({
			content:
				'[data-test-id="canvas-handle-plus-wrapper"], [data-test-id="canvas-handle-plus"] { visibility: hidden }',
		});
		await takePicture(page, `example-${name}`, () => drawing(page));
	}
}
