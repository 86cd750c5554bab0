import { until } from './until';

it.each<[string, () => boolean | Promise<boolean>]>([
	['is false immediately', () => false],
	['resolves to false', () => Promise.resolve(false)],
	['never settles', () => new Promise(() => {})],
])('a wait for a condition that %s gives up and says what it waited for', async (_what, condition) => {
	await expect(until(condition, 500)).rejects.toThrow(`Waited 0.5 s without success for ${condition.toString()}`);
});
