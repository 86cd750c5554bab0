/** The same work for our trigger and for n8n's own RabbitMQ Trigger, in a real n8n. */
import { randomUUID } from 'node:crypto';
import { connect, type ConfirmChannel } from 'amqplib';
import { startBroker } from '../broker';
import { mailAccount, queueAccount } from '../demo/accounts';
import { createCleanup } from '../demo/cleanup';
import { startMailbox, type Mailbox } from '../demo/mailbox';
import { createTerminal } from '../demo/terminal';
import { n8nVersion } from '../n8n/install';
import { startN8nWithPackage } from '../n8n/package';
import { temporaryFolder } from '../n8n/processes';
import { createCredential, type StoredCredential } from '../n8n/rest/resources';
import { signIn, type Session } from '../n8n/rest/session';
import type { WorkflowFile } from '../n8n/rest/workflows';
import { brokerVersion } from './measure';

export type Rival = 'ours' | 'builtIn';
export type RivalCredentials = Record<Rival, StoredCredential>;

export async function createRivalCredentials(session: Session, brokerUrl: string): Promise<RivalCredentials> {
	const account = queueAccount(brokerUrl);
	const { hostname = '', port = 0, username = '', password = '', vhost = '/' } = account;
	const builtIn = { hostname, port, username, password, vhost, ssl: false };
	return {
		ours: await createCredential(session, 'Queue', 'cargoExchangeQueueApi', account),
		builtIn: await createCredential(session, 'RabbitMQ', 'rabbitmq', builtIn),
	};
}

/** An n8n with the package in it, a broker and a mail server. */
export type Bench = {
	session: Session;
	channel: ConfirmChannel;
	credentials: RivalCredentials;
	mailbox: Mailbox;
	mail: StoredCredential;
	versions: Record<string, string>;
};

/** Measures in a new n8n with the packed package, its default settings and a broker of its own. */
export async function withN8n<Found>(measure: (bench: Bench) => Promise<Found>): Promise<Found> {
	const cleanup = createCleanup();
	const { step } = createTerminal(process.stderr);
	try {
		const folder = temporaryFolder();
		// n8n's default: one isolate for each waiting execution.
		const environment = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'false' };
		const n8n = await startN8nWithPackage({ step, cleanup, folder, build: true, environment });
		const broker = await startBroker();
		cleanup.add('The broker', () => broker.stop());
		const model = await connect(broker.url);
		cleanup.add('The connection', () => model.close());
		const session = await signIn(n8n.url);
		const mailbox = await startMailbox();
		cleanup.add('The mail server', () => mailbox.stop());
		return await measure({
			session,
			mailbox,
			mail: await createCredential(session, 'Mail server', 'smtp', mailAccount(mailbox)),
			channel: await model.createConfirmChannel(),
			credentials: await createRivalCredentials(session, broker.url),
			versions: { n8n: n8nVersion, RabbitMQ: brokerVersion(model) },
		});
	} finally {
		await cleanup.run();
	}
}

/** Puts this many Issued events into the queue; resolves when the broker has confirmed them. */
export async function fillQueue(channel: ConfirmChannel, queue: string, events: number): Promise<void> {
	for (let number = 0; number < events; number++) {
		const event = {
			instance: 'Exchange',
			newStatus: 'ISSUED',
			action: 'ISSUE',
			parcelReference: `SET-0101-${number}`,
			customerId: '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
			setId: randomUUID(),
			transactionId: randomUUID(),
			updatedDate: 'Thu May 12 10:20:30 UTC 2022',
			message: 'Set status has been updated',
			actor: 'A. Person',
			actorCompany: 'A Line',
		};
		channel.sendToQueue(queue, Buffer.from(JSON.stringify(event)), { persistent: true });
		if (number % 5_000 === 0) await channel.waitForConfirms();
	}
	await channel.waitForConfirms();
}

type Work = {
	name: string;
	rival: Rival;
	queue: string;
	credentials: RivalCredentials;
	parallel: number;
	/** What follows the trigger; by default a node that does nothing. */
	end?: {
		type: string;
		typeVersion: number;
		parameters: Record<string, unknown>;
		credentials?: Record<string, StoredCredential>;
	};
};

const doNothing = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

/**
 * The trigger and one node. A message is acknowledged when its execution has succeeded; n8n does not
 * save executions. `options` are added to those of the trigger.
 */
export function rivalWorkflow(work: Work, options: Record<string, number | string> = {}): WorkflowFile {
	const { name, rival, queue, credentials, parallel, end = doNothing } = work;
	const credential = credentials[rival];
	const own = {
		type: 'n8n-nodes-cargo-exchange.cargoExchangeTrigger',
		parameters: { queue, options: { parallel, ...options } },
	};
	const acknowledge = 'executionFinishesSuccessfully';
	const builtInOptions = {
		acknowledge,
		parallelMessages: parallel,
		jsonParseBody: true,
		onlyContent: true,
		...options,
	};
	const builtIn = { type: 'n8n-nodes-base.rabbitmqTrigger', parameters: { queue, options: builtInOptions } };
	const trigger = {
		...(rival === 'ours' ? own : builtIn),
		id: 'trigger',
		name: 'Trigger',
		typeVersion: 1,
		position: [0, 0],
		credentials: { [credential.type]: credential },
	};
	return {
		name,
		nodes: [trigger, { id: 'end', name: 'End', position: [200, 0], ...end }],
		connections: { Trigger: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' },
	};
}
