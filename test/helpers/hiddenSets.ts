import type { Simulator } from '../../simulator';

/** The search does not show yet what was imported, in each test of the file. */
export function useHiddenSets(simulator: () => Simulator): void {
	beforeEach(() => {
		const body = { code: 200, data: { total: 0, count: 0, results: [] } };
		simulator().faults.next({ match: { path: /search/ }, fault: { kind: 'json', body }, times: Infinity });
	});
	afterEach(() => {
		simulator().faults.clear();
	});
}
