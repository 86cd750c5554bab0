import { workflowAt } from './fakeQueue';

/** A workflow whose executions fail or are refused until it works; `bad` messages fail always. */
export async function unreliable(
	options: Parameters<typeof workflowAt>[0] = {},
	end: 'failed' | 'notStarted' = 'failed',
) {
	const state = { works: false };
	const at = await workflowAt({ retries: 10, retryDelayMs: 30_000, ...options }, ([message]) => {
		if (message?.setId?.startsWith('bad')) return 'failed';
		return state.works ? 'done' : end;
	});
	const deliverMany = (count: number, firstNumber = 1, prefix = 'set') =>
		Array.from({ length: count }, (_, index) => at.deliver(`${prefix} ${firstNumber + index}`, firstNumber + index));
	const titles = () => at.workflow.notices.map(({ message }) => message);
	return { ...at, state, deliverMany, titles };
}
