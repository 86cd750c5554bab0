import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { checkQueue, parseQueueCredential, type BrokerSettings } from '../../nodes/CargoExchange/amqp';
import { AmqpError } from '../../nodes/CargoExchange/errors';
import type { Broker } from '../../scripts/broker';
import {
	accountOf,
	brokerStartMs,
	connectionNames,
	openConnection,
	ownBroker,
	until,
	type TestConnection,
} from '../helpers/broker';
import { makeAuthority, makeCertificate } from '../helpers/certificates';
import { startTcpProxy } from '../helpers/tcpProxy';

const emptyQueue = { messages: 0, consumers: 0, clusterName: expect.any(String) as unknown };
const authority = makeAuthority();
const stranger = makeAuthority('Another authority');
const good = makeCertificate(['localhost', '127.0.0.1'], authority);
let folder: string;
let broker: Broker;
let connection: TestConnection;
let queue: string;
let account: BrokerSettings;
let tlsAccount: BrokerSettings;
/** A port that takes connections and says nothing. */
let mute: Server;
/** A port that speaks another protocol. */
let web: Server;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'cargo-exchange-test-'));
	const file = (name: string, text: string) => {
		writeFileSync(join(folder, name), text);
		return join(folder, name);
	};
	broker = await ownBroker({
		config: [
			'listeners.ssl.local = 127.0.0.1:{port}',
			`ssl_options.cacertfile = ${file('ca.pem', authority.cert)}`,
			`ssl_options.certfile = ${file('cert.pem', good.cert)}`,
			`ssl_options.keyfile = ${file('key.pem', good.key)}`,
			'ssl_options.verify = verify_peer',
			'ssl_options.fail_if_no_peer_cert = false',
		],
	});
	connection = await openConnection(broker.url);
	queue = await connection.queue();
	account = accountOf(broker.url);
	tlsAccount = { ...account, hostname: 'localhost', port: broker.extraPort, ssl: true, ca: authority.cert };
	await broker.control(['add_user', 'guest of none', 'p4ss']);
	await broker.control(['add_vhost', 'own/house %2F']);
	await broker.control(['add_user', 'writer', 'p4ss']);
	await broker.control(['set_permissions', 'writer', '.*', '.*', '^$']);
	await broker.control(['set_permissions', '-p', 'own/house %2F', 'guest', '.*', '.*', '.*']);
	mute = createServer();
	web = createServer((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
	for (const server of [mute, web]) {
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
	}
}, brokerStartMs);

afterAll(async () => {
	await connection.close();
	await broker.stop();
	mute.close();
	web.close();
	rmSync(folder, { recursive: true });
});

/** A limit that no answer meets, however slow the machine. */
const patient = { timeoutMs: 60_000 };

async function faultOf(
	given: Partial<BrokerSettings>,
	name: string | null = queue,
	limit = patient,
): Promise<AmqpError> {
	try {
		await checkQueue({ ...account, password: 'guest', ...given }, name, limit);
	} catch (error) {
		if (error instanceof AmqpError) return error;
		throw error;
	}
	throw new Error('It worked');
}

function portOf(server: Server): number {
	const address = server.address();
	return typeof address === 'object' && address ? address.port : 0;
}

describe('a fault of the connection', () => {
	it.each<[string, () => Parameters<typeof faultOf>, boolean, RegExp]>([
		[
			'an unknown host',
			() => [{ hostname: 'no-such-host.invalid' }],
			false,
			/host "no-such-host.invalid" was not found/,
		],
		// A group of receivers is no host that TCP could reach.
		['a host that cannot be reached', () => [{ hostname: '224.0.0.1' }], false, /224.0.0.1:\d+ could not be reached/],
		['a port where nothing listens', () => [{ port: 1 }], false, /Nothing is listening at 127.0.0.1:1/],
		[
			'a port that says nothing',
			() => [{ port: portOf(mute) }, queue, { timeoutMs: 2000 }],
			false,
			/not answer within 2 s/,
		],
		[
			'a port that says nothing to TLS',
			() => [{ port: portOf(mute), ssl: true }, queue, { timeoutMs: 2000 }],
			false,
			/not answer within 2 s/,
		],
		['a web server', () => [{ port: portOf(web) }], true, /not a queue server \(AMQP\)/],
		['a wrong password', () => [{ password: 'S3cret' }], true, /refused the user name or password of "guest"/],
		['an unknown user', () => [{ username: 'nobody' }], true, /refused the user name or password of "nobody"/],
		['an unknown virtual host', () => [{ vhost: 'nowhere' }], true, /no virtual host "nowhere"/],
		[
			'a virtual host of others',
			() => [{ username: 'guest of none', password: 'p4ss' }],
			true,
			/"guest of none" may not use the virtual host "\/"/,
		],
		['a queue of others', () => [{ username: 'writer', password: 'p4ss' }], true, /"writer" may not read the queue/],
		['an unknown queue', () => [{}, 'nothing here'], true, /no queue "nothing here" in the virtual host "\/"/],
		['TLS to a plain port', () => [{ ssl: true }], true, /does not speak TLS, and SSL is on/],
		['plain to a TLS port', () => [{ port: broker.extraPort }], true, /expects TLS, and SSL is off/],
		[
			'an untrusted certificate',
			() => [{ ...tlsAccount, ca: '' }],
			true,
			/certificate of localhost:\d+ is not trusted/,
		],
		['a certificate of another authority', () => [{ ...tlsAccount, ca: stranger.cert }], true, /is not trusted/],
		['a queue name that is too long', () => [{}, 'q'.repeat(256)], true, /name of the queue is too long/],
		[
			'a client certificate without its key',
			() => [{ ...tlsAccount, cert: good.cert, key: 'nonsense' }],
			true,
			/cannot be used/,
		],
		[
			'a client certificate that the broker does not trust',
			() => [{ ...tlsAccount, ...makeCertificate(['client'], stranger) }],
			true,
			/refused the TLS connection/,
		],
		[
			'a login by certificate that the broker does not offer',
			() => [{ ...tlsAccount, ...makeCertificate(['client'], authority), username: '', password: '' }],
			true,
			/does not support this type of login/,
		],
	])('is explained: %s', async (_what, given, permanent, words) => {
		const fault = await faultOf(...given());
		expect(fault.message).toMatch(words);
		expect(fault).toMatchObject({ permanent });
		expect(fault.description.length).toBeGreaterThan(20);
		expect(`${fault.message} ${fault.description}`).not.toMatch(/error|problem|failure|S3cret|p4ss|BEGIN (CERT|.*KEY)/);
	});

	it('is explained: a certificate that has expired or is not valid yet, and one for another host', async () => {
		const swap = async (cert: { cert: string; key: string }) => {
			writeFileSync(join(folder, 'cert.pem'), cert.cert);
			writeFileSync(join(folder, 'key.pem'), cert.key);
			await broker.control(['eval', 'ssl:clear_pem_cache().']);
		};
		await swap(makeCertificate(['localhost'], authority, -1));
		expect((await faultOf(tlsAccount)).message).toContain('has expired');
		await swap(makeCertificate(['localhost'], authority, 30, 1));
		expect((await faultOf(tlsAccount)).message).toContain('is not valid yet');
		await swap(makeCertificate(['elsewhere.example'], authority));
		expect((await faultOf(tlsAccount)).message).toContain('another host name');
		await swap(good);
	});

	it('is explained when all connections of the virtual host are taken', async () => {
		await broker.control(['set_vhost_limits', '-p', 'own/house %2F', '{"max-connections": 0}']);
		const fault = await faultOf({ vhost: 'own/house %2F' }, null);
		await broker.control(['clear_vhost_limits', '-p', 'own/house %2F']);
		expect(fault).toMatchObject({ permanent: false });
		expect(fault.message).toContain('connection limit');
	});
});

it('waits for a virtual host that is down, and does not report wrong settings', async () => {
	await broker.control(['add_vhost', 'resting']);
	await broker.control(['set_permissions', '-p', 'resting', 'guest', '.*', '.*', '.*']);
	await broker.control(['eval', 'rabbit_vhost_sup_sup:delete_on_all_nodes(<<"resting">>).']);
	const fault = await faultOf({ vhost: 'resting' }, null);
	expect(fault).toMatchObject({ permanent: false });
	expect(fault.description).toContain('is down');
});

describe('a connection that works', () => {
	it('may use TLS with an authority of its own', async () => {
		expect(await checkQueue(tlsAccount, queue, patient)).toEqual(emptyQueue);
	});

	it('may use TLS with an address instead of a name', async () => {
		expect(await checkQueue({ ...tlsAccount, hostname: '127.0.0.1' }, queue, patient)).toEqual(emptyQueue);
	});

	it("is not there if the authority's place is taken by the certificate of the broker itself", async () => {
		expect(await checkQueue({ ...tlsAccount, ca: good.cert }, queue, patient)).toEqual(emptyQueue);
	});

	it('may ignore what is wrong with the certificate', async () => {
		expect(await checkQueue({ ...tlsAccount, ca: '', ignoreSslIssues: true }, queue, patient)).toEqual(emptyQueue);
	});

	it('may show a client certificate whose key has a passphrase', async () => {
		const client = makeCertificate(['client'], authority);
		const key = client.privateKey
			.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' })
			.toString();
		const trusted = { ...tlsAccount, cert: client.cert, key, passphrase: 'open' };
		expect(await checkQueue(trusted, queue, patient)).toEqual(emptyQueue);
		const fault = await faultOf({ ...tlsAccount, cert: client.cert, key, passphrase: 'wrong' });
		expect(fault.message).toContain('cannot be used');
	});

	it('may go to a virtual host whose name needs encoding, and to the default one when it is empty', async () => {
		expect(await checkQueue({ ...account, vhost: 'own/house %2F' }, null, patient)).toBeNull();
		expect(await checkQueue(parseQueueCredential({ ...account, vhost: '' }), queue, patient)).toEqual(emptyQueue);
	});

	it('may go to an IPv6 address, with or without brackets', async () => {
		const proxy = await startTcpProxy(account.port, '::1');
		for (const hostname of ['::1', '[::1]', 'amqp://[::1]/']) {
			expect(
				await checkQueue(parseQueueCredential({ ...account, hostname, port: proxy.port }), queue, patient),
			).toEqual(emptyQueue);
		}
		await proxy.stop();
	});

	it('leaves nothing behind, whether it worked or not', async () => {
		await until(async () => (await connectionNames(broker)).length === 0);
	});
});
