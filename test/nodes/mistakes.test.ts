import { NodeOperationError, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { until, useSharedBroker } from '../helpers/broker';
import { makeCertificate } from '../helpers/certificates';
import { moveClockAhead } from '../helpers/clock';
import { textLike, useExchangeNode } from '../helpers/exchangeNode';
import { ActiveWorkflow } from '../trigger/activeWorkflow';

/** What a user does wrong most often, and what n8n's panel then says: what happened, and below it what to try. */
const exchange = useExchangeNode();
const { cert, key } = makeCertificate(['127.0.0.1']);
const selfSigned = useExchangeNode({ tls: { key, cert } });

type Explained = { message: string | RegExp; advice: RegExp };

/** The panel's two texts; no password in them, and none of the words that help nobody. */
function expectExplained(error: unknown, { message, advice }: Explained, itemIndex?: number): void {
	expect(error).toMatchObject({
		message: typeof message === 'string' ? message : textLike(message),
		description: textLike(advice),
		...(itemIndex !== undefined && { context: { itemIndex } }),
	});
	const { message: said, description } = error as NodeOperationError;
	expect(`${said} ${description ?? ''}`).not.toMatch(/\b(error|problem|failure|mistake|undefined|null)\b/i);
	expect(`${said} ${description ?? ''}`).not.toContain(exchange.simulator.accounts[0]?.password);
}

describe('the login to the exchange', () => {
	it.each<[string, () => Record<string, string>, Explained]>([
		[
			'1. the password is wrong',
			() => ({ password: 'not-it' }),
			{ message: /^The exchange refused the user name or password/, advice: /Check both in the credential/ },
		],
		[
			'2. the Base URL leads to another place',
			() => ({ baseUrl: `${exchange.simulator.url}/webshop` }),
			{
				message: /^This address has no login, so it is not the exchange's API/,
				advice: /Check the Base URL .* Leave out \/v3\/common/,
			},
		],
		[
			'3. the exchange cannot be reached',
			() => ({ baseUrl: 'http://127.0.0.1:9' }),
			{ message: '127.0.0.1:9 refused the connection', advice: /Check the Base URL .* nothing is listening/ },
		],
		[
			'4. the certificate is not trusted',
			() => ({ baseUrl: selfSigned.simulator.url }),
			{
				message: /is not trusted: it is self-signed$/,
				advice: /add its certificate authority to n8n.*For test systems only/s,
			},
		],
	])('%s', async (_, differing, explained) => {
		const credentials = { cargoExchangeApi: { ...exchange.credential, ...differing() } };
		const { error } = await exchange.run('counterparty.getMany', { returnAll: true }, { credentials });
		expectExplained(error, explained, 0);
	});
});

describe('a field of the action node', () => {
	const good = { json: { shipmentReference: 'GOOD', sets: [{ blNumber: 'BL-1' }] } };

	it.each<[string, string, INodeParameters, Explained]>([
		[
			'5. the expression for Set ID gives nothing',
			'document.download',
			{ setId: '={{ $json.setId }}', documentId: '={{ $json.documentId }}' },
			{ message: 'Set ID: must be filled in', advice: /check that the input item contains the field/ },
		],
		[
			'6. Download All gets an item that is no set and no event',
			'document.downloadAll',
			{},
			{ message: 'The input item has no set ID', advice: /a search result or a status event.*"Identify Set By"/ },
		],
		[
			'7. an import has text where a number stands',
			'shipment.import',
			{ inputMode: 'json', importRef: 'R', payload: '{ "shipmentReference": "S", "vessel": { "imo": "MV Aurora" } }' },
			{ message: /nothing was sent$/, advice: /vessel\.imo: "MV Aurora"\. Must be a whole number/ },
		],
		[
			'8. no customer is chosen',
			'set.search',
			{ allCustomers: false },
			{ message: 'No customer was chosen', advice: /choose at least one customer, or switch on "All Customers"/ },
		],
		[
			'9. the file for an import is not there',
			'shipment.import',
			{
				inputMode: 'json',
				importRef: 'R',
				payload: JSON.stringify(good.json),
				pdfs: { pdf: [{ binaryPropertyName: 'bill' }] },
				options: { validation: 'warn' },
			},
			{ message: 'The input item has no file in "bill"', advice: /Binary tab.*"Input Binary Field"/ },
		],
	])('%s', async (_, operation, parameters, explained) => {
		const items = [{ json: { subject: 'Hello' } }];
		exchange.asked();
		const { error, items: output } = await exchange.run(operation, parameters, { items });
		expectExplained(error, explained, 0);
		expect(output).toEqual([]);
		expect(exchange.asked()).toEqual([]);
	});
});

describe('the queue', () => {
	const shared = useSharedBroker();

	it.each<[string, IDataObject, object, Explained]>([
		[
			'10. its name is wrong',
			{ queue: 'parcel-statuz' },
			{},
			{ message: /^There is no queue "parcel-statuz" in the virtual host/, advice: /case-sensitive/ },
		],
		[
			'11. its password is wrong',
			{ queue: 'any' },
			{ password: 'not-it' },
			{
				message: /^The queue server refused the user name or password of/,
				advice: /The queue has its own login/,
			},
		],
		[
			'12. its port is wrong',
			{ queue: 'any' },
			{ port: 9 },
			{ message: /^Nothing is listening at .*:9\./, advice: /usually 5671 with SSL, 5672 without/ },
		],
	])('%s', async (_, parameters, differing, explained) => {
		const starting = ActiveWorkflow.start(new CargoExchangeTrigger(), 'mistaken', {
			queueAccount: { ...shared.account, ...differing },
			parameters,
		});
		await expect(starting).rejects.toBeInstanceOf(NodeOperationError);
		// Whoever publishes sees the message alone.
		const { message } = (await starting.catch((error: unknown) => error)) as NodeOperationError;
		expect(message).toMatch(explained.message);
		expect(message).toMatch(explained.advice);
		expect(message).not.toContain('not-it');
	});

	it('13. two workflows read it, one of them with a wrong password: that one shows the reason, the other gets every event', async () => {
		const { connection } = shared;
		const queue = await connection.queue();
		const start = (id: string, password: string, mode?: 'init') =>
			ActiveWorkflow.start(
				new CargoExchangeTrigger(),
				id,
				{ queueAccount: { ...shared.account, password }, parameters: { queue } },
				mode,
			);
		const right = await start('right', shared.account.password);
		const wrong = await start('wrong', 'not-it', 'init');
		await until(() => wrong.failures.length === 1);
		expect(wrong.fatal).toEqual([]);
		expectExplained(wrong.failures[0], { message: /user name or password/, advice: /Check both/ });
		await connection.publish(
			queue,
			['ISSUED', 'Signed'].map((newStatus) => JSON.stringify({ newStatus, setId: newStatus })),
		);
		await until(() => right.executions.length === 2);
		expect(wrong.executions).toEqual([]);
		await right.close();
		await wrong.close();
		// What waits for a workflow that may be back in a moment is kept for five seconds.
		moveClockAhead(6_000);
		await until(async () => (await connection.ready(queue)) === 2);
		jest.restoreAllMocks();
		await connection.channel.deleteQueue(queue);
	});
});
