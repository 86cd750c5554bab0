import { Activity } from './activity';
import { Faults } from './faults';
import { LifeCycle } from './lifeCycle';
import type { Settings } from './options';
import { QueueFaults } from './queueFaults';
import { createPublisher } from './queuePublisher';
import { seed } from './seed';
import { Store } from './store';
import { Tokens } from './tokens';

/** What the interfaces and the pages share. */
export type Exchange = ReturnType<typeof createExchange>;

export function createExchange(settings: Settings) {
	const store = new Store(settings.now);
	seed(store, settings.seed);
	const publisher = settings.queue === null ? null : createPublisher(settings.queue);
	const activity = new Activity();
	const messages: object[] = [];
	const queueFaults = new QueueFaults(async (sent) => {
		await publisher?.publish(sent.body);
		if (sent.message !== null) messages.push(sent.message);
		activity.recordMessage(sent);
	});
	return {
		settings,
		store,
		tokens: new Tokens(settings.token),
		life: new LifeCycle(store, (message) => queueFaults.send(message)),
		faults: new Faults(),
		queueFaults,
		activity,
		messages,
		close: async () => {
			await publisher?.close();
		},
	};
}
