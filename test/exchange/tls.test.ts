import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { startSimulator, type Simulator } from '../../simulator';
import { makeAuthority, makeCertificate } from '../helpers/certificates';
import { accountFor, quickTries } from '../helpers/exchangeClient';

describe('an exchange by https', () => {
	let exchange: Simulator;
	afterEach(async () => {
		await closeConnections();
		await exchange.stop();
	});

	it.each([
		['made by itself', makeCertificate(['127.0.0.1']), 'it is self-signed', 'NODE_EXTRA_CA_CERTS'],
		[
			'of an unknown authority',
			makeCertificate(['127.0.0.1'], makeAuthority()),
			'its certificate authority is unknown',
			'NODE_EXTRA_CA_CERTS',
		],
		['that has expired', makeCertificate(['127.0.0.1'], undefined, -1), 'it has expired', 'clock of the n8n server'],
		[
			'that is not valid yet',
			makeCertificate(['127.0.0.1'], undefined, 30, 1),
			'it is not valid yet',
			'clock of the n8n server',
		],
	])('with a certificate %s gets no login, until the credential says so', async (_what, tls, reason, advice) => {
		exchange = await startSimulator({ tls });
		const account = accountFor(exchange);
		await expect(createClient(account, quickTries).counterparties()).rejects.toMatchObject({
			name: 'ServiceError',
			status: null,
			message: expect.stringMatching(`^The certificate of 127\\.0\\.0\\.1:\\d+ is not trusted: (${reason})$`) as string,
			description: expect.stringMatching(`${advice}.*Ignore SSL Issues`) as string,
		});
		expect(exchange.requests).toEqual([]);
		const lax = { ...account, ignoreSslIssues: true };
		expect((await createClient(lax).counterparties()).length).toBeGreaterThan(0);
		// Neither the connection nor the login of the lax credential serves the strict one.
		await expect(createClient(account, quickTries).counterparties()).rejects.toThrow('is not trusted');
	});
});
