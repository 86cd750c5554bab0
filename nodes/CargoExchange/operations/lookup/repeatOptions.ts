import type { INodeProperties } from 'n8n-workflow';
import type { ExchangeClient } from '../../exchange/client';
import { defaultLimits } from '../../exchange/http/retry';
import { count } from '../../n8n/parameters';

const defaultSeconds = defaultLimits.totalMs / 1_000;

/** How long a call is repeated that the exchange did not answer well; for calls that may be repeated without harm. */
export const repeatInput = {
	tries: count(1, 20).default(defaultLimits.tries),
	triesSeconds: count(1, 3_600).default(defaultSeconds),
};

/** The client that keeps to these options. */
export function repeating(
	exchange: ExchangeClient,
	{ tries, triesSeconds }: { tries: number; triesSeconds: number },
): ExchangeClient {
	return exchange.within({ tries, totalMs: triesSeconds * 1_000 });
}

export const repeatFields = [
	{
		displayName: 'Tries',
		name: 'tries',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 20 },
		default: defaultLimits.tries,
		description:
			'How often to ask in all while the exchange is busy or cannot be reached, with a longer pause each time. With 1 nothing is asked twice.',
	},
	{
		displayName: 'Tries End After (Seconds)',
		name: 'triesSeconds',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3_600 },
		default: defaultSeconds,
		description:
			'No further try begins later than that. A pause that the exchange asks for counts as well: one that is longer ends the tries at once.',
	},
] as const satisfies INodeProperties[];
