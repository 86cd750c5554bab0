import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import { Agent } from 'undici';
import * as z from 'zod/v4';
import type { WorkflowUnderTest } from '../../test/helpers/engine';
import { n8nVersion } from '../n8n/install';
import { extraMemory, race, rateBars, speedRatio, versionOf } from './measure';
import { httpRequestNode, loadEngine, loadOurNode, ourNode, outputOf } from './n8nEngine';
import type { Comparison } from './page';

const megabytes = 100;
const shipment = { shipmentReference: 'BENCH-1', sets: [{ blNumber: 'BL-1' }] };

/** An import with a PDF of 100 MB, binary data on disk: memory, beside that of a download, and time against bare undici and n8n's own way with the same bytes. */
export async function measureImports(
	{ url }: { url: string },
	{ rounds, downloadBytes }: { rounds: number; downloadBytes: number },
): Promise<Comparison[]> {
	const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
	const agent = new Agent({ connect: { rejectUnauthorized: false } });
	const [small, large] = [await itemWithPdf(5), await itemWithPdf(megabytes)];

	const reply = z.object({ received: z.number() });
	const ourReply = z.object({ response: reply });
	const jsonOf = async (work: WorkflowUnderTest) => (await outputOf(work))[0]?.json;
	const ours = async (item = large) => ourReply.parse(await jsonOf(ourNode(url, ourParameters, [item]))).response;

	for (let warmUp = 0; warmUp < 20; warmUp++) await ours(small);
	const bytes = await extraMemory(async () => {
		await ours();
	});

	const pdf = path.join(folder, 'bench.pdf');
	await writeFile(pdf, Readable.from(pdfOf(megabytes)));
	const size = await sizeOfBody(large);
	const bareEncoding = async () => {
		const headers = { 'content-type': 'application/json', 'content-length': String(size) };
		const body = Readable.from(encodedBody(pdf), { objectMode: false });
		const request = { origin: url, path: '/api/v1/shipments', method: 'POST', headers, body } as const;
		expectAll(reply.parse(await (await agent.request(request)).body.json()), size);
	};
	const theirWork = await withHttpRequest(url, large);
	const theirs = async () => {
		expectAll(reply.parse(await jsonOf(theirWork)), size);
	};
	const theirBytes = await extraMemory(theirs);
	const names = {
		bareEncoding: 'bare undici, encoding a file',
		ours: 'Cargo Exchange node',
		theirs: "n8n's HTTP Request node, with JSON built in advance",
	};
	const costs = await race(
		[
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
		id: 'pdf-memory',
		title: 'Memory for large PDFs',
		how: `Peak additional memory for one PDF of ${megabytes} MB, with binary data on disk`,
		unit: 'MB',
		better: 'less',
		bars: [
			{ name: 'download with the Cargo Exchange node', value: downloadBytes / 1e6, ours: true },
			{ name: 'import with the Cargo Exchange node', value: bytes / 1e6, ours: true },
			{ name: "import with n8n's HTTP Request node, JSON built in advance", value: theirBytes / 1e6, ours: false },
		],
		versions,
		notes: [],
	};
	const speed: Comparison = {
		id: 'imports',
		title: 'Importing shipments with PDFs',
		how: `A shipment with PDFs of ${megabytes} MB over TLS`,
		unit: 'MB/s',
		better: 'more',
		bars: rateBars(costs, size / 1e6, names.ours),
		versions,
		notes: [
			`node ÷ bare undici that encodes: ${ratio(names.ours, names.bareEncoding)}`,
			`node ÷ HTTP Request node: ${ratio(names.ours, names.theirs)}`,
		],
	};
	return [memory, speed];
}

function expectAll({ received }: { received: number }, size: number): void {
	if (received !== size) throw new Error(`The server received ${received} of ${size} bytes`);
}

async function itemWithPdf(size: number): Promise<INodeExecutionData> {
	const { storeBinary } = await loadEngine();
	return { json: {}, binary: { data: await storeBinary(Readable.from(pdfOf(size)), 'bench.pdf') } };
}

/** In pieces, so that making it does not leave memory that the measured import could reuse. */
function* pdfOf(size: number): Generator<Buffer> {
	const piece = Buffer.alloc(100_000, 'a line of nothing in particular\n');
	yield Buffer.from('%PDF-1.7\n');
	for (let left = size * 10; left > 0; left--) yield piece;
}

/** The bytes that the node sends. */
async function sizeOfBody(item: INodeExecutionData): Promise<number> {
	const { readBinary } = await loadEngine();
	return Buffer.byteLength(JSON.stringify(withPdf((await readBinary(item, 'data')).toString('base64'))));
}

/** The body of the import: the PDF is where the default template puts it. */
function withPdf(content: string) {
	return { ...shipment, parcels: { documents: [{ name: 'bench', docType: 'Uploadable Document', content }] } };
}

/** Reads, encodes and sends, as a program of twenty lines would. */
async function* encodedBody(pdf: string): AsyncGenerator<Buffer> {
	const [before = '', after = ''] = JSON.stringify(withPdf('|')).split('|');
	yield Buffer.from(before);
	// A multiple of three bytes, so that each piece can be encoded alone.
	for await (const chunk of createReadStream(pdf, { highWaterMark: 192 * 1024 })) {
		if (Buffer.isBuffer(chunk)) yield Buffer.from(chunk.toString('base64'));
	}
	yield Buffer.from(after);
}

const ourParameters = {
	resource: 'shipment',
	operation: 'import',
	ifPresent: 'import',
	payload: JSON.stringify(shipment),
	pdfs: { pdf: [{ binaryPropertyName: 'data' }] },
};

/** n8n's HTTP Request node, after a node that puts the file into the JSON as Extract from File and Edit Fields would. */
async function withHttpRequest(url: string, item: INodeExecutionData): Promise<WorkflowUnderTest> {
	const building: INodeType = {
		description: { ...loadOurNode().description, name: 'building', credentials: [], properties: [] },
		async execute() {
			const bytes = await this.helpers.getBinaryDataBuffer(0, 'data');
			return [[{ json: withPdf(bytes.toString('base64')) }]];
		},
	};
	const body = { sendBody: true, specifyBody: 'json', jsonBody: '={{ $json }}' };
	const address = `${url}/api/v1/shipments`;
	const work = await httpRequestNode({ method: 'POST', url: address, ...body, options: {} }, [item]);
	const link = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	return {
		...work,
		types: { ...work.types, building },
		nodes: [{ name: 'Building', type: 'building', parameters: {} }, ...work.nodes],
		connections: { Input: link('Building'), Building: link('Under Test') },
	};
}
