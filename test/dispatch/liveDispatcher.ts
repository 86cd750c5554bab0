import { Dispatcher } from '../../nodes/CargoExchange/dispatch/dispatcher';
import { liveServices } from '../../nodes/CargoExchange/dispatch/processDispatcher';
import type { BrokerSettings } from '../../nodes/CargoExchange/amqp';
import { LogBook } from '../helpers/broker';
import { TestWorkflow } from './workflows';

/** A dispatcher on a real broker, and workflows that log in there. */
export function liveDispatcher(account: BrokerSettings, queue: string) {
	const log = new LogBook();
	const dispatcher = new Dispatcher({ ...liveServices, uptimeMs: () => Infinity, log });
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
