/** AMQP: moves bytes and verdicts, never meets an event. */
export { cleanHostname, type QueueAccount } from './credential';
export { checkQueue } from './checkQueue';
export { consume, type ConsumeOptions, type QueueConsumer } from './consumer';
export type { Delivery, Verdict } from './delivery';
export { AmqpError, type QueueFaultKind } from './fault';
export type { Log } from './log';
export { peek, type Peeked, type PeekFacts, type PeekOptions } from './peek';
