import { Readable } from 'node:stream';
import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import * as z from 'zod/v4';
import type { WorkflowUnderTest } from '../../test/helpers/engine';
import { n8nVersion } from '../n8n/install';
import { extraMemory, race, rateBars, speedRatio } from './measure';
import { httpRequestNode, loadEngine, loadOurNode, ourNode, outputOf } from './n8nEngine';
import type { Comparison } from './results';

const megabytes = 100;
const shipment = { shipmentReference: 'BENCH-1', sets: [{ blNumber: 'BL-1' }] };

/** An import with a PDF of 100 MB, binary data on disk: memory, beside that of a download, and time against n8n's own way with the same bytes. */
export async function measureImports(
	{ url }: { url: string },
	{ rounds, downloadBytes }: { rounds: number; downloadBytes: number },
): Promise<Comparison[]> {
	const [small, large] = [await itemWithPdf(5), await itemWithPdf(megabytes)];

	const reply = z.object({ received: z.number() });
	const ourReply = z.object({ response: reply });
	const jsonOf = async (work: WorkflowUnderTest) => (await outputOf(work))[0]?.json;
	const ours = async (item = large) => ourReply.parse(await jsonOf(ourNode(url, ourParameters, [item]))).response;

	for (let warmUp = 0; warmUp < 20; warmUp++) await ours(small);
	const bytes = await extraMemory(async () => {
		await ours();
	});

	const size = await sizeOfBody(large);
	const theirWork = await withHttpRequest(url, large);
	const theirs = async () => {
		expectAll(reply.parse(await jsonOf(theirWork)), size);
	};
	const theirBytes = await extraMemory(theirs);
	const names = {
		ours: 'Cargo Exchange node',
		theirs: "n8n's HTTP Request node, with JSON built in advance",
	};
	const costs = await race(
		[
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
	const versions = { n8n: n8nVersion };
	const memory: Comparison = {
		id: 'pdf-memory',
		title: 'Memory for large PDFs',
		how: `Peak additional memory for one PDF of ${megabytes} MB, with binary data on disk`,
		unit: 'MB',
		better: 'less',
		bars: [
			{ name: 'download with the Cargo Exchange node', value: downloadBytes / 1e6 },
			{ name: 'import with the Cargo Exchange node', value: bytes / 1e6 },
			{ name: "import with n8n's HTTP Request node, JSON built in advance", value: theirBytes / 1e6 },
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
		bars: rateBars(costs, size / 1e6),
		versions,
		notes: [`node ÷ HTTP Request node: ${speedRatio(costs, names.ours, names.theirs)}`],
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

const ourParameters = {
	resource: 'shipment',
	operation: 'import',
	dryRun: false,
	inputMode: 'json',
	ifPresent: 'import',
	options: { validation: 'warn' },
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
