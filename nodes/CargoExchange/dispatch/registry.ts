import { checkQueue, consume, AmqpError, type Log } from '../amqp';
import { processClock } from './clock';
import { Hub } from './dispatcher';

/**
 * Where the hub hangs: n8n deletes a package's files from `require.cache` when it updates it while running, and the new
 * copy has to find the consumers of the old one.
 */
const registryKey = Symbol.for('n8n-nodes-cargo-exchange');
/** The version of what two copies of the package may call on each other's hub: raised when `ProcessHub` changes. */
const interfaceName = 'hub1';
/** n8n waits for a trigger to start, and tries five times before its user sees why it does not. */
const connectLimitMs = 5_000;

/** What copies of the package share. */
export type ProcessHub = Pick<Hub, 'subscribe' | 'listen'>;

/** The one hub of this process, made by whichever copy of the package asks first. */
export function processHub(log: Log): ProcessHub {
	const registry = registryOn(globalThis);
	const known: unknown = registry[interfaceName];
	if (isProcessHub(known)) return known;
	const hub = new Hub({
		consume,
		prove: async (account, queue) => {
			try {
				await checkQueue(account, queue, { timeoutMs: connectLimitMs });
				return null;
			} catch (error) {
				if (error instanceof AmqpError) return error;
				throw error;
			}
		},
		clock: processClock,
		random: Math.random,
		log,
	});
	registry[interfaceName] = hub;
	return hub;
}

function registryOn(host: object): Record<string, unknown> {
	const known: unknown = Reflect.get(host, registryKey);
	if (isRecord(known)) return known;
	const registry: Record<string, unknown> = {};
	Reflect.set(host, registryKey, registry);
	return registry;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

function isProcessHub(value: unknown): value is ProcessHub {
	return isRecord(value) && typeof value['subscribe'] === 'function' && typeof value['listen'] === 'function';
}
