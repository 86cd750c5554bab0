import { memoryOf, results, resultsTable } from '../../scripts/bench/results';
import { expectGeneratedPart } from '../helpers/generated';
import { read } from './pages';

const measured = results.parse(JSON.parse(read('docs/performance.json')));

describe('the performance in docs/operating.md', () => {
	it('shows the measured results', () => {
		expect(measured.length).toBeGreaterThan(0);
		expectGeneratedPart('docs/operating.md', 'results', resultsTable(measured));
	});

	it('is summed up in the README', () => {
		expectGeneratedPart('README.md', 'memory', memoryOf(measured));
	});

	it('names the machine, the day and the versions of everything that was measured', () => {
		for (const { id, bars, machine, date, versions } of measured) {
			expect([id, machine]).toEqual([id, expect.stringMatching(/ × \d+, \d+ GB, Node \d/)]);
			expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
			const words = bars.map(({ name }) => name).join(' ');
			const named = ['undici', 'n8n', 'amqplib'].filter((library) => words.includes(library));
			expect([id, named.filter((library) => !(library in versions))]).toEqual([id, []]);
		}
	});
});
