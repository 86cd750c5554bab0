import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/v4';
import { fill, importExample, readExample, type ExampleName } from '../../scripts/demo/examples';
import { documentsHeld } from '../../scripts/demo/heldDocuments';
import { projectRoot } from '../../scripts/n8n/processes';
import { finished, type Execution } from '../../scripts/n8n/rest/executions';
import {
	activate,
	createWorkflow,
	deactivate,
	runWorkflow,
	type StoredWorkflow,
} from '../../scripts/n8n/rest/workflows';
import { answerOnPage } from './approval';
import { lookAtQueue, openPlace, sha256, until, type Place } from './place';

let place: Place;
let folder: string;
beforeAll(async () => {
	place = await openPlace({ seed: 'demo' });
});
beforeEach(async () => {
	folder = join(place.outputFolder, 'examples');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder);
});
afterAll(() => place.close());

function imported(name: ExampleName): Promise<StoredWorkflow> {
	const { session, credentials, queue } = place;
	return importExample(session, name, { credentials, queue: queue.name, folder, imports: true });
}

/** Runs a workflow as the editor's button does; fails the test with n8n's words where the run did not succeed. */
async function run(workflow: StoredWorkflow, from: string): Promise<Execution> {
	const execution = await finished(place.session, await runWorkflow(place.session, workflow, from));
	if (execution.problem) throw new Error(`${execution.problem.message} (${execution.problem.description ?? ''})`);
	return execution;
}

/** The references of what stands in the inbox of one customer or another. */
function inbox(): Array<{ setId: string; parcelRef: string; signaturesDone: number }> {
	const { transactions, sets } = place.simulator.store;
	const ids = transactions.all().flatMap(({ setId, folder: tab }) => (tab === 'ACTIVE' ? [setId] : []));
	return ids.flatMap((id) => sets.get(id) ?? []);
}

describe('the daily digest', () => {
	it('is one email that lists the sets in the inbox that wait for a signature', async () => {
		const before = place.mailbox.mails.length;
		await run(await imported('daily-digest-of-signatures'), 'Every morning');
		const mails = place.mailbox.mails.slice(before);
		const waiting = inbox()
			.filter(({ signaturesDone }) => signaturesDone < 2)
			.map(({ parcelRef }) => parcelRef)
			.sort();
		expect(mails.map(({ subject }) => subject)).toEqual([`Sets waiting for a signature: ${waiting.length}`]);
		const lines = [...(mails[0]?.text ?? '').matchAll(/^- (.+?), shipment /gm)].map(([, reference]) => reference);
		expect(lines.sort()).toEqual(waiting);
	});
});

describe('the alert', () => {
	it('lists the sets that have not changed for three days, and reports each once per status', async () => {
		const before = place.mailbox.mails.length;
		const workflow = await imported('alert-on-stuck-sets');
		const { life, person } = place.simulator;
		const [touched, ...others] = inbox();
		if (!touched) throw new Error('The demo stock has no set in the inbox');
		life.sign(touched.setId);
		await life.authorize(touched.setId, person);
		const stuck = others.map(({ parcelRef }) => parcelRef).sort();

		const first = await run(workflow, 'Every morning');
		expect(
			first
				.items('Find stuck sets')
				.map(({ json }) => json['parcelRef'])
				.sort(),
		).toEqual(stuck);
		const [mail, ...more] = place.mailbox.mails.slice(before);
		expect(more).toEqual([]);
		expect(mail?.subject).toBe(`Stuck for three days: ${stuck.length} sets`);
		for (const reference of stuck) expect(mail?.text).toContain(`- ${reference}: `);
		expect(mail?.text).not.toContain(touched.parcelRef);

		await run(workflow, 'Every morning');
		expect(place.mailbox.mails).toHaveLength(before + 1);
	});
});

describe('the archive', () => {
	const archived = async () => (await readdir(folder)).sort();
	const held = async (setIds: string[]) => {
		const { store } = place.simulator;
		const files = setIds.map(async (setId) => {
			const set = store.sets.get(setId);
			const start = `${set?.billOfLadingDate ?? ''} ${set?.parcelRef ?? ''}`;
			return (await documentsHeld(place.simulator, setId)).map(({ name, size }) => [`${start} ${name}.pdf`, size]);
		});
		return (await Promise.all(files)).flat().sort();
	};
	const sizes = async () =>
		await Promise.all((await archived()).map(async (name) => [name, (await readFile(join(folder, name))).length]));

	it('catches up with what was issued, and saves what is issued from now on, by date and set', async () => {
		const { store, life, person } = place.simulator;
		const workflow = await imported('archive-issued-pdfs');
		await run(workflow, 'Catch up');
		const issued = store.sets.all().flatMap(({ setId, stage }) => (stage === 'Issued' ? [setId] : []));
		expect(issued.length).toBeGreaterThan(1);
		expect(await sizes()).toEqual(await held(issued));

		const next = store.sets.all().find(({ stage }) => stage === 'Signed');
		if (!next) throw new Error('The demo stock has no signed set');
		await activate(place.session, workflow);
		await life.issue(next.setId, person);
		const wanted = await held([...issued, next.setId]);
		// A file is there before its last byte.
		await until(
			async () => isDeepStrictEqual(await sizes(), wanted),
			async () => JSON.stringify({ wanted, there: await sizes() }),
		);
		await until(async () => (await lookAtQueue(place.queue)).messages === 0);
		await deactivate(place.session, workflow);
		expect(await sizes()).toEqual(wanted);
	});
});

/** The sample spreadsheet with references of its own, so that no other test has imported its shipments. */
async function sampleSheet(reference: string): Promise<string> {
	const sheet = await readFile(join(projectRoot, 'examples', 'import-from-spreadsheet.csv'), 'utf8');
	return sheet
		.replaceAll('SHP-2026-01', `${reference}-01`)
		.replaceAll('SHEET-01', `${reference}-01`)
		.replaceAll('BL-01', `${reference}-BL-01`)
		.trimEnd();
}

/** The example, reading this CSV file instead of a workbook. */
async function importedWithSheet(
	example: Parameters<typeof readExample>[0],
	sheet: string,
	dryRunOptions = {},
): Promise<StoredWorkflow> {
	await writeFile(join(folder, 'sheet.csv'), sheet);
	const { credentials, queue, session } = place;
	const file = fill(await readExample(example), { credentials, queue: queue.name, folder, imports: true });
	const nodes = file.nodes.map((node) => {
		if (node.name.startsWith('Read the ')) {
			return { ...node, parameters: { ...node.parameters, fileSelector: join(folder, 'sheet.csv') } };
		}
		if (node.name === 'Dry run') return { ...node, parameters: { ...node.parameters, options: dryRunOptions } };
		return node.name === 'Extract the rows' ? { ...node, parameters: { operation: 'csv', options: {} } } : node;
	});
	return await createWorkflow(session, { ...file, nodes });
}

describe('the import after an approval', () => {
	it('imports what was approved, also what its dry run let pass, and nothing if it was declined or is there', async () => {
		const sheet = (await sampleSheet('APPROVAL')).replace('EXAU1000019', 'EXAU1000018');
		const workflow = await importedWithSheet('import-after-approval', sheet, { acceptValues: 'EXAU1000018' });
		const { shipments } = place.simulator.store;
		const before = shipments.size;
		for (const [answer, count] of [
			['Decline', 0],
			['Approve', 2],
			['Approve', 2],
		] as const) {
			const mails = place.mailbox.mails.length;
			const unasked = shipments.size;
			const id = await runWorkflow(place.session, workflow, 'Click to start');
			await until(() => place.mailbox.mails.length > mails + 1);
			const drafts = place.mailbox.mails.at(-2)!;
			const mail = place.mailbox.mails.at(-1)!;
			expect(drafts.html.match(/DRAFT, NOT A BILL OF LADING <span>|(?<=<strong>)APPROVAL-BL-010\d-1/g)).toEqual([
				'DRAFT, NOT A BILL OF LADING <span>',
				'APPROVAL-BL-0101-1',
				'DRAFT, NOT A BILL OF LADING <span>',
				'APPROVAL-BL-0102-1',
			]);
			expect(mail.subject).toBe('Shipments to approve: 2');
			expect(mail.html).toMatch(/APPROVAL-0101[^]*CSQU3054383[^]*APPROVAL-0102/);
			expect(shipments.size).toBe(unasked);
			await answerOnPage(place.session, id, mail, answer);
			const run = await finished(place.session, id);
			expect([run.problem, shipments.size - before]).toEqual([null, count]);
		}
	});
});

describe('the import with the outcome beside each row', () => {
	it('imports the shipments without corrections, and writes IDs and corrections into their rows', async () => {
		const sheet = (await sampleSheet('OUTCOME')).replace('EXAU1000019', 'EXAU1000018');
		const workflow = await importedWithSheet('import-with-results', sheet);
		const execution = await run(workflow, 'Click to start');
		const outcomes = execution.items('The outcome of each row').map(({ json }) => json['Outcome']);
		expect(outcomes).toEqual([
			...Array.from({ length: 5 }, () => expect.stringMatching(/^Imported: [0-9a-f-]{36}$/) as string),
			expect.stringMatching(/^Row 7 \(.*\), Container Number: "EXAU1000018"/) as string,
			expect.stringMatching(/^Row 7 \(.*\), Container Number: /) as string,
		]);
		expect((await readFile(join(folder, 'import-results.xlsx'))).subarray(0, 2).toString()).toBe('PK');
	});
});

describe('the import with PDFs', () => {
	const samples = ['import-from-spreadsheet.xlsx', ...['0101', '0102'].map((n) => `SHP-2026-${n} Packing List.pdf`)];

	beforeEach(async () => {
		for (const name of samples) await copyFile(join(projectRoot, 'examples', name), join(folder, name));
		// As scanners write it.
		await copyFile(join(folder, samples[1] ?? ''), join(folder, 'SHP-2026-0101 SCAN.PDF'));
	});

	it('attaches to each shipment the files that bear its reference, byte for byte', async () => {
		const importing = await run(await imported('import-from-spreadsheet-with-pdfs'), 'Click to start');
		const results = z.array(z.looseObject({ setIds: z.tuple([z.string()]), warnings: z.array(z.unknown()) }));
		const shipments = results.parse(importing.items('Import the shipments').map(({ json }) => json));
		expect(shipments).toHaveLength(2);
		for (const [index, { setIds }] of shipments.entries()) {
			const [setId] = setIds;
			const documents = await documentsHeld(place.simulator, setId);
			const list = documents.find(({ name }) => name === 'Packing List');
			const sample = await readFile(join(projectRoot, 'examples', samples[index + 1] ?? ''));
			expect(list).toMatchObject({ size: sample.length, sha256: sha256(sample) });
			expect(documents.filter(({ name }) => name === 'SCAN')).toHaveLength(index === 0 ? 1 : 0);
		}
	});

	it('imports nothing if a file names a shipment that is not in the sheet', async () => {
		await copyFile(join(folder, samples[1] ?? ''), join(folder, 'SHP-2026-0999 Packing List.pdf'));
		const before = place.simulator.store.shipments.size;
		await expect(run(await imported('import-from-spreadsheet-with-pdfs'), 'Click to start')).rejects.toThrow(
			'SHP-2026-0999',
		);
		expect(place.simulator.store.shipments.size).toBe(before);
	});
});
