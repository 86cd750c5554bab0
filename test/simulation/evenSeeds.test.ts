import { tellEverySecond } from './seeds';

it('answers every message with a reason, in order, once, whatever happens around it: even seeds', async () => {
	await tellEverySecond(2);
}, 1_800_000);
