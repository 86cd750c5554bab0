/** The same work for our trigger and for n8n's own RabbitMQ Trigger. */
import { queueAccount } from '../demo/accounts';
import { createCredential, type StoredCredential } from '../n8n/rest/resources';
import type { Session } from '../n8n/rest/session';
import type { WorkflowFile } from '../n8n/rest/workflows';

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

type Work = { name: string; rival: Rival; queue: string; credentials: RivalCredentials; parallel: number };

/**
 * Trigger and one node that does nothing: a message is acknowledged when its run has succeeded, n8n keeps no record of
 * runs. `options` of the trigger come on top.
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
