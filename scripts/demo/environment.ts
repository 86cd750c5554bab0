import { mkdir } from 'node:fs/promises';
import { type Simulator, startSimulator } from '../../simulator';
import { startBroker } from '../broker';
import { type Session, signIn } from '../n8n/rest/session';
import type { N8nServer } from '../n8n/server';
import { startN8nWithPackage } from '../n8n/package';
import { temporaryFolder } from '../n8n/processes';
import type { Cleanup } from './cleanup';
import { type Mailbox, startMailbox } from './mailbox';
import { makeQueue, type Queue, removeQueue } from './queue';
import type { Step } from './terminal';

/** What the demo, the first hour and `npm run dev` play in; all of it on this machine, on free ports, in temporary folders. */
export type Services = {
	queue: Queue;
	/** Where the broker puts what was rejected. */
	deadLetterQueue: string;
	simulator: Simulator;
	mailbox: Mailbox;
	/** A new n8n with nothing but the package in it. */
	n8n: N8nServer;
};

export type ServicesOptions = {
	step: Step;
	cleanup: Cleanup;
	/** Folders that workflows may write files to. */
	fileFolders?: string[];
	/** False if dist/ has just been built. */
	build?: boolean;
	/** For n8n. */
	environment?: Record<string, string>;
	signal?: AbortSignal;
};

/** Starts a broker, an n8n with the package, the exchange and a mail server. The broker comes first: without RabbitMQ it ends before n8n is installed. */
export async function startServices({
	step,
	cleanup,
	signal,
	build = true,
	environment = {},
	...forN8n
}: ServicesOptions): Promise<Services> {
	const folder = temporaryFolder();
	const broker = await step('Start a RabbitMQ', (tell) => startBroker({ onProgress: tell }));
	cleanup.add('The broker', () => broker.stop());
	signal?.throwIfAborted();
	const queue = { url: broker.url, name: `parcel-status-${Date.now().toString(36)}` };
	const deadLetters = { ...queue, name: `${queue.name}-rejected` };
	await makeQueue(deadLetters);
	await makeQueue(queue, deadLetters.name);
	cleanup.add('The queues', async () => {
		await removeQueue(queue);
		await removeQueue(deadLetters);
	});
	// n8n's default is New York: references with the date of today would differ from the day here.
	const zone = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };
	const n8nOptions = { ...forN8n, environment: { ...zone, ...environment } };
	const n8n = await startN8nWithPackage({ step, cleanup, folder, build, signal, ...n8nOptions });
	signal?.throwIfAborted();
	const cutConnections = () => broker.control(['close_all_connections', 'rehearsal']);
	const simulator = await startSimulator({ queue: { ...queue, ...(broker.ownProcess && { cutConnections }) } });
	cleanup.add('The exchange', () => simulator.stop());
	const mailbox = await startMailbox();
	cleanup.add('The mail server', () => mailbox.stop());
	return { queue, deadLetterQueue: deadLetters.name, simulator, mailbox, n8n };
}

/** The services with a signed-in caller of n8n, and a folder in which the story leaves its files for people to look at. */
export type Environment = Services & { session: Session; outputFolder: string };

export async function startEnvironment(options: ServicesOptions & { outputFolder: string }): Promise<Environment> {
	const { outputFolder, ...rest } = options;
	const services = await startServices({ ...rest, fileFolders: [outputFolder] });
	// Only now: a start that fails leaves no empty folder.
	await mkdir(outputFolder, { recursive: true });
	return { ...services, session: await signInto(services.n8n.url, options.cleanup), outputFolder };
}

/** Signs in to n8n. What is made in one that was there before is removed at the end. */
export async function signInto(url: string, cleanup: Cleanup): Promise<Session> {
	const session = await signIn(url);
	if (process.env['N8N_URL'])
		cleanup.add('What was made in n8n', async () => {
			for (const remove of session.made.toReversed()) await remove();
		});
	return session;
}
