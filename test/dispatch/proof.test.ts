import { provesGood } from '../../nodes/CargoExchange/dispatch/proof';
import { AmqpError } from '../../nodes/CargoExchange/amqp';
import { FakeClock, settled } from './fakeClock';

const certain = new AmqpError('login', true, 'The broker refused the user name or password', 'Check both.');
const outage = new AmqpError('unreachable', false, 'Nothing answers', 'Check the host.');

/** Tries with these answers in turn, the last one for ever; tells when it tried. */
function trying(answers: (AmqpError | null | undefined)[], tried = false) {
	const clock = new FakeClock();
	const left = new AbortController();
	const at: number[] = [];
	const told: AmqpError[] = [];
	const prove = () => {
		const answer = answers[Math.min(at.length, answers.length - 1)];
		at.push(clock.now());
		return Promise.resolve(answer);
	};
	const onCertainFault = (fault: AmqpError) => void told.push(fault);
	const end = provesGood({ prove, onCertainFault, tried, clock, random: () => 1 }, left.signal);
	return { clock, left, at, told, end };
}

it('tries at once, and not at once where that was just done in vain', async () => {
	const first = trying([null]);
	expect(await first.end).toBe(true);
	const again = trying([null], true);
	await settled();
	expect(again.at).toEqual([]);
	await again.clock.advance(1_000);
	expect(await again.end).toBe(true);
});

it('tries within seconds of the end of an outage, however long that was', async () => {
	const { clock, at } = trying([outage]);
	await clock.advance(600_000);
	const gaps = at.slice(1).map((time, index) => time - at[index]!);
	expect(gaps.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 4_000]);
	expect(Math.max(...gaps)).toBe(4_000);
});

it('tries rarely where only a person can help, and tells of it each time', async () => {
	const { clock, at, told } = trying([certain]);
	await clock.advance(600_000);
	expect(at.at(-1)! - at.at(-2)!).toBe(30_000);
	expect(told).toHaveLength(at.length);
});

it('goes on when the credential cannot be read for a while', async () => {
	const { clock, end } = trying([undefined, undefined, null]);
	await clock.advance(10_000);
	expect(await end).toBe(true);
});

it('ends when nobody waits for it any more', async () => {
	const { clock, left, at, end } = trying([outage]);
	await clock.advance(5_000);
	const tries = at.length;
	left.abort();
	expect(await end).toBe(false);
	await clock.advance(60_000);
	expect(at).toHaveLength(tries);
});
