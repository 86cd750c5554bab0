import type { Log } from '../amqp';
import type { Message } from './message';

type Listener = (message: Message) => void;

/** Those who look at the messages of a queue without taking part. */
export class Listeners {
	readonly #queue: string;
	readonly #log: Pick<Log, 'error'>;
	readonly #listeners = new Set<Listener>();

	constructor(queue: string, log: Pick<Log, 'error'>) {
		this.#queue = queue;
		this.#log = log;
	}

	/** Returns how to end it. */
	add(listener: Listener): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	/** What a listener throws must not keep the message from the workflows. */
	show(message: Message): void {
		for (const listener of this.#listeners) {
			try {
				listener(message);
			} catch (error) {
				this.#log.error(`A test step on the queue "${this.#queue}" threw: ${String(error)}`);
			}
		}
	}
}
