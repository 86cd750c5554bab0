import { Activity } from './activity';
import { controlPath, createApp, importPath } from './app';
import type { Exchange } from './exchange';
import { Faults } from './faults';
import { LifeCycle } from './lifeCycle';
import { completeOptions, type SimulatorOptions } from './options';
import { DocumentPrinter } from './pdf';
import { QueueFaults } from './queueFaults';
import { createPublisher } from './queuePublisher';
import type { RecordedRequest } from './requests';
import { openSecondPort } from './secondPort';
import { pagePath } from './page';
import { seed } from './seed';
import { Store } from './store';
import { Tokens } from './tokens';

export type { Fault } from './faults';
export type { SimulatorOptions } from './options';
export { addManySets } from './seed';

/** A running exchange. */
export type Simulator = {
	/** {base_url} of the lookup and retrieval interface. */
	url: string;
	/** {import_url} of the shipment import. It has a path, so that the two cannot be mixed up unnoticed. */
	importUrl: string;
	controlUrl: string;
	/** The exchange application, for people: log in as `person`. */
	pageUrl: string;
	/** First the interface user, then the people who sign and issue. */
	accounts: { username: string; password: string }[];
	/** Who may sign and issue. */
	person: { username: string; password: string };
	/** The interface user's own company: imported shipments are found under this customer. */
	customerId: string;
	store: Store;
	/** Every request to the two interfaces, oldest first. */
	requests: RecordedRequest[];
	/** Every status message published, oldest first. */
	messages: object[];
	faults: Faults;
	/** What people do in the exchange application; each act resolves when its status message is in the queue. */
	life: LifeCycle;
	expireTokens(): void;
	readonly tokensIssued: number;
	/** Closes every connection and ends. */
	stop(): Promise<void>;
};

/** Starts an exchange in this process; it listens when the promise resolves. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const settings = completeOptions(options);
	const store = new Store(settings.now);
	seed(store, settings.seed);
	const messages: object[] = [];
	const publisher = settings.queue === null ? null : createPublisher(settings.queue);
	const activity = new Activity();
	const queueFaults = new QueueFaults(async (sent) => {
		await publisher?.publish(sent.body);
		if (sent.message !== null) messages.push(sent.message);
		activity.noteSent(sent);
	});
	const life = new LifeCycle(store, settings, (message) => queueFaults.send(message));
	const exchange: Exchange = {
		settings,
		store,
		tokens: new Tokens(settings.token),
		life,
		printer: new DocumentPrinter(),
		faults: new Faults(),
		queueFaults,
		activity,
		requests: [],
		messages,
	};
	const app = await createApp(exchange);
	const url = await app.listen({ port: settings.port, host: settings.host });

	const secondPort = settings.importPort === null ? null : await openSecondPort(app, settings, settings.importPort);

	const accounts = store.accounts.all();
	const person = accounts.find(({ kind }) => kind === 'person');
	if (person === undefined) throw new Error('The exchange has nobody who may sign');
	return {
		url,
		importUrl: `${secondPort?.url ?? url}${importPath}`,
		controlUrl: `${url}${controlPath}`,
		pageUrl: `${url}${pagePath}`,
		accounts,
		person,
		customerId: store.owner().customerId,
		store,
		requests: exchange.requests,
		messages,
		faults: exchange.faults,
		life,
		expireTokens() {
			exchange.tokens.expireAll();
		},
		get tokensIssued() {
			return exchange.tokens.issued;
		},
		stop: async () => {
			await secondPort?.close();
			await app.close();
			await publisher?.close();
		},
	};
}
