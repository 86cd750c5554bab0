import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { watchFolders } from '../../scripts/watchFolders';
import { until } from '../helpers/until';

let root: string;
let changes = 0;
const stopped = new AbortController();
const file = (...names: string[]) => path.join(root, ...names);

beforeAll(async () => {
	root = await mkdtemp(path.join(tmpdir(), 'cargo-exchange-watch-'));
	await mkdir(file('trigger'));
	await writeFile(file('trigger', 'filters.ts'), '1');
	watchFolders([root], stopped.signal, () => (changes += 1));
});
afterAll(async () => {
	stopped.abort();
	await rm(root, { recursive: true, force: true });
});

async function replace(name: string, text: string): Promise<void> {
	await writeFile(`${name}.new`, text);
	await rename(`${name}.new`, name);
}

// The order matters: what is watched must also be seen after it was replaced.
it.each<[string, () => Promise<unknown>]>([
	['a file that is written in place', () => writeFile(file('trigger', 'filters.ts'), '2')],
	['a file that is replaced, as many editors save', () => replace(file('trigger', 'filters.ts'), '3')],
	['a file that is replaced again', () => replace(file('trigger', 'filters.ts'), '4')],
	['a replaced file that is written in place', () => writeFile(file('trigger', 'filters.ts'), '5')],
	['a new folder', () => mkdir(file('queue', 'status'), { recursive: true })],
	['a file in a new folder', () => writeFile(file('queue', 'status', 'get.ts'), '1')],
	['a folder that is renamed', () => rename(file('queue'), file('broker'))],
	['a file in a renamed folder', () => replace(file('broker', 'status', 'get.ts'), '2')],
	['a folder that is removed', () => rm(file('broker'), { recursive: true })],
])('sees %s', async (_what, change) => {
	const before = changes;
	await change();
	await until(() => changes > before);
	// What the change still writes belongs to it.
	for (let seen = -1; seen !== changes; await new Promise((resolve) => setTimeout(resolve, 250))) seen = changes;
});
