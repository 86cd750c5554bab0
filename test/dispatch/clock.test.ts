import { Timer } from '../../nodes/CargoExchange/dispatch/clock';
import { FakeClock } from './fakeClock';

function timerAt() {
	const clock = new FakeClock();
	const calls: number[] = [];
	return { clock, calls, timer: new Timer(clock, () => calls.push(clock.now())) };
}

it('calls back once, at the earliest time that was asked for', async () => {
	const { clock, calls, timer } = timerAt();
	timer.at(300);
	timer.at(100);
	timer.at(200);
	await clock.advance(1_000);
	expect(calls).toEqual([100]);
});

it('can be set again after it has called back, also for a time that has passed', async () => {
	const { clock, calls, timer } = timerAt();
	timer.at(100);
	await clock.advance(150);
	timer.at(120);
	await clock.advance(10);
	expect(calls).toEqual([100, 150]);
});
