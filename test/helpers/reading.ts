/** Consumers under test that remember what they were told, and are closed together. */
import {
	consume,
	type ConsumeOptions,
	type Delivery,
	type QueueAccount,
	type QueueConsumer,
	type AmqpError,
} from '../../nodes/CargoExchange/amqp';
import { memoryLog } from './broker';

export type Reading = {
	consumer: QueueConsumer;
	deliveries: Delivery[];
	lines: string[];
	outages: AmqpError[];
	recoveries: () => number;
};

export type Readers = {
	read: (queue: string, options?: Partial<ConsumeOptions>) => Reading;
	closeAll: () => Promise<void>;
};

/** The account is asked for at each connection. */
export function createReaders(account: () => QueueAccount): Readers {
	const consumers: QueueConsumer[] = [];
	return {
		read(queue, options = {}) {
			const deliveries: Delivery[] = [];
			const outages: AmqpError[] = [];
			let recoveries = 0;
			const { log, lines } = memoryLog();
			const consumer = consume({
				queue,
				account: () => Promise.resolve(account()),
				connectionName: () => 'consumer under test',
				prefetch: () => 100,
				onDelivery: (delivery) => deliveries.push(delivery),
				onOutage: (fault) => outages.push(fault),
				onRecovery: () => recoveries++,
				log,
				...options,
			});
			consumers.push(consumer);
			return { consumer, deliveries, lines, outages, recoveries: () => recoveries };
		},
		async closeAll() {
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
