/** @type {import('jest').Config} */
const settings = {
	testEnvironment: 'node',
	transform: {
		'\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist'],
};

/** @type {import('jest').Config} */
module.exports = {
	// A test that hangs fails by its name. What starts a broker or an n8n, which takes longer, says so itself.
	testTimeout: 180_000,
	// Most of the time goes into waiting for brokers, so more workers than cores.
	maxWorkers: 4,
	// A worker with a gigabyte of memory takes longer to end than jest's half second, and would be reported as a leak.
	workerGracefulExitTimeout: 30_000,
	projects: [
		{
			...settings,
			displayName: 'main',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['<rootDir>/test/e2e/', '<rootDir>/test/chaos/', '<rootDir>/test/brokers/'],
			globalSetup: '<rootDir>/test/helpers/startBroker.ts',
			globalTeardown: '<rootDir>/test/helpers/stopBroker.ts',
		},
		{
			...settings,
			displayName: 'e2e',
			testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
			setupFilesAfterEnv: ['<rootDir>/test/e2e/setup/patience.ts'],
			globalSetup: '<rootDir>/test/e2e/setup/startN8n.ts',
			globalTeardown: '<rootDir>/test/e2e/setup/stopN8n.ts',
		},
		{
			...settings,
			displayName: 'chaos',
			testMatch: ['<rootDir>/test/chaos/**/*.test.ts'],
			globalSetup: '<rootDir>/test/helpers/temporaryFolder.ts',
		},
		{
			...settings,
			displayName: 'brokers',
			testMatch: ['<rootDir>/test/brokers/**/*.test.ts'],
			globalSetup: '<rootDir>/test/helpers/temporaryFolder.ts',
		},
	],
};
