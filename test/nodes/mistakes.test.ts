import { NodeOperationError, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { lendHand, sharedAccount, until } from '../helpers/broker';
import { makeCertificate } from '../helpers/certificates';
import { textLike, useExchangeNode } from '../helpers/exchangeNode';
import { ActiveWorkflow } from '../trigger/activeWorkflow';

/** What a user does wrong most often, and what n8n's panel then says: what happened, and below it what to try. */
const exchange = useExchangeNode();
const { cert, key } = makeCertificate(['127.0.0.1']);
const selfSigned = useExchangeNode({ tls: { key, cert } });

type Told = { message: string | RegExp; advice: RegExp };

/** The panel's two texts; no password in them, and none of the words that help nobody. */
function expectTold(error: unknown, { message, advice }: Told, itemIndex?: number): void {
	expect(error).toMatchObject({
		message: typeof message === 'string' ? message : textLike(message),
		description: textLike(advice),
		...(itemIndex !== undefined && { context: { itemIndex } }),
	});
	const { message: said, description } = error as NodeOperationError;
	expect(`${said} ${description ?? ''}`).not.toMatch(/\b(error|problem|failure|mistake|undefined|null)\b/i);
	expect(`${said} ${description ?? ''}`).not.toContain(exchange.simulator.accounts[0]?.password);
}

describe('the log-in to the exchange', () => {
	const searchWith = async (differing: Record<string, string>) => {
		const credentials = { cargoExchangeApi: { ...exchange.credential, ...differing } };
		const parameters = { customerIds: [exchange.simulator.customerId] };
		return (await exchange.run('set.search', parameters, { credentials })).error;
	};

	it('1. the password is wrong', async () => {
		expectTold(
			await searchWith({ password: 'not-it' }),
			{ message: /^The exchange refused the user name or password/, advice: /Check both in the credential/ },
			0,
		);
	});

	it('2. the Base URL leads to another place', async () => {
		expectTold(
			await searchWith({ baseUrl: `${exchange.simulator.url}/webshop` }),
			{ message: /^There is no log-in at this address/, advice: /Check the Base URL .* ends before \/v3\/common/ },
			0,
		);
	});

	it('3. the exchange cannot be reached', async () => {
		expectTold(
			await searchWith({ baseUrl: 'http://127.0.0.1:9' }),
			{ message: '127.0.0.1:9 refused the connection', advice: /Check the Base URL .* nothing listens/ },
			0,
		);
	});

	it('4. the certificate is not trusted', async () => {
		expectTold(
			await searchWith({ baseUrl: selfSigned.simulator.url }),
			{
				message: /is not trusted: it is self-signed$/,
				advice: /certificate authority known to n8n.*For a test system only/s,
			},
			0,
		);
	});
});

describe('a field of the action node', () => {
	const good = { json: { shipmentReference: 'GOOD', sets: [{ blNumber: 'BL-1' }] } };

	it.each<[string, string, INodeParameters, Told]>([
		[
			'5. the expression for Set ID gives nothing',
			'document.download',
			{ setId: '={{ $json.setId }}', documentId: '={{ $json.documentId }}' },
			{ message: 'Set ID: must be filled in', advice: /the incoming item lacks what the expression names/ },
		],
		[
			'6. Download All gets an item that is no set and no event',
			'document.downloadAll',
			{},
			{ message: 'The incoming item names no set', advice: /a search result or a status event.*"Set Source"/ },
		],
		[
			'7. an import has text where a number stands',
			'shipment.import',
			{ importRef: 'R', payload: '{ "shipmentReference": "S", "vessel": { "imo": "MV Aurora" } }' },
			{ message: /nothing was sent$/, advice: /vessel\.imo: "MV Aurora"\. Must be a whole number/ },
		],
		[
			'8. no customer is chosen',
			'set.search',
			{},
			{ message: 'No customer was chosen', advice: /Choose at least one customer, or switch on "All Customers"/ },
		],
		[
			'9. the file for an import is not there',
			'shipment.import',
			{ importRef: 'R', payload: JSON.stringify(good.json), pdfs: { pdf: [{ binaryPropertyName: 'bill' }] } },
			{ message: 'The incoming item has no file in "bill"', advice: /Binary tab.*"Input Binary Field"/ },
		],
	])('%s', async (_, operation, parameters, told) => {
		const items = [{ json: { subject: 'Hello' } }];
		const { error, items: output } = await exchange.run(operation, parameters, { items });
		expectTold(error, told, 0);
		expect(output).toEqual([]);
	});

	it('names the item that cannot be worked on, where others can', async () => {
		const [set] = exchange.simulator.store.sets.all();
		const items = [
			{ json: { setId: set?.setId ?? '', shipmentRef: set?.shipmentRef ?? '' } },
			{ json: { subject: 'Hello' } },
		];
		const { error } = await exchange.run('document.getMany', {}, { items });
		expectTold(error, { message: 'The incoming item names no set', advice: /setId/ }, 1);
	});
});

describe('the queue', () => {
	const account = sharedAccount();

	it.each<[string, IDataObject, object, Told]>([
		[
			'10. its name is wrong',
			{ queue: 'parcel-statuz' },
			{},
			{ message: /^There is no queue "parcel-statuz" in the virtual host/, advice: /letter case matters/ },
		],
		[
			'11. its password is wrong',
			{ queue: 'any' },
			{ password: 'not-it' },
			{
				message: /^The broker refused the user name or password of/,
				advice: /differ from the log-in of the application/,
			},
		],
		[
			'12. its port is wrong',
			{ queue: 'any' },
			{ port: 9 },
			{ message: /^Nothing answers at .*:9$/, advice: /usually 5671 with SSL, 5672 without/ },
		],
		['13. it is not named', { queue: '' }, {}, { message: /Queue/, advice: /\w/ }],
	])('%s', async (_, parameters, differing, told) => {
		const starting = ActiveWorkflow.start(new CargoExchangeTrigger(), 'mistaken', {
			queueAccount: { ...account, ...differing },
			parameters,
		});
		expectTold(await starting.catch((error: unknown) => error), told);
	});

	it('14. two workflows read it, one of them with a wrong password: that one is told, the other gets every event', async () => {
		const hand = await lendHand(process.env.AMQP_URL ?? '');
		const queue = await hand.queue();
		const start = (id: string, password: string, mode: 'update' | 'init') =>
			ActiveWorkflow.start(
				new CargoExchangeTrigger(),
				id,
				{ queueAccount: { ...account, password }, parameters: { queue } },
				mode,
			);
		const right = await start('right', account.password, 'init');
		const wrong = await start('wrong', 'not-it', 'init');
		await until(() => wrong.failures.length === 1);
		expectTold(wrong.failures[0], { message: /user name or password/, advice: /Check both/ });
		await hand.publish(
			queue,
			['ISSUED', 'Signed'].map((newStatus) => JSON.stringify({ newStatus, setId: newStatus })),
		);
		await until(() => right.executions.length === 2);
		expect(wrong.executions).toEqual([]);
		await right.close();
		await wrong.close();
		await until(async () => (await hand.channel.checkQueue(queue)).consumerCount === 0);
		await hand.channel.deleteQueue(queue);
		await hand.close();
	});
});
