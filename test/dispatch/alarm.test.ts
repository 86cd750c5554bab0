import { Alarm } from '../../nodes/CargoExchange/dispatch/alarm';
import { FakeClock } from './fakeClock';

function alarm() {
	const clock = new FakeClock();
	const rung: number[] = [];
	return { clock, rung, alarm: new Alarm(clock, () => rung.push(clock.now())) };
}

it('rings once, at the earliest time that was asked for', async () => {
	const { clock, rung, alarm: clockwork } = alarm();
	clockwork.at(300);
	clockwork.at(100);
	clockwork.at(200);
	await clock.advance(1_000);
	expect(rung).toEqual([100]);
});

it('can be set again after it has rung, also for a time that has passed', async () => {
	const { clock, rung, alarm: clockwork } = alarm();
	clockwork.at(100);
	await clock.advance(150);
	clockwork.at(120);
	await clock.advance(10);
	expect(rung).toEqual([100, 150]);
});

it('does not ring once it was cleared', async () => {
	const { clock, rung, alarm: clockwork } = alarm();
	clockwork.at(100);
	clockwork.clear();
	await clock.advance(200);
	expect(rung).toEqual([]);
});
