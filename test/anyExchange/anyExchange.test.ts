import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { createSlots } from '../../nodes/CargoExchange/concurrency';
import { createClient, parseCredential } from '../../nodes/CargoExchange/exchange/client';
import { PollMemory } from '../../nodes/CargoExchange/polling/memory';
import { readChanges } from '../../nodes/CargoExchange/polling/readChanges';
import { type Outcome, runNode } from '../helpers/engine';
import { jsonOf } from '../helpers/exchangeNode';
import { anyTraits, DrawnExchange, pdfOfAll, profileOf, type Traits, usualTraits } from './drawnExchange';

const runs = 60;
const seed = Number(process.env['SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
/** How long an operation may wait of which nobody says that it works. */
const longestMs = 1_000;

/** What is to work, and how to see that it does. Each begins where the one before it ended. */
const steps = [
	'customers',
	'search',
	'poll',
	'dryRun',
	'import',
	'again',
	'list',
	'download',
	'downloadOfEvent',
] as const;
type Step = (typeof steps)[number];

/** The steps that work with a profile. `mayFail`: those that need not. */
async function worksWith(
	exchange: DrawnExchange,
	url: string,
	{ profile, mayFail }: { profile: unknown; mayFail: ReadonlySet<Step> },
): Promise<Set<Step>> {
	exchange.reset();
	const isEmpty = exchange.sets.length === 0;
	let current: Step = steps[0];
	const credential = { baseUrl: url, username: `u-${Math.random()}`, password: 'test-password', profile };
	const run = async (resource: string, operation: string, parameters: object, more: object = {}): Promise<Outcome> => {
		let timer: NodeJS.Timeout | undefined;
		const isCut = mayFail.has(current);
		const outcome = await runNode(new CargoExchange(), {
			parameters: { resource, operation, ...parameters },
			credentials: { cargoExchangeApi: credential as IDataObject },
			onStart: (cancel) => (timer = isCut ? setTimeout(cancel, longestMs) : undefined),
			...more,
		});
		clearTimeout(timer);
		return outcome;
	};
	const importing = async (reference: string, dryRun: boolean) =>
		await run(
			'shipment',
			'import',
			{
				inputMode: 'form',
				dryRun,
				formShipmentReference: reference,
				formSets: { entry: [{ blNumber: 'BL-0101-1' }] },
				pdfs: { pdf: [{ binaryPropertyName: 'data' }] },
				options: { validation: 'warn', waitSeconds: 1 },
			},
			{ items: [{ json: {}, binary: { data: { data: pdfOfAll.toString('base64'), mimeType: 'application/pdf' } } }] },
		);
	const size = (outcome: Outcome) => jsonOf(outcome).length;
	const own = () => exchange.sets.filter(({ instance }) => instance === exchange.home);
	const one = () => own().at(-1)?.row;
	const perform: Record<Step, () => Promise<boolean>> = {
		customers: async () => size(await run('counterparty', 'getMany', {})) === 1,
		search: async () => {
			const { error, items } = await run('set', 'search', { returnAll: true });
			return !error && items.length === own().length;
		},
		poll: async () => {
			const client = createClient(parseCredential(credential));
			const asked = { at: Date.now(), statusOf: () => undefined, fewerIsTrue: false };
			const found = await readChanges(client, { customerIds: [], request: {} }, new PollMemory(undefined), asked);
			return found.seen.length === own().length;
		},
		dryRun: async () => {
			const [item] = jsonOf(await importing(isEmpty ? 'NEW-1' : 'OLD-2', true));
			return (
				JSON.stringify(item).includes('already has the shipment') !== isEmpty &&
				!JSON.stringify(item).includes('notLookedUp')
			);
		},
		import: async () => {
			const [item] = jsonOf(await importing('NEW-1', false));
			return item?.['imported'] === true && exchange.imports === 1;
		},
		again: async () => {
			const { error } = await importing(isEmpty ? 'NEW-1' : 'OLD-1', false);
			return error?.message.includes('already has the shipment') === true;
		},
		list: async () => size(await run('document', 'getMany', { setSource: 'setId', setId: one()?.setId ?? '' })) === 1,
		download: async () => {
			const row = one();
			const documentId = row?.documents[0]?.documentId ?? '';
			const [item] = jsonOf(await run('document', 'download', { setId: row?.setId ?? '', documentId }));
			return (item?.['documents'] as IDataObject[])[0]?.['size'] === pdfOfAll.length;
		},
		downloadOfEvent: async () => {
			const { home } = exchange;
			const event = { setId: one()?.setId ?? '', instance: home.charAt(0) + home.slice(1).toLowerCase() };
			const items = [{ json: event }];
			return size(await run('document', 'downloadAll', { options: { waitSeconds: 0 } }, { items })) === 1;
		},
	};
	const working = new Set<Step>();
	for (const step of steps) {
		current = step;
		if (await perform[step]().catch(() => false)) working.add(step);
	}
	return working;
}

/** The profile that Exchange → Check proposes. */
async function proposed(exchange: DrawnExchange, url: string): Promise<{ profile: string; requests: number }> {
	exchange.reset();
	const credential = { baseUrl: url, username: `u-${Math.random()}`, password: 'test-password' };
	const items = jsonOf(
		await runNode(new CargoExchange(), {
			parameters: { resource: 'exchange', operation: 'check' },
			credentials: { cargoExchangeApi: credential },
		}),
	);
	const { profile } = items.at(-1) as { profile: string };
	return { profile, requests: exchange.requests.length };
}

/** The steps that no reading can make work, since it cannot show what they need. */
function hidden(traits: Traits): Set<Step> {
	const searching: Step[] = ['search', 'poll', 'dryRun', 'import', 'again', 'list', 'downloadOfEvent'];
	const isUnknown =
		traits.furtherField ||
		traits.instance === 'own' ||
		traits.folders === 'own' ||
		(traits.isEmpty && (traits.success !== 'OK' || traits.instance === 'silent'));
	return new Set([
		...(isUnknown ? searching : []),
		...(traits.documents === 'filter' ? (['list', 'downloadOfEvent'] as const) : []),
		...(traits.constants || traits.pdfPlace !== 'parcels' ? (['import'] as const) : []),
		// Without an import, there is no set.
		...(traits.isEmpty && (isUnknown || traits.constants || traits.pdfPlace !== 'parcels') ? steps.slice(5) : []),
	]);
}

type Found = Record<'nothing' | 'check' | 'hand', Set<Step>> & { traits: Traits; profile: string; requests: number };

async function tryOut(traits: Traits): Promise<Found> {
	const exchange = new DrawnExchange(traits);
	const url = await exchange.open();
	try {
		const isUsual = odd(traits).length === 0;
		const nothing = await worksWith(exchange, url, { profile: '{}', mayFail: new Set(isUsual ? [] : steps) });
		const { profile, requests } = await proposed(exchange, url);
		const check = await worksWith(exchange, url, { profile, mayFail: hidden(traits) });
		const hand = await worksWith(exchange, url, { profile: profileOf(exchange, traits), mayFail: new Set() });
		return { traits, nothing, check, hand, profile, requests };
	} finally {
		exchange.close();
	}
}

it('downloads the PDFs of an event again, at an exchange that requires the application, with nothing entered', async () => {
	const exchange = new DrawnExchange({ ...usualTraits, instance: 'required' });
	const baseUrl = await exchange.open();
	exchange.reset();
	try {
		const run = async () =>
			await runNode(new CargoExchange(), {
				parameters: { resource: 'document', operation: 'downloadAll', options: { waitSeconds: 0 } },
				credentials: { cargoExchangeApi: { baseUrl, username: 'again', password: 'test-password' } },
				items: [{ json: { setId: exchange.sets[0]!.row.setId, instance: 'Exchange' } }],
			});
		for (const time of ['first', 'second']) expect([time, jsonOf(await run()).length]).toEqual([time, 1]);
	} finally {
		exchange.close();
	}
});

const missing = (working: ReadonlySet<Step>, but: ReadonlySet<Step> = new Set()) =>
	steps.filter((step) => !working.has(step) && !but.has(step));
/** Keys that nobody would write who knows the exchange. */
const needlessIn = (profile: string, traits: Traits) => {
	const needed = profileOf(new DrawnExchange(traits), traits);
	return Object.keys(JSON.parse(profile) as object).filter((key) => !(key in needed));
};
const odd = (traits: Traits) =>
	Object.entries(traits).filter(([name, value]) => value !== usualTraits[name as keyof Traits]);

it(`works at every exchange of ${runs} with a profile by hand, and with that of the check as far as reading shows (seed ${seed})`, async () => {
	const slots = createSlots(6);
	const drawn = [usualTraits, ...fc.sample(anyTraits, { numRuns: runs - 1, seed })];
	const found = await Promise.all(drawn.map((traits) => slots(() => tryOut(traits))));
	const count = (of: 'nothing' | 'check' | 'hand') => found.reduce((sum, each) => sum + each[of].size, 0);
	console.log(
		`seed ${seed}: of ${runs * steps.length} operations, ${count('nothing')} work with nothing entered, ${count('check')} with the profile of the check, ${count('hand')} with a profile by hand`,
	);
	const failing = found.flatMap(({ traits, check, hand, profile }) => {
		const lacking = {
			byHand: missing(hand),
			byCheck: missing(check, hidden(traits)),
			needless: needlessIn(profile, traits),
		};
		return Object.values(lacking).flat().length > 0 ? [{ ...lacking, profile, odd: odd(traits) }] : [];
	});
	expect(failing).toEqual([]);
	expect(missing(found[0]!.nothing)).toEqual([]);
	expect(found[0]!.profile).toBe('{}');
	expect(Math.max(...found.map(({ requests }) => requests))).toBeLessThanOrEqual(40);
}, 120_000);
