/** Consumers under test that remember what they reported, and are closed together. */
import {
	consume,
	type ConsumeOptions,
	type Delivery,
	type BrokerSettings,
	type QueueConsumer,
} from '../../nodes/CargoExchange/amqp';
import type { AmqpError } from '../../nodes/CargoExchange/errors';
import { LogBook, until } from './broker';

/** The settings are asked for at each connection. */
export function createReaders(settings: () => BrokerSettings) {
	const consumers: QueueConsumer[] = [];
	return {
		read: (queue: string, options: Partial<ConsumeOptions> = {}) => {
			const deliveries: Delivery[] = [];
			const outages: AmqpError[] = [];
			let connections = 0;
			const log = new LogBook();
			const consumer = consume({
				queue,
				settings: () => Promise.resolve(settings()),
				prefetch: () => 100,
				onDelivery: (delivery) => deliveries.push(delivery),
				onOutage: (fault) => outages.push(fault),
				log,
				...options,
				onReady: (otherConsumers) => {
					connections++;
					options.onReady?.(otherConsumers);
				},
			});
			consumers.push(consumer);
			return {
				consumer,
				deliveries,
				lines: log.lines,
				outages,
				/** Waits for the first connection. */
				ready: () => until(() => connections > 0),
				/** How many connections there were. */
				connections: () => connections,
			};
		},
		closeAll: async () => {
			await Promise.all(consumers.splice(0).map((consumer) => consumer.close()));
		},
	};
}

export function bodies(deliveries: readonly Delivery[]): string[] {
	return deliveries.map(({ body }) => body.toString());
}

export function numbers(count: number): string[] {
	return Array.from({ length: count }, (_, index) => String(index));
}
