import { prefetchFor } from '../../nodes/CargoExchange/dispatch/prefetch';

it.each([
	[[{ parallel: 5, batchSize: 1 }], 100],
	[[{ parallel: 1, batchSize: 1 }], 100],
	[
		[
			{ parallel: 5, batchSize: 1 },
			{ parallel: 2, batchSize: 100 },
		],
		800,
	],
	[[{ parallel: 100, batchSize: 1_000 }], 2_000],
])('%j: %i', (wishes, prefetch) => {
	expect(prefetchFor(wishes)).toBe(prefetch);
});
