import { isSaid, textsIn } from '../docs/codeTexts';
import { read } from '../docs/pages';
import { useSharedBroker } from '../helpers/broker';
import { useSlowImports } from '../helpers/slowImports';
import * as atTheImport from './atTheImport';
import * as atTheSheet from './atTheSheet';
import * as atTheTrigger from './atTheTrigger';
import type { Scenario } from './scenario';

const aboutTrigger = atTheTrigger.scenariosWith(useSharedBroker());
const exchange = useSlowImports();
const aboutImport = [...atTheImport.scenariosWith(exchange), ...atTheSheet.scenariosWith(exchange)];
afterEach(() => jest.restoreAllMocks());

async function check({ does, costs = {}, follow }: Scenario): Promise<void> {
	const { lost, doubled, read } = await follow();
	expect(does.filter((sentence) => !isSaid(`…${sentence}…`, read))).toEqual([]);
	expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0, ...costs });
}

const named = (scenarios: readonly Scenario[]) => scenarios.map((scenario) => [scenario.name, scenario] as const);

describe('advice about the trigger, followed as it is written', () => {
	it.each(named(aboutTrigger))('%s', async (_name, scenario) => {
		await check(scenario);
	});
});

describe('advice about an import, followed as it is written', () => {
	it.each(named(aboutImport))('%s', async (_name, scenario) => {
		await check(scenario);
	});
});

/** What somebody can do about what happened. To look, to check or to ask changes nothing. */
const action =
	/(?:^|[,;:] |\b(?:then|and|or|only) )(?:add|change|click|copy|correct|enter|fill|give|import|increase|lower|publish|raise|reduce|remove|repair|run|select|set|stop|switch|take|unpublish|use|wait)\b/i;

const texts = [
	...['dispatch/notices', 'trigger/editorTexts'],
	...['existingSets', 'shipmentSets', 'sheetErrors', 'doubt'].map((file) => `operations/shipment/${file}`),
	'shipment/issue',
];

it.each(texts)('each sentence of %s that tells people to do something is followed by a scenario', (file) => {
	const sentences = textsIn(read(`nodes/CargoExchange/${file}.ts`)).flatMap((text) =>
		text.replace(/<[^>]+>/g, '').split(/(?<=[.?!])\s+|\n/),
	);
	const followed = [...aboutTrigger, ...aboutImport].flatMap(({ does }) => does);
	const isFollowed = (sentence: string) =>
		followed.some((one) => isSaid(`…${one}…`, [sentence]) || isSaid(`…${sentence}…`, [one]));
	const advising = [...new Set(sentences)].filter((sentence) => /[.?!]$/.test(sentence) && action.test(sentence));
	expect(advising.filter((sentence) => !isFollowed(sentence))).toEqual([]);
});
