import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fork } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import type { INodeExecutionData, INodeType, IRun } from 'n8n-workflow';
import { Agent } from 'undici';
import * as z from 'zod/v4';
import { n8nVersion } from '../n8n/install';
import { extraMemory, race, rateBars, speedRatio, versionOf } from './measure';
import { loadEngine, loadHttpRequestNode, loadOurNode } from './n8nEngine';
import type { Comparison } from './page';

const setId = '01234567-89ab-cdef-0123-456789abcdef';
const documentId = (kilobytes: number) => `00000000-0000-4000-8000-${String(kilobytes).padStart(12, '0')}`;
const atOnce = 4;

type Server = { url: string; stop(): void };

export async function startPdfServer(): Promise<Server> {
	const child = fork(path.join(__dirname, 'pdfServer.ts'), { execArgv: ['--import', 'tsx'] });
	const [{ url }] = z
		.tuple([z.object({ url: z.string() })])
		.rest(z.unknown())
		.parse(await once(child, 'message'));
	return {
		url,
		stop() {
			child.disconnect();
		},
	};
}

/** 200 PDFs of 200 kB over TLS: through the node, through n8n's HTTP Request node in the same engine, and by bare undici. */
export async function compareDownloads({ url }: Server, rounds: number): Promise<Comparison> {
	const { runWorkflow } = await loadEngine();
	const httpRequest = await loadHttpRequestNode();
	const count = 200;
	const address = `${url}/v3/common/sets/${setId}/get-single-pdf/${documentId(200)}`;
	const items = Array.from({ length: count }, () => ({ json: { setId, documentId: documentId(200), address } }));
	const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
	const agent = new Agent({ connect: { rejectUnauthorized: false } });

	const bare = async () => {
		let next = 0;
		const work = async () => {
			for (let file = next++; file < count; file = next++) {
				const { body } = await agent.request({ origin: url, path: new URL(address).pathname, method: 'GET' });
				await pipeline(body, createWriteStream(path.join(folder, String(file))));
			}
		};
		await Promise.all(Array.from({ length: atOnce }, work));
	};
	const bareInEngine = async () => {
		const { nodes, connections } = throughOurNode(url, items);
		const types = { cargoExchange: bareNode(agent, url) };
		expectItems(await runWorkflow({ types, nodes, connections, items }), count);
	};
	const ours = async () => {
		expectItems(await runWorkflow(throughOurNode(url, items)), count);
	};
	const theirs = async () => {
		const run = await runWorkflow({
			types: { 'n8n-nodes-base.httpRequest': httpRequest },
			nodes: [
				{
					name: 'Under Test',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: {
						method: 'GET',
						url: '={{ $json.address }}',
						authentication: 'genericCredentialType',
						genericAuthType: 'httpHeaderAuth',
						options: {
							allowUnauthorizedCerts: true,
							response: { response: { responseFormat: 'file', outputPropertyName: 'data' } },
						},
					},
					credentials: { httpHeaderAuth: { id: 'x', name: 'x' } },
				},
			],
			credentials: { httpHeaderAuth: { name: 'authorization', value: 'Bearer opaque-token' } },
			connections: { Input: { main: [[{ node: 'Under Test', type: 'main', index: 0 }]] } },
			items,
		});
		expectItems(run, count);
	};

	const names = {
		bare: `bare undici, ${atOnce} at a time, into files`,
		bareInEngine: `bare undici, ${atOnce} at a time, in a node with the same parameters, into n8n's binary store`,
		ours: `Cargo Exchange node, ${atOnce} at a time, checked and with SHA-256`,
		theirs: "n8n's HTTP Request node, all at once",
	};
	const contenders = [
		{ name: names.bare, run: bare },
		{ name: names.bareInEngine, run: bareInEngine },
		{ name: names.ours, run: ours },
		{ name: names.theirs, run: theirs },
	];
	const costs = await race(contenders, rounds);
	await agent.close();
	await rm(folder, { recursive: true });
	const ratio = (one: string, other: string) => speedRatio(costs, one, other);
	return {
		id: 'downloads',
		title: 'Downloading PDFs',
		how: '200 PDFs of 200 kB over TLS, with binary data on disk',
		unit: 'PDFs/s',
		better: 'more',
		bars: rateBars(costs, count, names.ours),
		versions: { n8n: n8nVersion, undici: versionOf('undici') },
		notes: [
			...[...costs].map(
				([name, cost]) => `${name}: ${(cost.processorMs / count).toFixed(2)} ms of processor time per PDF`,
			),
			`node ÷ HTTP Request node: ${ratio(names.ours, names.theirs)}`,
			`node ÷ bare undici: ${ratio(names.ours, names.bare)}`,
			`node ÷ bare undici in the same engine: ${ratio(names.ours, names.bareInEngine)}`,
		],
	};
}

const ids = z.tuple([z.string(), z.string()]);

/** The least that a node can do: reads the same parameters as ours, asks with undici alone, stores in n8n's way. */
function bareNode(agent: Agent, origin: string): INodeType {
	return {
		description: { ...loadOurNode().description, credentials: [] },
		async execute() {
			const given = this.getInputData();
			const found: INodeExecutionData[] = [];
			let next = 0;
			const work = async () => {
				for (let item = next++; item < given.length; item = next++) {
					const [set, document] = ids.parse(['setId', 'documentId'].map((name) => this.getNodeParameter(name, item)));
					const file = `/v3/common/sets/${set}/get-single-pdf/${document}`;
					const { body } = await agent.request({ origin, path: file, method: 'GET' });
					const data = await this.helpers.prepareBinaryData(body, `${item}.pdf`, 'application/pdf');
					found[item] = { json: {}, binary: { data } };
				}
			};
			await Promise.all(Array.from({ length: atOnce }, work));
			return [found];
		},
	};
}

/** One PDF of 100 MB through the node, with binary data on disk: how much memory it takes on top. */
export async function measureLargePdf({ url }: Server): Promise<Comparison> {
	const { runWorkflow } = await loadEngine();
	const download = async (kilobytes: number) => {
		const items = [{ json: { setId, documentId: documentId(kilobytes) } }];
		expectItems(await runWorkflow(throughOurNode(url, items)), 1);
	};
	// What the first megabytes allocate once (code, buffers of the sockets) belongs to no single file.
	for (let warmUp = 0; warmUp < 20; warmUp++) await download(5_000);
	const bytes = await extraMemory(() => download(100_000));
	return {
		id: 'download-memory',
		title: 'Memory for a large download',
		how: 'One PDF of 100 MB, with binary data on disk: the most memory on top',
		unit: 'MB',
		better: 'less',
		bars: [{ name: 'Cargo Exchange node', value: bytes / 1e6, ours: true }],
		versions: {},
		notes: [],
	};
}

function throughOurNode(url: string, items: Array<{ json: { setId: string; documentId: string } }>) {
	return {
		types: { cargoExchange: loadOurNode() },
		nodes: [
			{
				name: 'Under Test',
				type: 'cargoExchange',
				parameters: {
					resource: 'document',
					operation: 'download',
					setId: '={{ $json.setId }}',
					documentId: '={{ $json.documentId }}',
				},
				credentials: { cargoExchangeApi: { id: 'x', name: 'x' } },
			},
		],
		credentials: {
			cargoExchangeApi: {
				baseUrl: url,
				importUrl: url,
				username: 'bench',
				password: 'bench-password',
				ignoreSslIssues: true,
			},
		},
		connections: { Input: { main: [[{ node: 'Under Test', type: 'main' as const, index: 0 }]] } },
		items,
	};
}

function expectItems(run: IRun, count: number): void {
	const task = run.data.resultData.runData['Under Test']?.at(-1);
	const found = task?.data?.main?.[0] ?? [];
	if (found.length !== count || found.some(({ binary }) => !binary)) {
		throw new Error(`${found.length} of ${count} items came with a file: ${task?.error?.message ?? ''}`);
	}
}
