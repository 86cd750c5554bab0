import { AmqpError } from '../../nodes/CargoExchange/errors';
import type { Fault } from '../../nodes/CargoExchange/dispatch/subscription';
import { Verification } from '../../nodes/CargoExchange/dispatch/verification';
import { FakeClock, settled } from './fakeClock';
import { TestWorkflow } from './workflows';

const permanent = new AmqpError({
	permanent: true,
	message: 'The broker refused the user name or password',
	description: 'Check both.',
});
const outage = new AmqpError({ permanent: false, message: 'Nothing is listening', description: 'Check the host.' });

/** Verifies with these answers in turn, the last one for ever. */
function verifying(answers: (AmqpError | null)[]) {
	const clock = new FakeClock();
	const at: number[] = [];
	const results: (Fault | null)[] = [];
	const verification = new Verification('queue', {
		verifyCredential: () => {
			const answer = answers[Math.min(at.length, answers.length - 1)] ?? null;
			at.push(clock.now());
			return Promise.resolve(answer);
		},
		clock,
		random: () => 1,
	});
	const workflow = new TestWorkflow('w');
	const start = () => verification.retry(workflow, (fault) => results.push(fault));
	return { clock, at, results, verification, workflow, start };
}

it('tries at once, unless an attempt has just failed', async () => {
	const first = verifying([null]);
	first.start();
	await settled();
	expect(first.results).toEqual([null]);

	const again = verifying([outage, null]);
	await again.verification.now(again.workflow);
	again.start();
	await settled();
	expect(again.at).toHaveLength(1);
	expect(again.results).toEqual([expect.objectContaining({ message: outage.message, permanent: false })]);
	await again.clock.advance(5_000);
	expect(again.results.at(-1)).toBeNull();
});

it('tries within seconds of the end of an outage, however long that was', async () => {
	const { clock, at, start } = verifying([outage]);
	start();
	await clock.advance(600_000);
	const gaps = at.slice(1).map((time, index) => time - at[index]!);
	expect(gaps.at(-1)).toBeLessThanOrEqual(5_000);
	expect(gaps.at(-1)).toBeGreaterThanOrEqual(4_000);
});

it('tries rarely if only a person can help, without end, and reports each attempt', async () => {
	const { clock, at, results, start } = verifying([permanent]);
	start();
	await clock.advance(24 * 3_600_000);
	expect(at.at(-1)! - at.at(-2)!).toBe(30_000);
	expect(results).toHaveLength(at.length);
});

it('continues if the credential cannot be read for a while', async () => {
	const { clock, workflow, results, start } = verifying([null]);
	const { credential } = workflow;
	let unreadable = 3;
	workflow.credential = () => (unreadable-- > 0 ? Promise.reject(new Error('No key')) : credential());
	start();
	await clock.advance(10_000);
	expect(results.map((fault) => fault?.message)).toEqual([
		...Array<string>(3).fill('The queue credential could not be read'),
		undefined,
	]);
});

it('ends when nobody waits for it any more', async () => {
	const { clock, at, start } = verifying([outage]);
	const stop = start();
	await clock.advance(60_000);
	const attempts = at.length;
	stop();
	await clock.advance(60_000);
	expect(at).toHaveLength(attempts);
});

it('tries the others at once when one credential works, because a missing queue may be there now', async () => {
	const clock = new FakeClock();
	let usable = false;
	const verification = new Verification('queue', {
		verifyCredential: () => Promise.resolve(usable ? null : permanent),
		clock,
		random: () => 1,
	});
	const users = ['one', 'other'].map((user) => {
		const workflow = new TestWorkflow(user);
		workflow.credential = async () => ({ ...(await new TestWorkflow('x').credential()), username: user });
		return workflow;
	});
	const results: (Fault | null)[] = [];
	verification.retry(users[1]!, (fault) => results.push(fault));
	await clock.advance(200_000);
	usable = true;
	expect(await verification.now(users[0]!)).toBeNull();
	await settled();
	expect(results.at(-1)).toBeNull();
});

it('tries workflows with the same credential together, whenever each of them came', async () => {
	const { clock, at, results, verification, workflow, start } = verifying([permanent]);
	start();
	await clock.advance(100_000);
	const later: (Fault | null)[] = [];
	verification.retry(new TestWorkflow('later'), (fault) => later.push(fault));
	await clock.advance(600_000);
	const [attempts, seen] = [at.length, later.length];
	await clock.advance(300_000);
	expect(at.length - attempts).toBe(10);
	expect(later.length - seen).toBe(10);
	expect(results).toHaveLength(at.length);
	expect(workflow.log.lines).toEqual([]);
});
