import { verdictOf, type Outcome } from '../../nodes/CargoExchange/dispatch/verdict';

it.each<[Outcome[], string]>([
	[[], 'ack'],
	[['done', 'done'], 'ack'],
	[['withdrawn'], 'ack'],
	[['done', 'withdrawn'], 'ack'],
	[['done', 'failed'], 'reject'],
	[['failed', 'withdrawn'], 'reject'],
	[['done', 'returned'], 'requeue'],
	[['failed', 'returned', 'done'], 'requeue'],
])('%j: %s', (outcomes, verdict) => {
	expect(verdictOf(outcomes)).toBe(verdict);
	expect(verdictOf(outcomes.toReversed())).toBe(verdict);
});
