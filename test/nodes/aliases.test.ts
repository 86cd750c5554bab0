import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../nodes/CargoExchange');

const aliasesOf = (file: string) => {
	const { alias } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { alias: string[] };
	return alias;
};
const files = readdirSync(folder).filter((name) => name.endsWith('.node.json'));

/** Stricter than n8n, which also finds scattered letters. */
const finds = (words: string) => (alias: string) => alias.toLowerCase().includes(words);

it('all nodes are found by the same words: n8n shows action and trigger as one entry and searches one of them', () => {
	expect(files.length).toBeGreaterThan(1);
	for (const file of files) expect([file, aliasesOf(file)]).toEqual([file, aliasesOf('CargoExchange.node.json')]);
});

it.each([
	'bill of lading',
	'b/l',
	'bol',
	'ebl',
	'e-bl',
	'cargo',
	'shipping documents',
	'container',
	'rabbitmq',
	'issued',
	'signed',
	'status update',
	'excel to bill of lading',
	'spreadsheet',
	'download',
	'polling',
	'without a queue',
	'no queue',
])('a search for "%s" finds the nodes', (words) => {
	expect(aliasesOf('CargoExchange.node.json').some(finds(words))).toBe(true);
});
