import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/v4';

const root = path.resolve(__dirname, '../..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

describe('the configuration of Renovate', () => {
	const { packageRules: rules } = z
		.object({
			packageRules: z.array(
				z.object({
					description: z.string(),
					matchPackageNames: z.array(z.string()),
					allowedVersions: z.string().optional(),
					enabled: z.boolean().optional(),
					groupName: z.string().optional(),
				}),
			),
		})
		.parse(readJson('.github/renovate.json'));
	const { devDependencies } = z
		.object({ devDependencies: z.record(z.string(), z.string()) })
		.parse(readJson('package.json'));
	const ruleFor = (name: string) => rules.find(({ matchPackageNames }) => matchPackageNames.includes(name));

	it.each([
		['undici', '<8'],
		['content-disposition', '<3'],
		['node', '<25'],
	])('keeps %s at %s, as package.json does', (name, allowed) => {
		expect(ruleFor(name)?.allowedVersions).toBe(allowed);
		const major = Number(/\d+/.exec(devDependencies[name] ?? '')?.[0]);
		expect(major).toBeLessThan(Number(allowed.slice(1)));
	});

	it("takes n8n's packages together, and leaves zod to them", () => {
		for (const name of ['n8n-core', 'n8n-workflow', '@n8n/**']) expect(ruleFor(name)?.groupName).toBe('n8n');
		expect(ruleFor('zod')?.enabled).toBe(false);
	});
});
