/** Queues as the action node and the editor see them: without reading a message. */
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IExecuteFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { checkQueue, parseQueueCredential } from '../amqp';
import { liveServices, processDispatcher } from '../dispatch/processDispatcher';
import { AmqpError } from '../errors';
import { type AccessContext, brokerOf } from './access';

const unread = {
	received: null,
	waitingForRetry: null,
	paused: null,
	pausedWorkflows: null,
	reading: null,
	connectedSince: null,
	lastEventAt: null,
	lastFault: null,
};

/**
 * What the broker says about a queue, and what this process knows of it: null for what it does not read (interface: Queue, Get Status).
 * A broker that is away is an answer; what only a person can correct is thrown.
 */
export async function statusOfQueue(n8n: AccessContext & Pick<IExecuteFunctions, 'logger'>, queue: string) {
	const credential = await brokerOf(n8n);
	const here = processDispatcher(n8n.logger).status(credential, queue) ?? unread;
	const found = await liveServices.verify(credential, queue);
	if (found instanceof AmqpError) {
		if (found.permanent) throw found;
		return { queue, messages: null, ...here, lastFault: `${found.message}. ${found.description}`, consumers: null };
	}
	return { queue, messages: found.messages, ...here, consumers: found.consumers };
}

export async function testCargoExchangeQueueApi(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		await checkQueue(parseQueueCredential(data), null);
		return { status: 'OK', message: 'Connected to the queue server and the virtual host' };
	} catch (error) {
		const message = error instanceof AmqpError ? `${error.message}. ${error.description}` : String(error);
		return { status: 'Error', message };
	}
}
