import { operations } from '../../nodes/CargoExchange/operations';
import { documentsHeld } from '../../scripts/demo/heldDocuments';
import type { Item } from '../../scripts/n8n/rest/executions';
import { readBinary } from './editorCalls';
import { action, execute, itemsNode, openPlace, sha256, type Place } from './place';

let place: Place;
beforeAll(async () => {
	place = await openPlace();
});
afterAll(() => place.close());

const tried = new Set<string>();

/** The action node with an operation, such as `set.search`. */
function nodeFor(name: string, parameters: Record<string, unknown>) {
	tried.add(name);
	const [resource, operation] = name.split('.');
	return action(place, { resource, operation, ...parameters });
}

/** Two sets of the demo stock that have documents, and these documents. */
async function twoSets() {
	const sets = place.simulator.store.sets
		.all()
		.filter(({ setId }) => place.simulator.store.documentsOfSet(setId).length > 0);
	const [first, second] = sets;
	if (!first || !second) throw new Error('The demo stock has fewer than two sets with documents');
	return {
		first: { set: first, held: await documentsHeld(place.simulator, first.setId) },
		second: { set: second, held: await documentsHeld(place.simulator, second.setId) },
	};
}

async function digests(items: Item[]): Promise<string[]> {
	const files = items.flatMap(({ binary = {} }) => Object.values(binary));
	return (await Promise.all(files.map((file) => readBinary(place.session, file)))).map(sha256).sort();
}

const digestsOf = (held: Array<{ sha256: string }>) => held.map((document) => document.sha256).sort();

describe('each operation, run by n8n itself', () => {
	it('lists all counterparties', async () => {
		const run = await execute(place, nodeFor('counterparty.getMany', { returnAll: true }));
		expect(run.problem).toBeNull();
		const names = run.items('Exchange').map(({ json }) => json['customerName']);
		expect(names.sort()).toEqual(
			place.simulator.store.counterparties
				.all()
				.map(({ customerName }) => customerName)
				.sort(),
		);
	});

	it('searches sets once per input item', async () => {
		const search = nodeFor('set.search', {
			allCustomers: false,
			customerIds: '={{ [$json.customerId] }}',
			returnAll: true,
		});
		const customerId = place.simulator.customerId;
		const run = await execute(place, itemsNode([{ customerId }, { customerId }]), search);
		expect(run.problem).toBeNull();
		const found = run.items('Exchange').map(({ json }) => json['setId']);
		const visible = place.simulator.store.transactionsOfCustomer(customerId).map(({ setId }) => setId);
		expect(visible.length).toBeGreaterThan(2);
		expect(found.sort()).toEqual([...visible, ...visible].sort());
	});

	it('lists the documents of a set', async () => {
		const { first } = await twoSets();
		const parameters = { setSource: 'setId', setId: first.set.setId };
		const run = await execute(place, nodeFor('document.getMany', parameters));
		expect(run.problem).toBeNull();
		expect(
			run
				.items('Exchange')
				.map(({ json }) => json['name'])
				.sort(),
		).toEqual(first.held.map(({ name }) => name).sort());
	});

	it('downloads one PDF per input item, byte for byte', async () => {
		const { first, second } = await twoSets();
		const wanted = [first, second].map(({ set, held }) => ({
			setId: set.setId,
			documentId: held[0]?.documentId ?? '',
		}));
		const ids = { setId: '={{ $json.setId }}', documentId: '={{ $json.documentId }}' };
		const run = await execute(place, itemsNode(wanted), nodeFor('document.download', ids));
		expect(run.problem).toBeNull();
		expect(await digests(run.items('Exchange'))).toEqual(
			digestsOf([first, second].flatMap(({ held }) => held.slice(0, 1))),
		);
	});

	it.each(['itemPerSet', 'itemPerDocument'])('downloads all PDFs of the sets a search found (%s)', async (outputAs) => {
		const { first, second } = await twoSets();
		const items = [first, second].map(({ set }) => ({ setId: set.setId, customerId: place.simulator.customerId }));
		const download = nodeFor('document.downloadAll', { setSource: 'input', outputAs });
		const run = await execute(place, itemsNode(items), download);
		expect(run.problem).toBeNull();
		const results = run.items('Exchange');
		expect(results).toHaveLength(outputAs === 'itemPerSet' ? 2 : first.held.length + second.held.length);
		expect(await digests(results)).toEqual(digestsOf([...first.held, ...second.held]));
	});

	it('imports a shipment per input item', async () => {
		const items = ['E2E-1', 'E2E-2'].map((importRef) => ({
			importRef,
			payload: {
				shipmentReference: importRef,
				shipmentType: 'liner',
				sets: [{ setRef: `${importRef}-A`, blNumber: `${importRef}-BL` }],
			},
		}));
		const parameters = {
			...{ dryRun: false, importRef: '={{ $json.importRef }}', inputMode: 'json', payload: '={{ $json.payload }}' },
			options: { validation: 'warn' },
		};
		const run = await execute(place, itemsNode(items), nodeFor('shipment.import', parameters));
		expect(run.problem).toBeNull();
		const results = run.items('Exchange').map(({ json }) => json);
		expect(results).toMatchObject([
			{ imported: true, importRef: 'E2E-1', httpStatus: 200 },
			{ imported: true, importRef: 'E2E-2', httpStatus: 200 },
		]);
		const setIds = results.flatMap((json) => json['setIds']);
		const references = setIds.map((setId) => place.simulator.store.sets.get(String(setId))?.shipmentRef);
		expect(references).toEqual(['E2E-1', 'E2E-2']);
	});

	it('parses a status message that did not come from the trigger', async () => {
		const message = {
			instance: 'Hub',
			newStatus: 'TRANSFER_DRAFTED',
			action: 'DRAFT_TRANSFER',
			updatedDate: 'Thu May 12 10:20:30 UTC 2022',
			user: 'Ada',
		};
		const parse = nodeFor('statusMessage.parse', { message: '={{ $json.text }}' });
		const run = await execute(place, itemsNode([{ text: JSON.stringify(message) }]), parse);
		expect(run.problem).toBeNull();
		expect(run.items('Exchange')[0]?.json).toMatchObject({
			event: 'transferDrafted',
			changedAt: '2022-05-12T10:20:30.000Z',
			user: 'Ada',
		});
	});

	it('reports a queue, with the credential of the queue', async () => {
		const node = nodeFor('queue.getStatus', { queue: place.queue.name });
		const credentials = { [place.credentials.queue.type]: place.credentials.queue };
		const run = await execute(place, { ...node, credentials });
		expect(run.problem).toBeNull();
		expect(run.items('Exchange')[0]?.json).toMatchObject({ queue: place.queue.name, messages: 0, consumers: 0 });
	});

	it('runs every operation without a test above on a set', async () => {
		const { first } = await twoSets();
		const names = operations.map(({ resource, operation }) => `${resource}.${operation}`);
		for (const name of names.filter((each) => !tried.has(each))) {
			const run = await execute(place, nodeFor(name, { setSource: 'setId', setId: first.set.setId }));
			expect([name, run.problem]).toEqual([name, null]);
		}
	});
});
