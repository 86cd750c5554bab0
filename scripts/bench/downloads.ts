import { once } from 'node:events';
import path from 'node:path';
import { fork } from 'node:child_process';
import * as z from 'zod/v4';
import type { WorkflowUnderTest } from '../../test/helpers/engine';
import { n8nVersion } from '../n8n/install';
import { extraMemory, race, rateBars, speedRatio } from './measure';
import { httpRequestNode, ourNode, outputOf } from './n8nEngine';
import type { Comparison } from './results';

const setId = '01234567-89ab-cdef-0123-456789abcdef';
const documentId = (kilobytes: number) => `00000000-0000-4000-8000-${String(kilobytes).padStart(12, '0')}`;

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

/** 200 PDFs of 200 kB over TLS: with the node, and in the same engine with n8n's HTTP Request node. */
export async function compareDownloads({ url }: Server, rounds: number): Promise<Comparison> {
	const count = 200;
	const address = `${url}/v3/common/sets/${setId}/get-single-pdf/${documentId(200)}`;
	const items = Array.from({ length: count }, () => ({ json: { setId, documentId: documentId(200), address } }));

	const expectFiles = async (work: WorkflowUnderTest) => {
		const files = (await outputOf(work)).filter(({ binary }) => binary);
		if (files.length !== count) throw new Error(`${files.length} of ${count} items have a file`);
	};
	const ours = ourNode(url, fromItems, items);
	const response = { response: { responseFormat: 'file', outputPropertyName: 'data' } };
	const theirs = await httpRequestNode({ method: 'GET', url: '={{ $json.address }}', options: { response } }, items);

	const names = {
		ours: 'Cargo Exchange node, 4 at a time, with validation and SHA-256',
		theirs: "n8n's HTTP Request node, all at once",
	};
	const contenders = [
		{ name: names.ours, run: () => expectFiles(ours) },
		{ name: names.theirs, run: () => expectFiles(theirs) },
	];
	const costs = await race(contenders, rounds);
	return {
		id: 'downloads',
		title: 'Downloading PDFs',
		how: '200 PDFs of 200 kB over TLS, with binary data on disk',
		unit: 'PDFs/s',
		better: 'more',
		bars: rateBars(costs, count),
		versions: { n8n: n8nVersion },
		notes: [`node ÷ HTTP Request node: ${speedRatio(costs, names.ours, names.theirs)}`],
	};
}

const fromItems = {
	resource: 'document',
	operation: 'download',
	setId: '={{ $json.setId }}',
	documentId: '={{ $json.documentId }}',
};

/** One PDF of 100 MB with the node, with binary data on disk: the extra memory that it takes, in bytes. */
export async function memoryOfDownload({ url }: Server): Promise<number> {
	const download = async (kilobytes: number) => {
		await outputOf(ourNode(url, fromItems, [{ json: { setId, documentId: documentId(kilobytes) } }]));
	};
	// Code and socket buffers, allocated once, are not part of the measurement.
	for (let warmUp = 0; warmUp < 20; warmUp++) await download(5_000);
	return await extraMemory(() => download(100_000));
}
