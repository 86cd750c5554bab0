import { documentedHeaders, fieldByPath } from '../../nodes/CargoExchange/shipment/sheet/fieldNames';
import { meaningOf } from '../../nodes/CargoExchange/shipment/sheet/headers';
import { expectGeneratedPart } from '../helpers/generated';
import { read } from './pages';

const page = read('docs/import-columns.md');

describe('the documented headers of a spreadsheet', () => {
	it('are those that the import reads, in the order of the specification', () => {
		const columns = documentedHeaders.map(({ header, path }) => ({
			header,
			list: fieldByPath(path)?.steps.at(-1)?.list.label,
		}));
		const parts = [
			...Map.groupBy(columns, ({ list = 'Shipment' }) => (list === 'Sets' ? 'Sets (bills of lading)' : list)),
		].map(([part, inside]) => {
			const headers = inside.map(({ header }) => header);
			return `| ${part} | ${(part === 'Shipment' ? ['Import Reference', ...headers] : headers).join(', ')} |`;
		});
		expectGeneratedPart('docs/import-columns.md', 'headers', ['| Part | Headers |', '|---|---|', ...parts].join('\n'));
	});

	it('include the short forms that the page lists', () => {
		const [, named = ''] = /short forms[^.]*such as ([^.]+)\./.exec(page) ?? [];
		const forms = [...named.matchAll(/\*([^*]+)\*/g)].map(([, form = '']) => form);
		expect(forms.length).toBeGreaterThan(2);
		for (const form of forms) expect([form, meaningOf(form)]).toEqual([form, expect.anything()]);
	});
});
