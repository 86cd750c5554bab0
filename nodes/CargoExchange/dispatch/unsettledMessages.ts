import type { Settlement } from '../amqp';
import { bytesAtOnce, type Message, type Origin, type SourceDelivery } from './message';
import { PendingDelivery, type Holder } from './pendingDelivery';
import type { Subscriber } from './subscriber';
import type { QueueSubscribers } from './subscribers';

type Reader = {
	readonly origin: Origin;
	/** Whether messages may wait here for a run. If not, they go back to the queue. */
	readonly holdsMessages: boolean;
	/** A message has arrived, and is about to be given to the workflows. */
	onMessage(pending: PendingDelivery): void;
	onSettled(): void;
};

/**
 * The messages of one queue that the broker waits for. Decides how each is answered: not when it arrives but at the moment
 * when everybody who is subscribed by then and wants it is done with it.
 */
export class UnsettledMessages implements Holder {
	readonly #subscribers: QueueSubscribers;
	readonly #reader: Reader;
	readonly #pending = new Set<PendingDelivery>();
	/** Of all their bodies. */
	#bytes = 0;

	constructor(subscribers: QueueSubscribers, reader: Reader) {
		this.#subscribers = subscribers;
		this.#reader = reader;
	}

	get origin(): Origin {
		return this.#reader.origin;
	}

	get count(): number {
		return this.#pending.size;
	}

	get bytes(): number {
		return this.#bytes;
	}

	/** Whether the bodies are so large that no more of them should be asked for. */
	get isFull(): boolean {
		return this.#bytes > bytesAtOnce;
	}

	/** A message has arrived, at this time (monotonic milliseconds). */
	add(delivery: SourceDelivery, arrivedAt: number): void {
		const pending = new PendingDelivery(delivery, arrivedAt, this);
		this.#reader.onMessage(pending);
		this.#pending.add(pending);
		this.#bytes += pending.message.body.length;
		this.check(pending);
	}

	/** A workflow has joined or changed: it is asked about everything that is here. */
	ask(subscriber: Subscriber): void {
		for (const pending of [...this.#pending]) {
			const isAsked = this.#subscribers.asked(pending.message).includes(subscriber);
			if (!isAsked) subscriber.tasks.release(pending);
			else this.#take(pending, subscriber);
			this.check(pending);
		}
	}

	/** The broker delivers the messages of a closed channel again. */
	returnLost(): void {
		for (const pending of this.#pending) if (pending.lost) this.#return(pending);
	}

	/** Returns all messages that no workflow is running. A set of which one runs stays whole, so that the order is kept. */
	returnWaiting(): void {
		const running = [...this.#pending].filter(({ isRunning }) => isRunning);
		const sets = new Set(running.map(({ message }) => message.setId));
		for (const pending of this.#pending) {
			const { setId } = pending.message;
			if (!(setId === null ? pending.isRunning : sets.has(setId))) this.#return(pending);
		}
	}

	/**
	 * Returns what arrived at the given time or before, with what waits behind it in its set, so that the order is kept; and
	 * how many that are.
	 */
	returnOlder(arrivedBy: number): number {
		const before = this.count;
		const older = new Set([...this.#pending].filter(({ arrivedAt }) => arrivedAt <= arrivedBy));
		const isBehind = ({ message: { setId }, place }: PendingDelivery) =>
			setId !== null && [...older].some((other) => other.message.setId === setId && other.place < place);
		for (const pending of [...this.#pending].filter((each) => older.has(each) || isBehind(each))) this.#return(pending);
		return before - this.count;
	}

	/**
	 * What comes back was ahead of what came after it, unless the broker has delivered it behind others of its set that are
	 * back, too.
	 */
	oldPlaceOf({ redelivered, setId, sha256 }: Message): number | null {
		if (!redelivered) return null;
		const places = this.#subscribers.all.flatMap(({ tasks }) => tasks.placeOf(sha256) ?? []);
		const place = Math.min(...places);
		const isAhead = ({ message, place: other }: PendingDelivery) =>
			message.redelivered && message.setId === setId && other > place;
		return places.length === 0 || [...this.#pending].some(isAhead) ? null : place;
	}

	/** The one place where a message gets its answer. */
	check(pending: PendingDelivery): void {
		if (this.#isUnfinished(pending)) return;
		const asked = this.#subscribers.asked(pending.message);
		for (const subscriber of asked) this.#take(pending, subscriber);
		// What a latecomer does at once may have settled it.
		if (this.#isUnfinished(pending)) return;
		const { tasks } = pending;
		const decisive = this.#subscribers.isRead ? asked.map(({ tasks: of }) => pending.taskOf(of)) : tasks;
		if (!this.#subscribers.isRead && tasks.length === 0) this.#wait();
		else this.#settle(pending, decisive.some((task) => task?.state === 'failed') ? 'reject' : 'ack');
	}

	/** Asks one workflow, unless it was asked before or the message has its answer. */
	#take(pending: PendingDelivery, { tasks }: Subscriber): void {
		if (this.#pending.has(pending) && !pending.taskOf(tasks)) tasks.take(pending);
	}

	/** Whether somebody is not done with it, or it has its answer. */
	#isUnfinished(pending: PendingDelivery): boolean {
		const { tasks } = pending;
		if (!this.#pending.has(pending) || pending.isRunning) return true;
		if (tasks.every(({ ended }) => ended)) return false;
		this.#wait();
		return true;
	}

	/** What waits, waits here or in the queue. */
	#wait(): void {
		if (!this.#reader.holdsMessages) this.returnWaiting();
	}

	#settle(pending: PendingDelivery, settlement: Settlement): void {
		this.#remove(pending);
		if (!pending.settle(settlement)) return;
		for (const subscriber of this.#subscribers.all) subscriber.tasks.settled(pending);
	}

	#return(pending: PendingDelivery): void {
		this.#remove(pending);
		pending.settle('requeue');
		for (const subscriber of this.#subscribers.all) subscriber.tasks.returned(pending);
	}

	#remove(pending: PendingDelivery): void {
		this.#pending.delete(pending);
		this.#bytes -= pending.message.body.length;
		this.#reader.onSettled();
	}
}
