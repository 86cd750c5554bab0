/** The same work for our trigger and for n8n's own RabbitMQ Trigger, in a real n8n. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConfirmChannel } from 'amqplib';
import { startBroker } from '../broker';
import { queueAccount } from '../demo/accounts';
import { installN8n } from '../n8n/install';
import { installPackage, packPackage } from '../n8n/package';
import { createCredential, type StoredCredential } from '../n8n/rest/resources';
import { signIn, type Session } from '../n8n/rest/session';
import type { WorkflowFile } from '../n8n/rest/workflows';
import { startN8n } from '../n8n/server';
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

/** An n8n with the package in it, and a broker. */
export type Bench = {
	session: Session;
	/** The process ID of n8n. */
	pid: number;
	channel: ConfirmChannel;
	credentials: RivalCredentials;
	versions: Record<string, string>;
};

/** Packs the package. Calls `work` with a function that runs a measurement in a new n8n, with a new broker. */
export async function withN8n(
	work: (
		inNewN8n: <Found>(environment: Record<string, string>, measure: (bench: Bench) => Promise<Found>) => Promise<Found>,
	) => Promise<void>,
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'cargo-exchange-bench-'));
	try {
		const install = await installN8n({ onProgress: ({ note }) => process.stderr.write(`n8n: ${note}\n`) });
		const tarball = await packPackage(join(folder, 'packed'), { build: true });
		await work(async (environment, measure) => {
			const userFolder = await mkdtemp(join(folder, 'n8n-'));
			await installPackage(tarball, userFolder);
			const broker = await startBroker();
			const model = await connect(broker.url);
			const n8n = await startN8n({ install, userFolder, environment });
			try {
				const session = await signIn(n8n.url);
				return await measure({
					session,
					pid: n8n.pid,
					channel: await model.createConfirmChannel(),
					credentials: await createRivalCredentials(session, broker.url),
					versions: { n8n: install.version, RabbitMQ: brokerVersion(model) },
				});
			} finally {
				await n8n.stop();
				await model.close();
				await broker.stop();
			}
		});
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** Puts this many Issued events into the queue; resolves when the broker has confirmed them. */
export async function fillQueue(channel: ConfirmChannel, queue: string, events: number): Promise<void> {
	for (let number = 0; number < events; number++) {
		const event = {
			instance: 'Exchange',
			newStatus: 'ISSUED',
			action: 'ISSUE',
			parcelReference: `HAM-2022-${number}`,
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

type Work = { name: string; rival: Rival; queue: string; credentials: RivalCredentials; parallel: number };

/**
 * The trigger and one node that does nothing. A message is acknowledged when its execution has succeeded; n8n does not
 * save executions. `options` are added to those of the trigger.
 */
export function rivalWorkflow(work: Work, options: Record<string, number | string> = {}): WorkflowFile {
	const { name, rival, queue, credentials, parallel } = work;
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
	const end = {
		id: 'end',
		name: 'End',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [200, 0],
		parameters: {},
	};
	return {
		name,
		nodes: [trigger, end],
		connections: { Trigger: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' },
	};
}
