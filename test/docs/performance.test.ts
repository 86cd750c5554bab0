import { existsSync } from 'node:fs';
import path from 'node:path';
import { drawChart } from '../../scripts/bench/chart';
import { chartOf, pageWith, readResults } from '../../scripts/bench/page';
import { read, root } from './pages';

describe('docs/performance.md', () => {
	it('shows the measured results', async () => {
		const results = await readResults();
		expect(results.length).toBeGreaterThan(0);
		const page = read('docs/performance.md');
		expect(pageWith(page, results)).toBe(page);
	});

	it('has charts of the same results', async () => {
		for (const one of await readResults()) {
			const file = `docs/images/${chartOf(one)}`;
			expect([file, existsSync(path.join(root, file)) && read(file)]).toEqual([file, drawChart(one)]);
		}
	});

	it('names the machine, the day and the versions of everything that was measured', async () => {
		for (const { id, bars, machine, date, versions } of await readResults()) {
			expect([id, machine]).toEqual([id, expect.stringMatching(/ × \d+, \d+ GB, Node \d/)]);
			expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
			const words = bars.map(({ name }) => name).join(' ');
			const named = ['undici', 'n8n', 'amqplib'].filter((library) => words.includes(library));
			expect([id, named.filter((library) => !(library in versions))]).toEqual([id, []]);
		}
	});
});
