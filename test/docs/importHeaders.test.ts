import { columnOf, friendlyHeaders } from '../../nodes/CargoExchange/shipment/rows/headers';
import { read } from './pages';

const page = read('docs/import.md');
const [, table = ''] = page.split('| Header | Path |\n|---|---|\n');
const [importRef, ...rows] = table.trimEnd().split('\n');

describe('the documented headers of a spreadsheet', () => {
	it('are those that the import reads, in the order of the specification', () => {
		expect(importRef).toBe('| Import Reference | not part of the shipment |');
		expect(rows).toEqual(friendlyHeaders.map(({ header, path }) => `| ${header} | \`${path}\` |`));
	});

	it('include the short forms that the page lists', () => {
		const [, named = ''] = /short forms[^.]*such as ([^.]+)\./.exec(page) ?? [];
		const forms = [...named.matchAll(/\*([^*]+)\*/g)].map(([, form = '']) => form);
		expect(forms.length).toBeGreaterThan(2);
		for (const form of forms) expect([form, columnOf(form)]).toEqual([form, expect.anything()]);
	});
});
