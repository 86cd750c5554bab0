import { mkdir } from 'node:fs/promises';
import { type Simulator, startSimulator } from '../../simulator';
import { startBroker } from '../broker';
import { type Session, signIn } from '../n8n/rest/session';
import type { N8nServer } from '../n8n/server';
import { startN8nWithPackage } from '../n8n/package';
import { temporaryFolder, type Cleanup } from './cleanup';
import { type Mailbox, startMailbox } from './mailbox';
import { makeQueue, type Queue, removeQueue } from './queue';
import type { Step } from './terminal';

/** Everything the demo plays in; all of it on this machine, on free ports, in temporary folders. */
export type Environment = {
	queue: Queue;
	/** Where the broker puts what was rejected. */
	deadLetterQueue: string;
	simulator: Simulator;
	mailbox: Mailbox;
	n8n: N8nServer;
	session: Session;
	/** Where the story leaves its files for people to look at. */
	outputFolder: string;
};

export type EnvironmentOptions = { step: Step; cleanup: Cleanup; outputFolder: string; signal: AbortSignal };

/** Starts a broker, an n8n with the package, the exchange and a mail server. The broker comes first: without RabbitMQ the demo ends before n8n is installed. */
export async function startEnvironment({
	step,
	cleanup,
	outputFolder,
	signal,
}: EnvironmentOptions): Promise<Environment> {
	const folder = await temporaryFolder(cleanup);
	await mkdir(outputFolder, { recursive: true });

	const broker = await step('Start a RabbitMQ', (tell) => startBroker({ onProgress: tell }));
	cleanup.add('The broker', () => broker.stop());
	signal.throwIfAborted();
	const queue = { url: broker.url, name: `parcel-status-${Date.now().toString(36)}` };
	const deadLetters = { ...queue, name: `${queue.name}-rejected` };
	await makeQueue(deadLetters);
	await makeQueue(queue, deadLetters.name);
	cleanup.add('The queues', async () => {
		await removeQueue(queue);
		await removeQueue(deadLetters);
	});
	const { n8n } = await startN8nWithPackage({
		step,
		cleanup,
		folder,
		fileFolders: [outputFolder],
		build: true,
		signal,
	});
	signal.throwIfAborted();
	const { simulator, mailbox } = await step('Start the exchange and a mail server', async () => {
		const started = await startSimulator({
			queue: broker.ownProcess
				? { ...queue, cutConnections: () => broker.control(['close_all_connections', 'rehearsal']) }
				: queue,
		});
		cleanup.add('The exchange', () => started.stop());
		const mails = await startMailbox();
		cleanup.add('The mail server', () => mails.stop());
		return { simulator: started, mailbox: mails };
	});
	const session = await signIn(n8n.url);
	return { queue, deadLetterQueue: deadLetters.name, simulator, mailbox, n8n, session, outputFolder };
}
