/** AMQP: connections, messages and settlements; knows nothing of status events. */
export { checkQueue } from './checkQueue';
export { consume, reconnectDelayMs, type ConsumeOptions, type Log, type QueueConsumer } from './consumer';
export { asCredentialFault, parseCredential, type ConnectionSettings } from './credential';
export type { Delivery, Settlement } from './delivery';
export { peek } from './peek';
