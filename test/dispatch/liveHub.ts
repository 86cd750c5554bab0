import { processClock } from '../../nodes/CargoExchange/dispatch/clock';
import { Hub } from '../../nodes/CargoExchange/dispatch/dispatcher';
import { checkQueue, consume, AmqpError, type QueueAccount } from '../../nodes/CargoExchange/amqp';
import { LogBook, TestWorkflow } from './workflows';

/** A hub on a real broker, and workflows that log in there. */
export function liveHub(account: QueueAccount, queue: string) {
	const log = new LogBook();
	const hub = new Hub({
		consume: (options) => consume({ ...options, heartbeatSeconds: 5 }),
		prove: async (candidate, name) => {
			try {
				await checkQueue(candidate, name);
				return null;
			} catch (fault) {
				if (fault instanceof AmqpError) return fault;
				throw fault;
			}
		},
		clock: processClock,
		random: Math.random,
		log,
	});
	const workflow = (
		id: string,
		...[wishes, details]: [
			ConstructorParameters<typeof TestWorkflow>[1]?,
			ConstructorParameters<typeof TestWorkflow>[2]?,
		]
	) => {
		const made = new TestWorkflow(id, wishes, { queue, ...details });
		made.account = () => Promise.resolve(account);
		return made;
	};
	return { hub, log, workflow };
}
