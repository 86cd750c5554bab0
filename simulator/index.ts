import type { RecordedRequest } from './requests';
import { createApp } from './app';
import { createExchange } from './exchange';
import type { Faults } from './faults';
import type { LifeCycle } from './lifeCycle';
import { completeOptions, type SimulatorOptions } from './options';
import { pagePath } from './page';
import { importPath } from './routes/service';
import type { Store } from './store';

export type { Fault } from './faults';
export type { SimulatorOptions } from './options';
export { addManySets } from './seed';

type Login = { username: string; password: string };

/** A running exchange. */
export type Simulator = {
	/** {base_url} of docs/service.md 4. */
	url: string;
	/** {import_url} of docs/service.md 4.5. Its path differs, so that using one address for both is noticed. */
	importUrl: string;
	/** The exchange application for people; log in as `person`. */
	pageUrl: string;
	/** First the interface account, then the people who sign and issue. */
	accounts: Login[];
	/** Can sign and issue. */
	person: Login;
	/** The company of the interface account. Imported shipments belong to it. */
	customerId: string;
	store: Store;
	/** Every request to the service, oldest first. */
	requests: RecordedRequest[];
	/** Every status message published, oldest first. */
	messages: object[];
	faults: Faults;
	/** What people do in the exchange application. Each step resolves when its status message is in the queue. */
	life: LifeCycle;
	expireTokens(): void;
	readonly tokensIssued: number;
	/** Closes every connection. */
	stop(): Promise<void>;
};

/** Starts an exchange in this process; it is listening when the promise resolves. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const exchange = createExchange(completeOptions(options));
	const { settings, store, requests, messages, faults, life, tokens } = exchange;
	const app = await createApp(exchange);
	const url = await app.listen({ port: settings.port, host: settings.host });
	const accounts = store.accounts.all();
	const person = accounts.find(({ kind }) => kind === 'person');
	if (person === undefined) throw new Error('The exchange has no account that can sign');
	return {
		url,
		importUrl: `${url}${importPath}`,
		pageUrl: `${url}${pagePath}`,
		accounts,
		person,
		customerId: store.owner().customerId,
		store,
		requests,
		messages,
		faults,
		life,
		expireTokens() {
			tokens.expireAll();
		},
		get tokensIssued() {
			return tokens.issued;
		},
		stop: async () => {
			await app.close();
			await exchange.close();
		},
	};
}
