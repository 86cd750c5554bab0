import { once } from 'node:events';
import path from 'node:path';
import { fork } from 'node:child_process';
import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import { Agent } from 'undici';
import * as z from 'zod/v4';
import type { WorkflowUnderTest } from '../../test/helpers/engine';
import { n8nVersion } from '../n8n/install';
import { extraMemory, race, rateBars, speedRatio, versionOf } from './measure';
import { httpRequestNode, loadOurNode, ourNode, outputOf } from './n8nEngine';
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

/** 200 PDFs of 200 kB over TLS: with the node, and in the same engine with n8n's HTTP Request node and with bare undici. */
export async function compareDownloads({ url }: Server, rounds: number): Promise<Comparison> {
	const count = 200;
	const address = `${url}/v3/common/sets/${setId}/get-single-pdf/${documentId(200)}`;
	const items = Array.from({ length: count }, () => ({ json: { setId, documentId: documentId(200), address } }));
	const agent = new Agent({ connect: { rejectUnauthorized: false } });

	const expectFiles = async (work: WorkflowUnderTest) => {
		const files = (await outputOf(work)).filter(({ binary }) => binary);
		if (files.length !== count) throw new Error(`${files.length} of ${count} items have a file`);
	};
	const inEngine = ourNode(url, fromItems, items, bareNode(agent, url));
	const ours = ourNode(url, fromItems, items);
	const response = { response: { responseFormat: 'file', outputPropertyName: 'data' } };
	const theirs = await httpRequestNode({ method: 'GET', url: '={{ $json.address }}', options: { response } }, items);

	const names = {
		bareInEngine: `bare undici, ${atOnce} at a time, in a node with the same parameters, into n8n's binary data storage`,
		ours: `Cargo Exchange node, ${atOnce} at a time, with validation and SHA-256`,
		theirs: "n8n's HTTP Request node, all at once",
	};
	const contenders = [
		{ name: names.bareInEngine, run: () => expectFiles(inEngine) },
		{ name: names.ours, run: () => expectFiles(ours) },
		{ name: names.theirs, run: () => expectFiles(theirs) },
	];
	const costs = await race(contenders, rounds);
	await agent.close();
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
			`node ÷ HTTP Request node: ${ratio(names.ours, names.theirs)}`,
			`node ÷ bare undici in the same engine: ${ratio(names.ours, names.bareInEngine)}`,
		],
	};
}

const fromItems = {
	resource: 'document',
	operation: 'download',
	setId: '={{ $json.setId }}',
	documentId: '={{ $json.documentId }}',
};

const ids = z.tuple([z.string(), z.string()]);

/** The least that a node can do: reads the same parameters as ours, downloads with undici alone, stores in n8n's way. */
function bareNode(agent: Agent, origin: string): INodeType {
	return {
		description: { ...loadOurNode().description, credentials: [] },
		async execute() {
			const given = this.getInputData();
			const found: INodeExecutionData[] = [];
			await inParallel(given.length, async (item) => {
				const [set, document] = ids.parse(['setId', 'documentId'].map((name) => this.getNodeParameter(name, item)));
				const file = `/v3/common/sets/${set}/get-single-pdf/${document}`;
				const { body } = await agent.request({ origin, path: file, method: 'GET' });
				const data = await this.helpers.prepareBinaryData(body, `${item}.pdf`, 'application/pdf');
				found[item] = { json: {}, binary: { data } };
			});
			return [found];
		},
	};
}

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
	let next = 0;
	const worker = async () => {
		for (let index = next++; index < count; index = next++) await work(index);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
}

/** One PDF of 100 MB with the node, with binary data on disk: the extra memory that it takes, in bytes. */
export async function memoryOfDownload({ url }: Server): Promise<number> {
	const download = async (kilobytes: number) => {
		await outputOf(ourNode(url, fromItems, [{ json: { setId, documentId: documentId(kilobytes) } }]));
	};
	// Code and socket buffers, allocated once, are not part of the measurement.
	for (let warmUp = 0; warmUp < 20; warmUp++) await download(5_000);
	return await extraMemory(() => download(100_000));
}
