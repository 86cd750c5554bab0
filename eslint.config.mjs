import communityNodes from '@n8n/eslint-plugin-community-nodes';
import tseslint from 'typescript-eslint';

// The package needs sockets and timers, so it is for self-hosted n8n: the rules without the cloud's restrictions.
const selfHosted = communityNodes.configs.recommendedWithoutN8nCloudSupport;

export default tseslint.config(
	{ ignores: ['dist/', 'node_modules/', 'demo-output/', 'coverage/'] },
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.strictTypeChecked],
		languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
		rules: {
			'max-lines': ['error', { max: 400 }],
			eqeqeq: ['error', 'always'],
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
			// `class NodeName implements INodeType` holds only a description and methods that n8n calls.
			'@typescript-eslint/no-extraneous-class': 'off',
			// A promise returned where n8n or node ignores it is caught by no-floating-promises; handlers in options may be async.
			'@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		extends: [selfHosted],
		rules: { 'no-console': 'error' },
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		ignores: ['nodes/CargoExchange/schemas/**', 'nodes/CargoExchange/shipment/fields/**'],
		rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
	},
	{
		// These rooms know no n8n: what they throw passes unchanged to the node's single catch, which makes it n8n's own.
		files: [
			'nodes/CargoExchange/{schemas,exchange,lookup,amqp,dispatch,operations,polling,shipment}/**/*.ts',
			'nodes/CargoExchange/{errors,backoff,vocabulary}.ts',
		],
		rules: { '@n8n/community-nodes/require-node-api-error': 'off' },
	},
	{
		files: ['package.json'],
		extends: [selfHosted],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		files: ['test/**/*.ts'],
		rules: {
			// A test may say that a thing exists; the assertion is what fails when it does not.
			'@typescript-eslint/no-non-null-assertion': 'off',
		},
	},
);
