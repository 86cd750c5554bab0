import { until } from './until';

it.each<[string, () => boolean | Promise<boolean>]>([
	['is false at once', () => false],
	['is false after a moment', () => Promise.resolve(false)],
	['never answers', () => new Promise(() => {})],
])('a wait for a condition that %s gives up and says what it waited for', async (_what, condition) => {
	await expect(until(condition, 500)).rejects.toThrow(`Waited 0.5 s in vain for ${condition.toString()}`);
});
