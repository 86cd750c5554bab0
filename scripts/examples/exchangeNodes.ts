import type { ExampleNode, Step } from './canvas';

/** Where events come from: the queue, or a search every few minutes. */
export type Source = { kind: 'queue' | 'polling'; trigger: string; logins: string[] };

const api = '**Cargo Exchange API**: your user name and password for the exchange';

export const queue: Source = {
	kind: 'queue',
	trigger: 'Cargo Exchange Trigger',
	logins: ['**Cargo Exchange Queue**: the queue server that your exchange gave you access to', api],
};

export const polling: Source = { kind: 'polling', trigger: 'Cargo Exchange Polling Trigger', logins: [api] };

type Start = {
	title: string;
	/** What follows the sentence about the credential. */
	text: string;
	parameters: Record<string, unknown>;
	to: NonNullable<ExampleNode['to']>;
};

/** The step with the trigger. */
export function firstStep({ kind, trigger }: Source, { title, text, parameters, to }: Start): Step {
	const isQueue = kind === 'queue';
	return {
		title,
		text: isQueue
			? `Choose the **Cargo Exchange Queue** credential and enter the name of your queue.${text}`
			: `Choose the **Cargo Exchange API** credential.\n\nThe first search only notes the status of each set. A set that changes after that starts the workflow, also if n8n was off in between.\n\nFor some customers only, switch **All Customers** off and choose them.${text}`,
		nodes: [
			{
				name: trigger,
				type: `n8n-nodes-cargo-exchange.${isQueue ? 'cargoExchangeTrigger' : 'cargoExchangePollingTrigger'}`,
				typeVersion: 1,
				parameters: {
					...(isQueue ? { queue: '' } : { everyMinutes: 5, allCustomers: true }),
					...{ filters: {}, options: {}, ...parameters },
				},
				at: [0, 0],
				to,
			},
		],
	};
}

/** *Download All* for the set of the incoming event. */
export const pdfs = (name: string, outputAs: string, to: NonNullable<ExampleNode['to']>): ExampleNode => ({
	...{ name, type: 'n8n-nodes-cargo-exchange.cargoExchange', typeVersion: 1, at: [0, 0], to },
	parameters: {
		...{ resource: 'document', operation: 'downloadAll', setSource: 'input', outputAs },
		...{ binaryPropertyName: 'data', options: {} },
	},
});

/** One condition of an *If* or *Filter* node. */
export function conditions(leftValue: string, operator: Record<string, unknown>, rightValue: unknown = '') {
	return {
		options: { caseSensitive: false, leftValue: '', typeValidation: 'loose', version: 2 },
		conditions: [{ id: 'a1f5c0de-0000-4000-8000-000000000001', leftValue, rightValue, operator }],
		combinator: 'and',
	};
}
