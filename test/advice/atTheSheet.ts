import { read as pageOf } from '../docs/pages';
import { rowOf } from '../helpers/shipment';
import type { SlowImports } from '../helpers/slowImports';
import { atWork, skip } from './exchangeAtWork';
import type { Scenario } from './scenario';

export const scenariosWith = (exchange: SlowImports): Scenario[] => [
	{
		name: 'empty cells are filled with the value above them',
		does: ['To fill empty cells with the value above them'],
		async follow() {
			const at = atWork(exchange);
			const goods = { json: { 'Shipment Reference': '', Cargo: 'Socks', Packages: 4, 'Kind of Packages': 'Carton' } };
			await at.rows([rowOf('A', { Packages: 2, 'Kind of Packages': 'Carton' }), goods]);
			const filled = rowOf('A', goods.json);
			filled.json = { ...filled.json, 'Shipment Reference': 'A', Cargo: 'Socks' };
			await at.rows([rowOf('A', { Packages: 2, 'Kind of Packages': 'Carton' }), filled]);
			return at.toll(['A']);
		},
	},
	{
		name: 'columns that do not belong on a bill of lading are ignored, also in the next sheet',
		does: ['If none of these columns belongs on a bill of lading, copy this into Ignore Columns: …'],
		async follow() {
			const at = atWork(exchange);
			const more = { 'Paid by Miller': 'yes', 'Shelf of Binder': 7 };
			await at.rows([rowOf('A', more)]);
			const options = { ignoreColumns: 'Paid by Miller, Shelf of Binder' };
			for (const name of ['A', 'B']) await at.rows([rowOf(name, more)], { options });
			return at.toll(['A', 'B']);
		},
	},
	{
		name: 'a value that is right as it is is accepted; another one in the next sheet still stops',
		does: ['If it is right as it is, add … to Accept Values (it then passes every time).'],
		async follow() {
			const at = atWork(exchange);
			const withContainer = (name: string, container: string) => rowOf(name, { 'Container Number': container });
			await at.rows([withContainer('A', 'MSCU1234567')]);
			const options = { acceptValues: 'MSCU1234567' };
			await at.rows([withContainer('A', 'MSCU1234567')], { options });
			await at.rows([withContainer('B', 'MSCU7654321')], { options });
			return { ...at.toll(['A']), doubled: at.done.length - 1 };
		},
	},
	{
		name: '"On Error" continues at a shipment that needs a correction, which is imported with the next run',
		does: [
			'If *On Error* continues, such a shipment gives a failed item with the whole message, and the others are imported.',
		],
		async follow() {
			const at = atWork(exchange);
			const node = { onError: 'continueRegularOutput' } as const;
			const given = await at.rows([rowOf('A'), rowOf('B', { POL: '?' }), rowOf('C')], {}, node);
			expect(given.filter(({ error }) => error !== undefined)).toHaveLength(1);
			for (let runs = 0; runs < 2; runs++) await at.rows([rowOf('A'), rowOf('B'), rowOf('C')], skip, node);
			return { ...at.toll(['A', 'B', 'C']), read: [pageOf('docs/import.md')] };
		},
	},
	{
		name: '"Warn" lists what is probably wrong, and still stops at what cannot be read',
		does: ['*Warn* lists them in `warnings`.'],
		async follow() {
			const at = atWork(exchange);
			const options = { validation: 'warn' };
			const [given] = await at.rows([rowOf('A', { 'Container Number': 'MSCU1234567' })], { options });
			expect(given?.['warnings']).toHaveLength(1);
			await at.rows([rowOf('B', { 'Gross Weight': 'two' })], { options });
			return { ...at.toll(['A']), doubled: at.done.length - 1, read: [pageOf('docs/import.md')] };
		},
	},
];
