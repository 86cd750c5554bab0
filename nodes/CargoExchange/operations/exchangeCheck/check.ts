import { ExchangeCheck } from '../../lookup/check';
import { defineOperation } from '../operation';

const longestMs = 60_000;

export const checkOperation = defineOperation({
	resource: 'exchange',
	operation: 'check',
	name: 'Check',
	action: 'Check what the exchange requires',
	description:
		'Show what this exchange needs, as a profile to paste into the credential. It only reads: nothing is imported.',
	asTool: 'Takes no input. The last item has the profile, which a person has to paste into the credential.',
	parameters: {},
	async *runAll(exchange, [first]) {
		const limit = AbortSignal.timeout(longestMs);
		const check = new ExchangeCheck(exchange.probe(limit), exchange.profile);
		const isOver = () => limit.aborted && first?.context.signal.aborted !== true;
		for await (const json of check.run(isOver)) yield { json, from: [0] };
	},
});
