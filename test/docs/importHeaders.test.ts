import { columnOf, friendlyHeaders } from '../../nodes/CargoExchange/shipment/rows/headers';
import { expectGeneratedPart } from '../helpers/generated';
import { read } from './pages';

const page = read('docs/import-columns.md');

describe('the documented headers of a spreadsheet', () => {
	it('are those that the import reads, in the order of the specification', () => {
		const rows = friendlyHeaders.map(({ header, path }) => `| ${header} | \`${path}\` |`);
		const table = ['| Header | Path |', '|---|---|', '| Import Reference | not part of the shipment |', ...rows];
		expectGeneratedPart('docs/import-columns.md', 'headers', table.join('\n'));
	});

	it('include the short forms that the page lists', () => {
		const [, named = ''] = /short forms[^.]*such as ([^.]+)\./.exec(page) ?? [];
		const forms = [...named.matchAll(/\*([^*]+)\*/g)].map(([, form = '']) => form);
		expect(forms.length).toBeGreaterThan(2);
		for (const form of forms) expect([form, columnOf(form)]).toEqual([form, expect.anything()]);
	});
});
