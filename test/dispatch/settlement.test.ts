import { settlementFor, type Outcome } from '../../nodes/CargoExchange/dispatch/pendingDelivery';

it.each<[Outcome[], string]>([
	[[], 'ack'],
	[['done', 'done'], 'ack'],
	[['unsubscribed'], 'ack'],
	[['done', 'unsubscribed'], 'ack'],
	[['done', 'failed'], 'reject'],
	[['failed', 'unsubscribed'], 'reject'],
	[['done', 'requeue'], 'requeue'],
	[['failed', 'requeue', 'done'], 'requeue'],
])('%j: %s', (outcomes, settlement) => {
	expect(settlementFor(outcomes)).toBe(settlement);
	expect(settlementFor(outcomes.toReversed())).toBe(settlement);
});
