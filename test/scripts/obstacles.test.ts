import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkRegistry, checkSpace, explainFailure } from '../../scripts/n8n/obstacles';
import { wrapped } from '../../scripts/demo/terminal';
import { freePort } from '../../scripts/ports';

const newFolder = () => mkdtemp(path.join(tmpdir(), 'obstacles-'));

it('a disk that is too small for n8n is named before anything is downloaded', async () => {
	const folder = await newFolder();
	await checkSpace(folder, { neededGb: 0.001 });
	await expect(checkSpace(folder, { neededGb: 1_000_000 })).rejects.toThrow(
		/^n8n needs 1000000 GB in .*obstacles-.*, and [\d.]+ GB are free\. Free some space, or name another folder/,
	);
});

it('a registry that is away is named at once, in one sentence without the output of npm', async () => {
	const cwd = await newFolder();
	const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${await freePort()}/`, npm_config_cache: cwd };
	const reason = await checkRegistry({ cwd, env }).catch((error: unknown) => error);
	expect(reason).toMatchObject({
		message:
			"npm's registry cannot be reached (ECONNREFUSED). Check the network, and npm's settings (npm config get registry, proxy), and start again: what has been downloaded is kept.",
	});
});

it.each([
	['npm error code ENOSPC\nnpm error nospc There appears to be insufficient space', 'The disk is full'],
	['cc1plus: fatal error: error writing to /tmp/cc.s: No space left on device', 'The disk is full'],
	['npm error code ETIMEDOUT\nnpm error network request failed', "npm's registry cannot be reached (ETIMEDOUT)"],
	['npm error code E404\nnpm error 404 Not Found', 'npm error code E404'],
])('an installation that stops with "%s" begins with the reason', (output, sentence) => {
	expect(String(explainFailure(new Error(output)))).toMatch(`Error: ${sentence}`);
});

it('a sentence that does not fit a terminal of 100 columns is broken between its words', () => {
	const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
	const lines = wrapped(words.join(' ')).split('\n');
	expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
	expect(lines.map((line) => line.trim()).join(' ')).toBe(words.join(' '));
});
