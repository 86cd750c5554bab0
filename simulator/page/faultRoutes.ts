import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';

import { Refusal } from '../problem';
import { garbage } from '../queueFaults';
import { lead, readForm, show, type Desk } from './desk';
import { drills, plan, targets, times } from './drills';
import { faultsView } from './faultsView';

/** A choice of one of the keys of a table. */
const keyOf = <Table extends object>(table: Table) =>
	z.custom<keyof Table>((value) => typeof value === 'string' && Object.hasOwn(table, value));

const planForm = z.object({ target: keyOf(targets), drill: keyOf(drills), times: keyOf(times) });
const garbageForm = z.object({ garbage: keyOf(garbage) });

/** The panel of drills and its buttons. */
export function faultPages(app: FastifyInstance, desk: Desk): void {
	const { exchange } = desk;
	const { faults, queueFaults, tokens, settings } = exchange;

	app.get('/faults', (request, reply) => {
		const session = desk.session(request);
		return show(reply, faultsView({ exchange, session, company: desk.company(session) }));
	});

	const button = (name: string, told: string, act: (request: FastifyRequest) => unknown) =>
		app.post(`/faults/${name}`, async (request, reply) => {
			await desk.take(request, told, () => act(request));
			return lead(reply, '/faults');
		});

	button('plan', 'Planned. Now run your workflow.', ({ body }) => {
		const { target, drill, times: howOften } = readForm(planForm, body);
		faults.next(plan(target, drill, howOften));
	});
	button('tokens', 'Every token has expired.', () => {
		tokens.expireAll();
	});
	button('clear', 'Everything works as it should again.', async () => {
		faults.clear();
		await queueFaults.clear();
	});
	button('duplicate', 'The next message is sent twice.', () => {
		queueFaults.duplicateNext(1);
	});
	button('swap', 'The next message waits for the one after it.', () => {
		queueFaults.swapNext();
	});
	button('repeat', 'The latest message was sent again.', async () => {
		if (!(await queueFaults.repeatLatest())) throw new Refusal(409, 'No message was sent yet');
	});
	button('garbage', 'Sent.', async ({ body }) => {
		await queueFaults.sendGarbage(readForm(garbageForm, body).garbage);
	});
	button('cut', 'All connections of the broker were cut.', async () => {
		const cut = settings.queue?.cutConnections;
		if (cut === undefined) throw new Refusal(409, 'Only whoever started the broker can cut its connections');
		await cut();
	});
}
