import { apiAccount } from '../../scripts/demo/accounts';
import { createCredential, type CredentialData, type StoredCredential } from '../../scripts/n8n/rest/resources';
import type { Session } from '../../scripts/n8n/rest/session';
import { startSimulator, type Simulator } from '../../simulator';
import { testCredential } from './editorCalls';
import { startOwnN8n, type OwnN8n } from './ownN8n';
import { action, customerChoices, execute } from './place';

type Account = { credential: StoredCredential; data: CredentialData };

let n8n: OwnN8n;
let session: Session;
let simulator: Simulator;
/** The simulator at an address that n8n may connect to, and at one that it may not. */
let open: Account;
let closed: Account;

beforeAll(async () => {
	// One loopback address is closed, the one that the simulator listens on is not.
	n8n = await startOwnN8n({ N8N_SSRF_PROTECTION_ENABLED: 'true', N8N_SSRF_BLOCKED_IP_RANGES: '127.0.0.2/32' });
	session = await n8n.session();
	simulator = await startSimulator();
	const accountAt = async (baseUrl: string): Promise<Account> => {
		const data = { ...apiAccount(simulator), baseUrl };
		return { credential: await createCredential(session, baseUrl, 'cargoExchangeApi', data), data };
	};
	open = await accountAt(simulator.url);
	closed = await accountAt(simulator.url.replace('127.0.0.1', '127.0.0.2'));
});

afterAll(async () => {
	await simulator.stop();
	await n8n.remove();
});

function runNode({ credential }: Account) {
	const parameters = { resource: 'counterparty', operation: 'getMany', returnAll: true };
	return execute({ session }, action({ credentials: { api: credential } }, parameters));
}

const refusal = /n8n does not allow connections to/;

describe("n8n's protection of its own network", () => {
	it('lets the node, the Test button and the list of counterparties reach an address that is not closed', async () => {
		expect((await runNode(open)).problem).toBeNull();
		expect(await testCredential(session, open.credential, open.data)).toMatchObject({ status: 'OK' });
		expect(await customerChoices(session, open.credential)).toContain('Alta Mira Coffee');
	});

	it('keeps the node from an address that is closed', async () => {
		expect(JSON.stringify((await runNode(closed)).problem)).toMatch(refusal);
	});

	it('keeps the Test button from an address that is closed', async () => {
		const { status, message } = await testCredential(session, closed.credential, closed.data);
		expect(status).toBe('Error');
		expect(message).toMatch(refusal);
	});

	it('keeps the list of counterparties from an address that is closed', async () => {
		await expect(customerChoices(session, closed.credential)).rejects.toThrow(refusal);
	});
});
