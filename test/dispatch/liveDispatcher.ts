import { processClock } from '../../nodes/CargoExchange/dispatch/clock';
import { Dispatcher } from '../../nodes/CargoExchange/dispatch/dispatcher';
import { checkQueue, consume, type ConnectionSettings } from '../../nodes/CargoExchange/amqp';
import { AmqpError } from '../../nodes/CargoExchange/errors';
import { LogBook, TestWorkflow } from './workflows';

/** A dispatcher on a real broker, and workflows that log in there. */
export function liveDispatcher(account: ConnectionSettings, queue: string) {
	const log = new LogBook();
	const dispatcher = new Dispatcher({
		consume,
		verifyCredential: async (candidate, name) => {
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
		...[options, details]: [
			ConstructorParameters<typeof TestWorkflow>[1]?,
			ConstructorParameters<typeof TestWorkflow>[2]?,
		]
	) => {
		const made = new TestWorkflow(id, options, { queue, ...details });
		made.credential = () => Promise.resolve(account);
		return made;
	};
	return { dispatcher, log, workflow };
}
