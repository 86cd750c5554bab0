import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { CargoExchangePollingTrigger } from '../../nodes/CargoExchange/CargoExchangePollingTrigger.node';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import * as z from 'zod/v4';

/** n8n drops a file without `resources`, and its words with it. */
const codex = z.object({ alias: z.array(z.string()), resources: z.looseObject({}) });

const asListed = ({ description: { displayName, name } }: INodeType) => {
	const file = join(__dirname, `../../nodes/CargoExchange/${name.replace(/^c/, 'C')}.node.json`);
	return { properties: { displayName, codex: codex.parse(JSON.parse(readFileSync(file, 'utf8'))) } };
};
const action = asListed(new CargoExchange());
const trigger = asListed(new CargoExchangeTrigger());
const polling = asListed(new CargoExchangePollingTrigger());
const actionName = action.properties.displayName;

/** The names of those that n8n finds, best first. */
function found(words: string, nodes: ReturnType<typeof asListed>[]): string[] {
	return sublimeSearch(words.toLowerCase(), nodes).map(({ item }) => item.properties.displayName);
}

/** n8n's list of nodes shows action and trigger as one entry, with the words of the action, and leaves out a last word "trigger". */
const listed = (words: string) => found(words.replace(/ trigger$/, ''), [action, polling]);

it('what finds the trigger finds the entry that it is part of', () => {
	for (const words of trigger.properties.codex.alias)
		expect([words, listed(words)]).toEqual([words, expect.arrayContaining([actionName])]);
});

it.each([
	...['bill of lading', 'b/l', 'bol', 'ebl', 'e-bl', 'cargo', 'shipping documents', 'container'],
	...['issued', 'signed', 'status changed', 'bill of lading trigger', 'polling', 'without a queue', 'no queue'],
])('a search for "%s" finds the nodes', (words) => {
	expect(listed(words)).toEqual(expect.arrayContaining([actionName, 'Cargo Exchange Polling Trigger']));
});

it.each([
	...['packing list', 'import spreadsheet', 'import excel', 'excel to bill of lading', 'spreadsheet', 'download pdf'],
	'rabbitmq',
])('a search for "%s" finds the node that can do it', (words) => {
	expect(listed(words)).toEqual([actionName]);
});

it.each(['bill of lading trigger', 'when a bill of lading is issued', 'on bill of lading issued'])(
	'a search for "%s" finds the triggers first',
	(words) => {
		expect(found(words, [action, trigger, polling]).slice(0, 2)).toEqual([
			'Cargo Exchange Trigger',
			'Cargo Exchange Polling Trigger',
		]);
	},
);

it('a search that says when finds the trigger without a queue before the entry with the actions', () => {
	expect(listed('when a bill of lading is issued')).toEqual(['Cargo Exchange Polling Trigger', actionName]);
});
