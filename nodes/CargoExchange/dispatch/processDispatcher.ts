import { checkQueue, consume, type BrokerSettings, type Log, type QueueState } from '../amqp';
import { sleep } from '../backoff';
import { AmqpError } from '../errors';
import { oncePerProcess } from '../processWide';
import { isRecord } from '../schemas/json';
import { Dispatcher } from './dispatcher';
import type { DispatcherServices } from './addresses';
import type { Clock } from './workflow';

/** How many of its own milliseconds pass in a real one: tests of a whole n8n let hours pass in minutes. */
const speed = oncePerProcess({ name: 'speed', version: 1, isKind: isSpeed, make: () => ({ factor: 1 }) });

/** Time as the dispatcher measures it. */
export const liveClock: Clock = {
	now: () => performance.now() * speed.factor,
	// Node's timers cut fractions off and may end a millisecond early; what is not due then would wait for the next look.
	sleep: (delayMs, signal) => sleep(Math.ceil(Math.max(0, delayMs) / speed.factor) + 1, signal).catch(() => {}),
};

/** A real broker, time and chance. */
export const liveServices: Omit<DispatcherServices, 'log'> = {
	consume,
	verify,
	uptimeMs: () => process.uptime() * 1_000,
	clock: liveClock,
	random: Math.random,
};

/** What copies of the package share, with all that is passed to it. */
export type ProcessDispatcher = Pick<Dispatcher, 'subscribe' | 'listen' | 'status'>;

/** The one dispatcher of this process, made by whichever copy of the package asks first. */
export function processDispatcher(log: Log): ProcessDispatcher {
	const make = () => new Dispatcher({ ...liveServices, log });
	return oncePerProcess({ name: 'dispatcher', version: 1, isKind: isDispatcher, make });
}

async function verify(credential: BrokerSettings, queue: string): Promise<QueueState | AmqpError> {
	try {
		return (await checkQueue(credential, queue)) ?? { messages: 0, consumers: 0, clusterName: null };
	} catch (error) {
		if (error instanceof AmqpError) return error;
		throw error;
	}
}

function isDispatcher(value: unknown): value is ProcessDispatcher {
	return isRecord(value) && ['subscribe', 'listen', 'status'].every((name) => typeof value[name] === 'function');
}

function isSpeed(value: unknown): value is { factor: number } {
	return isRecord(value) && typeof value['factor'] === 'number';
}
