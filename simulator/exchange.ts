import type { RecordedRequest } from './requests';
import { Faults } from './faults';
import { LifeCycle } from './lifeCycle';
import type { Settings } from './options';
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
	const requests: RecordedRequest[] = [];
	const messages: object[] = [];
	/** Resolves when the broker has the message. */
	const sendBytes = async (body: Buffer) => await publisher?.publish(body);
	const send = async (message: object) => {
		await sendBytes(Buffer.from(JSON.stringify(message)));
		messages.push(message);
	};
	return {
		settings,
		store,
		tokens: new Tokens(settings.token),
		life: new LifeCycle(store, send),
		faults: new Faults(),
		requests,
		send,
		sendBytes,
		messages,
		close: async () => {
			await publisher?.close();
		},
	};
}
