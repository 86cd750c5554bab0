// `npm run mutate -- 'nodes/CargoExchange/n8n/*.ts'`: which changes of these files does no test in the folder of their room notice?
import { createRequire } from 'node:module';

const { projects } = createRequire(import.meta.url)('../jest.config.js');
const [, room = ''] = /nodes\/CargoExchange\/(\w+)/.exec(process.argv.join(' ')) ?? [];

export default {
	testRunner: 'jest',
	jest: {
		enableFindRelatedTests: false,
		// Without this, Stryker adds jest's projects to it, and runs each test once for each of them.
		config: { ...projects[0], projects: [], testMatch: [`<rootDir>/test/${room}/**/*.test.ts`] },
	},
	// Nothing is compiled by it.
	tsconfigFile: 'none',
	coverageAnalysis: 'perTest',
	ignorePatterns: ['dist', 'demo-output', 'docs/images'],
	ignoreStatic: true,
	reporters: ['clear-text'],
	clearTextReporter: { reportTests: false, logTests: false, allowColor: false },
	concurrency: 1,
};
