import { liveServices } from '../../nodes/CargoExchange/dispatch/processDispatcher';
import type { Clock } from '../../nodes/CargoExchange/dispatch/workflow';

it('never wakes anything before its time: what is not due then would wait for the next second', async () => {
	const clock: Clock = liveServices.clock;
	for (let delayMs = 1; delayMs < 20; delayMs += 0.3) {
		const dueAt = clock.now() + delayMs;
		await clock.sleep(dueAt - clock.now());
		expect(clock.now()).toBeGreaterThanOrEqual(dueAt);
	}
});
