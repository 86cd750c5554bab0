import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { read as pageOf } from '../docs/pages';
import type { NodeUnderTest } from '../helpers/engine';
import { passTime } from '../helpers/clock';
import { empty, ids, refused, setId, type SlowImports } from '../helpers/slowImports';
import { rowOf, shipmentNamed } from '../helpers/shipment';
import { tollOf, type Scenario } from './scenario';

const minute = 60_000;
const fails = (reference: string) => reference === 'DOUBT';
type SearchAnswer = Parameters<SlowImports['answersSearchWith']>[0];

/** An exchange that carries out each import but those of DOUBT, and what the user of a workflow reads. */
function atWork(exchange: SlowImports) {
	const done: string[] = [];
	const read: string[] = [];
	const bills = new Map<string, number>();
	const carryOut = (reference: string) => {
		done.push(reference);
		const sets = [exchange.shown.get(reference) ?? []].flat();
		const created = Array.from(
			{ length: bills.get(reference) ?? 1 },
			(_, index) => `${ids[0]!.slice(0, -6)}${String(done.length).padStart(3, '0')}${String(index).padStart(3, '0')}`,
		);
		exchange.shown.set(reference, [...sets, ...created]);
	};
	const work = (doubtful: (reference: string) => boolean = () => false) => {
		exchange.answersWith((response, reference) => {
			if (doubtful(reference)) response.writeHead(500).end();
			else {
				carryOut(reference);
				empty(response);
			}
		});
	};
	work(fails);
	const run = async (items: INodeExecutionData[], parameters: INodeParameters, node: Partial<NodeUnderTest> = {}) => {
		const { error, items: given } = await exchange.run(parameters, { items, ...node });
		read.push(error?.message ?? '', error?.description ?? '');
		return given.map(({ json }) => json);
	};
	return {
		done,
		/** The exchange carries out every import from now on. */
		work,
		bills,
		/** The exchange fails at each search with this answer, until `searches` is called without one. */
		searches(answer: SearchAnswer = () => false): void {
			exchange.answersSearchWith(answer);
		},
		rows: async (items: INodeExecutionData[], parameters: INodeParameters = {}, node: Partial<NodeUnderTest> = {}) =>
			await run(items, { inputMode: 'rows', ...parameters }, node),
		items: async (names: readonly string[], parameters: INodeParameters = {}) =>
			await run(
				names.map((name) => ({ json: shipmentNamed(name, bills.get(name)) })),
				{ payload: '={{ $json }}', ...parameters },
			),
		toll: (wanted: readonly string[]) => ({ ...tollOf(wanted, done), read }),
	};
}

const answered =
	(status: number): SearchAnswer =>
	(response) => {
		response.writeHead(status).end('{}');
		return true;
	};

/** A search with these sets, of so many that the exchange counts. */
const shows =
	(results: readonly object[], total: number): SearchAnswer =>
	(response) => {
		const data = { offset: 0, limit: 100, total, count: results.length, results };
		response.end(JSON.stringify({ code: 200, status: 'OK', data }));
		return true;
	};

const skip = { ifPresent: 'skip' };
const anyway = { ifPresent: 'import' };

export const scenariosWith = (exchange: SlowImports): Scenario[] => [
	{
		name: '"Skip" imports the second row of a sheet whose first one is there',
		does: ['set "If Shipment Exists" to "Skip"'],
		async follow() {
			const at = atWork(exchange);
			await at.rows([rowOf('A')]);
			await at.rows([rowOf('A'), rowOf('B')]);
			for (let runs = 0; runs < 2; runs++) await at.rows([rowOf('A'), rowOf('B')], skip);
			return at.toll(['A', 'B']);
		},
	},
	{
		name: 'another shipment with the reference of one that is there gets another reference',
		does: ['If it is another shipment, use another reference.'],
		async follow() {
			const at = atWork(exchange);
			await at.items(['A']);
			await at.items(['A', 'B']);
			await at.items(['ANOTHER', 'B']);
			return at.toll(['A', 'ANOTHER', 'B']);
		},
	},
	{
		name: 'a shipment that was imported wrongly is imported with another reference, beside others that are there',
		does: ['If the earlier import was wrong', 'import the corrected shipment with another reference.'],
		async follow() {
			const at = atWork(exchange);
			await at.rows([rowOf('A'), rowOf('B')]);
			await at.rows([rowOf('A'), rowOf('B')]);
			await at.rows([rowOf('A-2')]);
			return at.toll(['A', 'B', 'A-2']);
		},
	},
	{
		name: 'the shipments that are there, or may be, are taken out of the sheet, and the rest is imported',
		does: ['To import the others, set "If Shipment Exists" to "Skip".', 'remove their rows.'],
		async follow() {
			const at = atWork(exchange);
			at.bills.set('PART', 2);
			exchange.shown.set('PART', ids.slice(0, 1));
			await at.rows([rowOf('A')]);
			const part = ['1', '2'].map((bill) => rowOf('PART', { 'B/L Number': bill }));
			await at.rows([rowOf('A'), ...part, rowOf('B')]);
			await at.rows([rowOf('A'), ...part, rowOf('B')], skip);
			await at.rows([rowOf('A'), rowOf('B')], skip);
			return at.toll(['A', 'B']);
		},
	},
	{
		name: 'only the missing bill of lading of a shipment is imported, without the other rows',
		does: [
			'import only this shipment: remove the other rows or items and the bills of lading that are there, and set "If Shipment Exists" to "Import Anyway" for this execution only.',
		],
		async follow() {
			const at = atWork(exchange);
			await at.rows([rowOf('OLD')]);
			exchange.shown.set('PART', ids.slice(0, 1));
			const [there, missing] = ['1', '2'].map((bill) => rowOf('PART', { 'B/L Number': bill }));
			await at.rows([there!, missing!, rowOf('OLD')], skip);
			await at.rows([missing!], anyway);
			await at.rows([there!, missing!, rowOf('OLD')], skip);
			return at.toll(['OLD', 'PART']);
		},
	},
	{
		name: 'a doubtful shipment is taken out, and "Skip" imports the rest',
		does: [
			'take the rows or the item of this shipment out',
			'run the workflow again with "If Shipment Exists" set to "Skip".',
		],
		async follow() {
			const at = atWork(exchange);
			await at.items(['A', 'DOUBT', 'B']);
			await at.items(['A', 'B'], skip);
			await at.items(['A', 'B'], skip);
			return at.toll(['A', 'B']);
		},
	},
	{
		name: 'a doubtful shipment is waited for, and "Skip" imports it with the rest',
		does: ['or wait until …; then run the workflow again with "If Shipment Exists" set to "Skip".'],
		async follow() {
			const at = atWork(exchange);
			await at.rows(['A', 'DOUBT', 'B'].map((name) => rowOf(name)));
			at.work();
			passTime(31 * minute);
			for (let runs = 0; runs < 2; runs++)
				await at.rows(
					['A', 'DOUBT', 'B'].map((name) => rowOf(name)),
					skip,
				);
			return at.toll(['A', 'DOUBT', 'B']);
		},
	},
	{
		name: 'a doubtful shipment that is not there after 30 minutes is imported again, and once only',
		does: ['If it is not there after 30 minutes, import it again.'],
		async follow() {
			const at = atWork(exchange);
			await at.items(['DOUBT']);
			await at.items(['DOUBT']);
			at.work();
			await at.items(['DOUBT']);
			passTime(31 * minute);
			for (let runs = 0; runs < 2; runs++) await at.items(['DOUBT']);
			return at.toll(['DOUBT']);
		},
	},
	{
		name: 'the execution that sends the same shipment has ended, and this one runs again',
		does: ['When that execution has ended, run this one again.'],
		async follow() {
			const at = atWork(exchange);
			const held: (() => void)[] = [];
			exchange.answersWith((response, reference) => {
				held.push(() => {
					at.done.push(reference);
					response.end(JSON.stringify({ setId }));
				});
			});
			const first = at.items(['A']);
			await exchange.arrived(1);
			await at.items(['A']);
			for (const end of held) end();
			await first;
			await at.items(['A']);
			return at.toll(['A']);
		},
	},
	{
		name: 'the search did not work, and the workflow runs again later',
		does: ['Run the workflow again later.'],
		async follow() {
			const at = atWork(exchange);
			await at.rows([rowOf('A')]);
			at.searches(answered(500));
			await at.rows([rowOf('A'), rowOf('B')], skip);
			at.searches();
			passTime(12 * 60 * minute);
			for (let runs = 0; runs < 2; runs++) await at.rows([rowOf('A'), rowOf('B')], skip);
			return at.toll(['A', 'B']);
		},
	},
	{
		name: 'a user who may not search imports anyway: the second execution imports once more, as the text says',
		does: ['you can only import without protection against duplicates: set "If Shipment Exists" to "Import Anyway".'],
		costs: { doubled: 1 },
		async follow() {
			const at = atWork(exchange);
			at.searches(answered(403));
			await at.items(['A']);
			exchange.answersWith((response, reference) => {
				at.done.push(reference);
				response.end(JSON.stringify({ setId: ids[at.done.length] }));
			});
			for (let runs = 0; runs < 2; runs++) await at.items(['A'], anyway);
			return at.toll(['A']);
		},
	},
	{
		name: 'a search showed fewer sets than it counted, and later all of them',
		does: ['Run the workflow again when the search shows all sets.'],
		async follow() {
			const at = atWork(exchange);
			await at.items(['A']);
			at.searches(shows([], 4));
			await at.items(['B']);
			at.searches();
			for (let runs = 0; runs < 2; runs++) await at.items(['A', 'B'], skip);
			return at.toll(['A', 'B']);
		},
	},
	{
		name: 'sets without a reference are not those of the new shipment, which is imported alone',
		does: [
			'import only this shipment: remove the other rows or items, and set "If Shipment Exists" to "Import Anyway" for this execution only.',
		],
		async follow() {
			const at = atWork(exchange);
			await at.rows([rowOf('OLD')]);
			at.searches(shows([{ setId: ids[5] }], 1));
			await at.rows([rowOf('OLD'), rowOf('NEW')], skip);
			exchange.answersWith((response, reference) => {
				at.done.push(reference);
				response.end(JSON.stringify({ setId: ids[6] }));
			});
			await at.rows([rowOf('NEW')], anyway);
			await at.rows([rowOf('OLD'), rowOf('NEW')], skip);
			return at.toll(['OLD', 'NEW']);
		},
	},
	{
		name: 'a shipment gets the reference that it lacked, and a second execution finds it',
		does: ['Add a shipment reference.'],
		async follow() {
			const at = atWork(exchange);
			await at.items([''], { options: { acceptValues: 'Shipment Reference' }, importRef: 'template' });
			for (let runs = 0; runs < 2; runs++) await at.items(['A'], skip);
			return at.toll(['A']);
		},
	},
	{
		name: 'a doubtful shipment without a reference gets one after 30 minutes',
		does: ['Give it a shipment reference, so that the node can look for it.'],
		async follow() {
			const at = atWork(exchange);
			const options = { acceptValues: 'Shipment Reference' };
			at.work(() => true);
			for (let runs = 0; runs < 2; runs++) await at.items([''], { ...anyway, options, importRef: 'template' });
			at.work();
			passTime(31 * minute);
			for (let runs = 0; runs < 2; runs++) await at.items(['A'], skip);
			return at.toll(['A']);
		},
	},
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
		does: ['If it is right as it is, add … to Accept Values.'],
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
			"If *On Error* in the node's settings is set to continue, a shipment that needs corrections, exists or fails gives a failed item, and the others are imported.",
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
		does: ['*Warn* only lists them in `warnings`; what cannot be read still stops it.'],
		async follow() {
			const at = atWork(exchange);
			const options = { validation: 'warn' };
			const [given] = await at.rows([rowOf('A', { 'Container Number': 'MSCU1234567' })], { options });
			expect(given?.['warnings']).toHaveLength(1);
			await at.rows([rowOf('B', { 'Gross Weight': 'two' })], { options });
			return { ...at.toll(['A']), doubled: at.done.length - 1, read: [pageOf('docs/import.md')] };
		},
	},
	{
		name: 'a shipment that the exchange refuses is corrected, and the others are not sent twice',
		does: ['To import the rest, run the workflow again with "If Shipment Exists" set to "Skip".'],
		async follow() {
			const at = atWork(exchange);
			exchange.answersWith((response, reference) => {
				if (reference === 'BAD') refused(response, reference);
				else {
					at.done.push(reference);
					exchange.shown.set(reference, ids[at.done.length]!);
					empty(response);
				}
			});
			await at.rows(['A', 'BAD', 'B'].map((name) => rowOf(name)));
			await at.rows(
				['A', 'CORRECTED', 'B'].map((name) => rowOf(name)),
				skip,
			);
			return at.toll(['A', 'CORRECTED', 'B']);
		},
	},
];
