import { windowFor } from '../../nodes/CargoExchange/dispatch/subscribers';

it.each([
	[[], 20],
	[[{ parallel: 5, batchSize: 1 }], 20],
	[[{ parallel: 11, batchSize: 1 }], 22],
	[[{ parallel: 1, batchSize: 1 }], 20],
	[
		[
			{ parallel: 5, batchSize: 1 },
			{ parallel: 2, batchSize: 100 },
		],
		400,
	],
	[[{ parallel: 100, batchSize: 1_000 }], 2_000],
])('%j: %i', (options, window) => {
	expect(windowFor(options)).toBe(window);
});
