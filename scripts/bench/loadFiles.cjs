/**
 * Loads what n8n has loaded before it comes to nodes, then the files given as JSON, and prints the cost of the files:
 * CPU time in ms, and bytes of heap that stay in use. Plain JavaScript: a loader for TypeScript would be measured too.
 */
const { createRequire } = require('node:module');

const { n8nFolder, packageFolder, files } = JSON.parse(process.argv[2]);
const ofN8n = createRequire(`${n8nFolder}/node_modules/n8n/package.json`);
for (const library of ['reflect-metadata', 'n8n-workflow', 'n8n-core']) ofN8n(library);
// Outside n8n's folder our bundle finds a copy of its own, which n8n does not load.
createRequire(`${packageFolder}/package.json`)('n8n-workflow');

const heap = () => {
	globalThis.gc();
	return process.memoryUsage().heapUsed;
};
const heapBefore = heap();
const before = process.cpuUsage();
for (const file of files) {
	const [exported] = Object.values(ofN8n(file)).filter((value) => typeof value === 'function');
	new exported();
}
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ cpuMs: (user + system) / 1000, bytes: heap() - heapBefore }));
