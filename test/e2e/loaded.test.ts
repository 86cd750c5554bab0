import { signIn, type Session } from '../../scripts/n8n/rest/session';
import { credentialTypes, nodeTypes } from './editorCalls';
import { given } from './place';

const ours = 'n8n-nodes-cargo-exchange.';

describe('the package in a real n8n', () => {
	let session: Session;
	beforeAll(async () => {
		session = await signIn(given('E2E_N8N_URL'));
	});

	it('brings the action node, both triggers and the action node as an AI tool', async () => {
		const names = (await nodeTypes(session)).map(({ name }) => name).filter((name) => name.startsWith(ours));
		expect(names.sort()).toEqual([
			`${ours}cargoExchange`,
			`${ours}cargoExchangePollingTrigger`,
			`${ours}cargoExchangeTool`,
			`${ours}cargoExchangeTrigger`,
		]);
	});

	it('brings both credential types', async () => {
		const found = (await credentialTypes(session)).filter(({ name }) => name.startsWith('cargoExchange'));
		expect(found.map(({ name }) => name).sort()).toEqual(['cargoExchangeApi', 'cargoExchangeQueueApi']);
	});

	it('shows an icon of its own, light and dark, for each node and credential', async () => {
		const nodes = (await nodeTypes(session)).filter(({ name }) => name.startsWith(ours));
		const credentials = (await credentialTypes(session)).filter(({ name }) => name.startsWith('cargoExchange'));
		expect(nodes.length + credentials.length).toBe(6);
		for (const { name, iconUrl } of [...nodes, ...credentials]) {
			if (typeof iconUrl !== 'object') throw new Error(`${name} has no pair of icons`);
			expect(iconUrl.light).not.toBe(iconUrl.dark);
			for (const path of [iconUrl.light, iconUrl.dark])
				expect((await session.bytes(`/${path}`)).toString()).toContain('<svg');
		}
	});
});
