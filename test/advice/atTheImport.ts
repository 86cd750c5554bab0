import { passTime } from '../helpers/clock';
import { rowOf } from '../helpers/shipment';
import { empty, ids, refused, setId, type SlowImports } from '../helpers/slowImports';
import { anyway, atWork, skip, type SearchAnswer } from './exchangeAtWork';
import type { Scenario } from './scenario';

const minute = 60_000;

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
		name: 'with "Skip", shipments that are there in part are taken out of the sheet',
		does: ['To import the others, remove the rows of these shipments: they are there only in part, or may be.'],
		async follow() {
			const at = atWork(exchange);
			const part = (reference: string) => ['1', '2'].map((bill) => rowOf(reference, { 'B/L Number': bill }));
			for (const [index, reference] of ['PART-1', 'PART-2'].entries()) exchange.shown.set(reference, ids[index]!);
			await at.rows([rowOf('A'), ...part('PART-1'), ...part('PART-2')], skip);
			for (let runs = 0; runs < 2; runs++) await at.rows([rowOf('A')], skip);
			return at.toll(['A']);
		},
	},
	{
		name: 'a shipment without a reference is imported alone, without the other items: once more with each execution',
		does: [
			'Without one, it can only be imported alone and without protection against duplicates: take all other rows or items out, and set "If Shipment Exists" to "Import Anyway" for this execution only.',
		],
		costs: { doubled: 1 },
		async follow() {
			const at = atWork(exchange);
			const parameters = { options: { acceptValues: 'Shipment Reference' }, importRef: 'template' };
			await at.items(['OLD']);
			await at.items(['OLD', ''], {
				...skip,
				...parameters,
				importRef: '={{ $json.shipmentReference || "template" }}',
			});
			exchange.answersWith((response, reference) => {
				at.done.push(reference);
				response.end(JSON.stringify({ setId: ids[at.done.length] }));
			});
			for (let runs = 0; runs < 2; runs++) await at.items([''], { ...anyway, ...parameters });
			return at.toll(['OLD', '']);
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
