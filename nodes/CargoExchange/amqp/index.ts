/** AMQP: connections, messages and settlements; knows nothing of status events. */
export { checkQueue, type QueueState } from './checkQueue';
export { consume, reconnectDelayMs, type ConsumeOptions, type Log, type QueueConsumer } from './consumer';
export { asCredentialFault, parseQueueCredential, type BrokerSettings } from './credential';
export { undelivered, type Delivery, type Settlement } from './delivery';
export { peek } from './peek';
export type { MessageProperties } from './properties';
export type { FoundQueue } from './session';
