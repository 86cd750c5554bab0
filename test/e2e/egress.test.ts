import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { apiAccount } from '../../scripts/demo/accounts';
import { installN8n, n8nVersion } from '../../scripts/n8n/install';
import {
	createCredential,
	testCredential,
	type CredentialData,
	type StoredCredential,
} from '../../scripts/n8n/rest/resources';
import { finished, type Execution } from '../../scripts/n8n/rest/executions';
import { signIn, type Session } from '../../scripts/n8n/rest/session';
import { createWorkflow, runWorkflow } from '../../scripts/n8n/rest/workflows';
import { startN8n, type N8nServer } from '../../scripts/n8n/server';
import { installPackage, packPackage } from '../../scripts/n8n/package';
import { startSimulator, type Simulator } from '../../simulator';
import { chain, manualTrigger } from './place';

/** n8n 1 has no protection of its own network. */
const isProtected = !n8nVersion.startsWith('1.');
const nodeType = 'n8n-nodes-cargo-exchange.cargoExchange';

let folder: string;
let n8n: N8nServer;
let session: Session;
let simulator: Simulator;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'cargo-exchange-egress-'));
	const install = await installN8n({ onProgress: () => undefined });
	const userFolder = join(folder, 'n8n');
	await installPackage(await packPackage(join(folder, 'packed'), { build: false }), userFolder);
	// One loopback address is closed, the one that the simulator listens on is not.
	const environment = { N8N_SSRF_PROTECTION_ENABLED: 'true', N8N_SSRF_BLOCKED_IP_RANGES: '127.0.0.2/32' };
	n8n = await startN8n({ install, userFolder, environment });
	session = await signIn(n8n.url);
	simulator = await startSimulator();
});

afterAll(async () => {
	await simulator.stop();
	await n8n.stop();
	await rm(folder, { recursive: true, force: true });
});

type Base = { baseUrl: string };
const open = () => ({ baseUrl: simulator.url });
const closed = () => ({ baseUrl: simulator.url.replace('127.0.0.1', '127.0.0.2') });

async function stored(base: Base): Promise<{ credential: StoredCredential; data: CredentialData }> {
	const data = { ...apiAccount(simulator), ...base };
	return { credential: await createCredential(session, base.baseUrl, 'cargoExchangeApi', data), data };
}

async function runNode(base: Base): Promise<Execution> {
	const { credential } = await stored(base);
	const parameters = { resource: 'counterparty', operation: 'getMany', returnAll: true };
	const node = {
		name: 'Exchange',
		type: nodeType,
		typeVersion: 1,
		parameters,
		credentials: { cargoExchangeApi: credential },
	};
	const workflow = await createWorkflow(session, chain(base.baseUrl, [manualTrigger, node]));
	return await finished(session, await runWorkflow(session, workflow, manualTrigger.name));
}

async function listCounterparties(base: Base): Promise<Array<{ name: string }>> {
	const { credential } = await stored(base);
	return await session.call('POST', '/dynamic-node-parameters/options', z.array(z.looseObject({ name: z.string() })), {
		nodeTypeAndVersion: { name: nodeType, version: 1 },
		path: 'parameters.customerIds',
		methodName: 'getCounterparties',
		currentNodeParameters: { resource: 'set', operation: 'search' },
		credentials: { cargoExchangeApi: credential },
	});
}

const refusal = /n8n does not allow connections to/;

describe("n8n's protection of its own network", () => {
	it('lets the node, the Test button and the list of counterparties reach an address that is not closed', async () => {
		expect((await runNode(open())).problem).toBeNull();
		const { credential, data } = await stored(open());
		expect(await testCredential(session, credential, data)).toMatchObject({ status: 'OK' });
		expect((await listCounterparties(open())).map(({ name }) => name)).toContain('Alta Mira Coffee');
	});

	if (!isProtected) return;

	it('keeps the node from an address that is closed', async () => {
		expect(JSON.stringify((await runNode(closed())).problem)).toMatch(refusal);
	});

	it('keeps the Test button from an address that is closed', async () => {
		const { credential, data } = await stored(closed());
		const { status, message } = await testCredential(session, credential, data);
		expect(status).toBe('Error');
		expect(message).toMatch(refusal);
	});

	it('keeps the list of counterparties from an address that is closed', async () => {
		await expect(listCounterparties(closed())).rejects.toThrow(refusal);
	});
});
