import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { Agent } from 'undici';
import * as z from 'zod/v4';
import type { WorkflowUnderTest } from '../../test/helpers/engine';
import { n8nVersion } from '../n8n/install';
import { extraMemory, race, rateBars, speedRatio, versionOf } from './measure';
import { loadEngine, loadHttpRequestNode, loadOurNode } from './n8nEngine';
import type { Comparison } from './page';

const megabytes = 100;
const shipment = { shipmentReference: 'BENCH-1', sets: [{ blNumber: 'BL-1' }] };

/** An import with PDFs of 100 MB, binary data on disk: memory, and time against bare undici and n8n's own way with the same bytes. */
export async function measureImports({ url }: { url: string }, rounds: number): Promise<Comparison[]> {
	const { runWorkflow } = await loadEngine();
	const httpRequest = await loadHttpRequestNode();
	const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
	const agent = new Agent({ connect: { rejectUnauthorized: false } });
	const [small, large] = [await itemWithPdf(5), await itemWithPdf(megabytes)];

	const run = async (work: WorkflowUnderTest): Promise<unknown> => {
		const task = (await runWorkflow(work)).data.resultData.runData['Under Test']?.at(-1);
		const json = task?.data?.main?.[0]?.[0]?.json;
		if (!json) throw new Error(`The import gave no item: ${task?.error?.message ?? ''}`);
		return json;
	};
	const received = (answer: unknown) => z.object({ received: z.number() }).parse(answer).received;
	const ours = async (item = large) =>
		received(z.object({ response: z.unknown() }).parse(await run(throughOurNode(url, item))).response);

	for (let warmUp = 0; warmUp < 20; warmUp++) await ours(small);
	const bytes = await extraMemory(async () => {
		await ours();
	});

	// The very bytes that the node sends, as a file for bare undici; and the PDF as a file, for encoding it on the way.
	const [body, pdf] = [path.join(folder, 'body.json'), path.join(folder, 'bench.pdf')];
	await writeFile(body, await bodyOf(large));
	await writeFile(pdf, Readable.from(pdfOf(megabytes)));
	const { size } = await stat(body);
	const post = async (content: Readable) => {
		const headers = { 'content-type': 'application/json', 'content-length': String(size) };
		const request = { origin: url, path: '/api/v1/shipments', method: 'POST', headers, body: content } as const;
		expectAll(received(await (await agent.request(request)).body.json()), size);
	};
	const bare = async () => {
		await post(createReadStream(body, { highWaterMark: 256 * 1024 }));
	};
	const bareEncoding = async () => {
		await post(Readable.from(encodedBody(pdf), { objectMode: false }));
	};
	const theirs = async () => {
		expectAll(received(await run(throughHttpRequest(url, httpRequest, large))), size);
	};
	const theirBytes = await extraMemory(theirs);
	const names = {
		bare: 'bare undici, from a file',
		bareEncoding: 'bare undici, encoding a file',
		ours: 'Cargo Exchange node',
		theirs: "n8n's HTTP Request node, JSON built before it",
	};
	const costs = await race(
		[
			{ name: names.bare, run: bare },
			{ name: names.bareEncoding, run: bareEncoding },
			{
				name: names.ours,
				run: async () => {
					expectAll(await ours(), size);
				},
			},
			{ name: names.theirs, run: theirs },
		],
		rounds,
	);
	await agent.close();
	await rm(folder, { recursive: true });
	const ratio = (one: string, other: string) => speedRatio(costs, one, other);
	const versions = { n8n: n8nVersion, undici: versionOf('undici') };
	const memory: Comparison = {
		id: 'import-memory',
		title: 'Memory for a large import',
		how: `A shipment with PDFs of ${megabytes} MB, with binary data on disk: the most memory on top`,
		unit: 'MB',
		better: 'less',
		bars: [
			{ name: names.ours, value: bytes / 1e6, ours: true },
			{ name: names.theirs, value: theirBytes / 1e6, ours: false },
		],
		versions,
		notes: [],
	};
	const speed: Comparison = {
		id: 'imports',
		title: 'Importing with PDFs',
		how: `A shipment with PDFs of ${megabytes} MB over TLS`,
		unit: 'MB/s',
		better: 'more',
		bars: rateBars(costs, size / 1e6, names.ours),
		versions,
		notes: [
			...[...costs].map(([name, { processorMs }]) => `${name}: ${processorMs.toFixed(0)} ms of processor time`),
			`node ÷ bare undici: ${ratio(names.ours, names.bare)}`,
			`node ÷ bare undici that encodes: ${ratio(names.ours, names.bareEncoding)}`,
			`node ÷ HTTP Request node: ${ratio(names.ours, names.theirs)}`,
		],
	};
	return [memory, speed];
}

function expectAll(received: number, size: number): void {
	if (received !== size) throw new Error(`The server received ${received} of ${size} bytes`);
}

async function itemWithPdf(size: number): Promise<INodeExecutionData> {
	const { storeBinary } = await loadEngine();
	return { json: {}, binary: { data: await storeBinary(Readable.from(pdfOf(size)), 'bench.pdf') } };
}

/** In pieces, so that the making of it leaves no memory behind that the measured import could use again. */
function* pdfOf(size: number): Generator<Buffer> {
	const piece = Buffer.alloc(100_000, 'a line of nothing in particular\n');
	yield Buffer.from('%PDF-1.7\n');
	for (let left = size * 10; left > 0; left--) yield piece;
}

/** What the node sends: the default template's place for a PDF. */
async function bodyOf(item: INodeExecutionData): Promise<string> {
	const { readBinary } = await loadEngine();
	return JSON.stringify(withPdf((await readBinary(item, 'data')).toString('base64')));
}

function withPdf(content: string) {
	return { ...shipment, parcels: { documents: [{ name: 'bench', docType: 'Uploadable Document', content }] } };
}

/** What a program of twenty lines would do: read, encode, send. */
async function* encodedBody(pdf: string): AsyncGenerator<Buffer> {
	const [before = '', after = ''] = JSON.stringify(withPdf('|')).split('|');
	yield Buffer.from(before);
	// In whole threes, so that each piece stands for itself.
	for await (const chunk of createReadStream(pdf, { highWaterMark: 192 * 1024 })) {
		if (Buffer.isBuffer(chunk)) yield Buffer.from(chunk.toString('base64'));
	}
	yield Buffer.from(after);
}

function throughOurNode(url: string, item: INodeExecutionData): WorkflowUnderTest {
	const account = {
		baseUrl: url,
		importUrl: url,
		username: 'bench',
		password: 'bench-password',
		ignoreSslIssues: true,
	};
	return oneNode(
		'cargoExchange',
		loadOurNode(),
		item,
		{ cargoExchangeApi: account },
		{
			resource: 'shipment',
			operation: 'import',
			ifPresent: 'import',
			payload: JSON.stringify(shipment),
			pdfs: { pdf: [{ binaryPropertyName: 'data' }] },
		},
	);
}

function throughHttpRequest(url: string, httpRequest: INodeType, item: INodeExecutionData): WorkflowUnderTest {
	/** As Extract from File and Edit Fields would: the file as Base64 in the item's JSON. */
	const building: INodeType = {
		description: { ...loadOurNode().description, name: 'building', credentials: [], properties: [] },
		async execute() {
			const bytes = await this.helpers.getBinaryDataBuffer(0, 'data');
			return [[{ json: withPdf(bytes.toString('base64')) }]];
		},
	};
	const type = 'n8n-nodes-base.httpRequest';
	const work = oneNode(
		type,
		httpRequest,
		item,
		{ httpHeaderAuth: { name: 'authorization', value: 'Bearer opaque-token' } },
		{
			method: 'POST',
			url: `${url}/api/v1/shipments`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ $json }}',
			options: { allowUnauthorizedCerts: true },
		},
	);
	const link = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	return {
		...work,
		types: { ...work.types, building },
		nodes: [{ name: 'Building', type: 'building', parameters: {} }, ...work.nodes],
		connections: { Input: link('Building'), Building: link('Under Test') },
	};
}

function oneNode(
	type: string,
	nodeType: INodeType,
	item: INodeExecutionData,
	credentials: NonNullable<WorkflowUnderTest['credentials']>,
	parameters: INodeParameters,
): WorkflowUnderTest {
	const ids = Object.keys(credentials).map((name) => [name, { id: name, name }] as const);
	return {
		types: { [type]: nodeType },
		nodes: [
			{
				name: 'Under Test',
				type,
				typeVersion: type === 'cargoExchange' ? 1 : 4.2,
				parameters,
				credentials: Object.fromEntries(ids),
			},
		],
		credentials,
		connections: { Input: { main: [[{ node: 'Under Test', type: 'main', index: 0 }]] } },
		items: [item],
	};
}
