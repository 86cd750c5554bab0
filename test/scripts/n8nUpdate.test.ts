import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/v4';
import { n8nVersion, supportedVersions } from '../../scripts/n8n/install';
import { lockedVersions } from '../../scripts/n8n/install';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const manifest = z.object({ devDependencies: z.record(z.string(), z.string()) });

it('the n8n that tests run in by default is the newest that can be installed', () => {
	if (process.env['N8N_VERSION'] === undefined) expect(n8nVersion).toBe(supportedVersions()[0]);
	expect(supportedVersions().length).toBeGreaterThan(1);
});

it("the package is compiled and tested against the newest n8n's own versions of its libraries", () => {
	const { devDependencies } = manifest.parse(JSON.parse(read('package.json')));
	const names = ['n8n-core', 'n8n-workflow', 'zod'];
	const lock = read(`scripts/n8n/${supportedVersions()[0] ?? ''}/lock.json`);
	expect(names.map((name) => `${name}@${devDependencies[name] ?? 'none'}`)).toEqual(lockedVersions(lock, names));
});

it('a lock file without a library that has to match is not accepted', () => {
	expect(() => lockedVersions('{"packages":{}}', ['n8n-core'])).toThrow('has no n8n-core');
});
