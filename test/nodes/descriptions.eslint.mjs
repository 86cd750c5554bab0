// The rules for the descriptions of the nodes as n8n loads them: see lint.test.ts.
import communityNodes from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** The rules that do not fit, each with its reason. */
const suppressed = [
	// A loaded description has the value of NodeConnectionTypes.Main; the sources, which name it, are linted too.
	'@n8n/community-nodes/node-connection-type-literal',
	// Has an address of n8n's documentation that was given up, and no place for how text is read.
	'n8n-nodes-base/node-param-description-wrong-for-dynamic-multi-options',
	// Folders: the most useful one first.
	'n8n-nodes-base/node-param-options-type-unsorted-items',
	// Events and statuses: in the order in which a bill of lading has them.
	'n8n-nodes-base/node-param-multi-options-type-unsorted-items',
	// The fields of the import: in the order of a bill of lading.
	'n8n-nodes-base/node-param-fixed-collection-type-unsorted-items',
	// Takes the word in brackets in "Search bills of lading (sets)" for title case.
	'n8n-nodes-base/node-param-operation-option-action-miscased',
];

export default tseslint.config({
	files: ['**/*.ts'],
	extends: [communityNodes.configs.recommendedWithoutN8nCloudSupport],
	languageOptions: { parser: tseslint.parser },
	plugins: { 'n8n-nodes-base': nodesBase },
	rules: { ...nodesBase.configs.nodes.rules, ...Object.fromEntries(suppressed.map((rule) => [rule, 'off'])) },
});
