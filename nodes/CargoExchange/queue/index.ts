/** AMQP: moves bytes and verdicts, never meets an event. */
export { cleanHostname, type QueueAccount } from './account';
export type { ConsumeOptions, QueueConsumer } from './consumer';
export type { Delivery, Verdict } from './delivery';
export { QueueFault, type QueueFaultKind } from './fault';
export type { Log } from './log';
