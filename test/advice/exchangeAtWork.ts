import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { NodeUnderTest } from '../helpers/engine';
import { shipmentNamed } from '../helpers/shipment';
import { empty, ids, type SlowImports } from '../helpers/slowImports';
import { tollOf } from './scenario';

const fails = (reference: string) => reference === 'DOUBT';
export type SearchAnswer = Parameters<SlowImports['answersSearchWith']>[0];

/** An exchange that carries out each import but those of DOUBT, and what the user of a workflow reads. */
export function atWork(exchange: SlowImports) {
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

export const skip = { ifPresent: 'skip' };
export const anyway = { ifPresent: 'import' };
