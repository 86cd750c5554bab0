import type { Config } from 'jest';

const shared: Config = {
	testEnvironment: 'node',
	transform: {
		'\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist'],
};

const config: Config = {
	testTimeout: 30_000,
	projects: [
		{
			...shared,
			displayName: 'main',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
			globalSetup: '<rootDir>/test/helpers/startBroker.ts',
			globalTeardown: '<rootDir>/test/helpers/stopBroker.ts',
		},
		{
			...shared,
			displayName: 'e2e',
			testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
			globalSetup: '<rootDir>/test/e2e/setup/startN8n.ts',
			globalTeardown: '<rootDir>/test/e2e/setup/stopN8n.ts',
		},
	],
};

export default config;
