import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';
import type { BrokerSettings } from '../../nodes/CargoExchange/amqp';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import type { Broker } from '../../scripts/broker';
import { accountOf, brokerStartMs, openConnection, ownBroker, until, type TestConnection } from '../helpers/broker';
import { makeAuthority, makeCertificate } from '../helpers/certificates';
import { ActiveWorkflow } from './activeWorkflow';

const authority = makeAuthority();
const reader = makeCertificate(['queue-reader'], authority);
const server = makeCertificate(['localhost'], authority);
const password = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');

let folder: string;
let broker: Broker;
let connection: TestConnection;
let queue: string;
/** Logs in by the client certificate alone. */
let byCertificate: BrokerSettings;
const login = { username: 'cargo', password };
const workflows: ActiveWorkflow[] = [];

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'cargo-exchange-test-'));
	writeFileSync(path.join(folder, 'cacert.pem'), authority.cert);
	writeFileSync(path.join(folder, 'cert.pem'), server.cert);
	writeFileSync(path.join(folder, 'key.pem'), server.key);
	broker = await ownBroker({
		plugins: ['rabbitmq_auth_mechanism_ssl'],
		config: [
			'listeners.ssl.local = 127.0.0.1:{port}',
			...['cacert', 'cert', 'key'].map((name) => `ssl_options.${name}file = ${path.join(folder, `${name}.pem`)}`),
			'ssl_options.verify = verify_peer',
			'ssl_options.fail_if_no_peer_cert = true',
			'auth_mechanisms.1 = PLAIN',
			'auth_mechanisms.2 = EXTERNAL',
			'ssl_cert_login_from = common_name',
		],
	});
	connection = await openConnection(broker.url);
	queue = await connection.queue();
	for (const user of ['cargo', 'queue-reader', 'visitor']) {
		await broker.control(['add_user', '--', user, password]);
		if (user !== 'visitor') await broker.control(['set_permissions', user, '.*', '.*', '.*']);
	}
	await broker.control(['clear_password', 'queue-reader']);
	byCertificate = {
		...accountOf(broker.url),
		hostname: 'localhost',
		port: broker.extraPort,
		ssl: true,
		username: '',
		password: '',
		ca: authority.cert,
		cert: reader.cert,
		key: reader.key,
	};
}, brokerStartMs);

afterEach(async () => {
	for (const workflow of workflows.splice(0)) await workflow.close();
});
afterAll(async () => {
	await connection.close();
	await broker.stop();
	rmSync(folder, { recursive: true });
});

async function testQueueCredential(account: BrokerSettings) {
	const { credentialTest } = new CargoExchangeTrigger().methods;
	const data = { ...account } as ICredentialDataDecryptedObject;
	const credential = { id: '1', name: 'q', type: 'cargoExchangeQueueApi', data };
	return await credentialTest.testCargoExchangeQueueApi.call({} as ICredentialTestFunctions, credential);
}

async function publishWorkflow(queueAccount: BrokerSettings): Promise<ActiveWorkflow> {
	const workflow = await ActiveWorkflow.start(new CargoExchangeTrigger(), `tls ${workflows.length}`, {
		parameters: { queue },
		queueAccount,
	});
	workflows.push(workflow);
	return workflow;
}

it.each<[string, () => BrokerSettings]>([
	['a client certificate and a password of all printable characters', () => ({ ...byCertificate, ...login })],
	['the client certificate alone', () => byCertificate],
	[
		'a client certificate pasted into one line',
		() => ({ ...byCertificate, cert: reader.cert.replaceAll('\n', ' '), key: reader.key.replaceAll('\n', ' ') }),
	],
])('a workflow reads the queue over TLS with %s', async (_what, account) => {
	expect(await testQueueCredential(account())).toMatchObject({ status: 'OK' });
	const workflow = await publishWorkflow(account());
	const setId = randomUUID();
	await connection.publish(
		queue,
		['ISSUED', 'SIGNED'].map((newStatus) => JSON.stringify({ newStatus, setId })),
	);
	await until(() => workflow.executions.length === 2);
	expect(workflow.fields('event')).toEqual(['issued', 'signed']);
});

it.each<[string, () => Partial<BrokerSettings>, RegExp]>([
	['no client certificate', () => ({ ...login, cert: '', key: '' }), /localhost:\d+ refused the TLS connection/],
	[
		'a user who may not read the queue',
		() => makeCertificate(['visitor'], authority),
		/The user of the client certificate may not/,
	],
	[
		'a client certificate of nobody',
		() => makeCertificate(['nobody'], authority),
		/The queue server refused the login with the client certificate/,
	],
])('an obstacle is named by the credential test and by the trigger: %s', async (_what, change, words) => {
	const account = { ...byCertificate, ...change() };
	const { status, message } = await testQueueCredential(account);
	expect(status).toBe('Error');
	expect(message).toMatch(words);
	await expect(publishWorkflow(account)).rejects.toThrow(words);
});
