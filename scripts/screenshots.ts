/**
 * `npx tsx scripts/screenshots.ts`: takes the pictures of the documentation into docs/images.
 * `npx tsx scripts/screenshots.ts exchange first-hour` takes some of them.
 */
import { runProgram, type Program } from './demo/cleanup';
import { provideBrowser } from './screenshots/browser';
import { draftPicture } from './screenshots/draftPicture';
import { editorPictures } from './screenshots/editorPictures';
import { exchangePictures } from './screenshots/exchangePictures';
import { firstHourPictures } from './screenshots/firstHourPictures';

const parts: Record<string, (program: Program) => Promise<void>> = {
	editor: editorPictures,
	draft: draftPicture,
	exchange: exchangePictures,
	'first-hour': firstHourPictures,
};

async function takePictures(program: Program): Promise<void> {
	await program.step('Find a browser', provideBrowser);
	const asked = process.argv.slice(2);
	for (const [name, take] of Object.entries(parts)) {
		if (asked.length === 0 || asked.includes(name)) await take(program);
	}
}

void runProgram(takePictures);
