import { storyOf } from './generate';
import { tell } from './tell';

/** How many random stories `npm test` tells, in seeds from 1 on. */
const stories = 3_000;

/** Tells every second story, from this seed on: so two workers share them. A failure names the seed to repeat. */
export async function tellEverySecond(firstSeed: 1 | 2): Promise<void> {
	for (let seed = firstSeed; seed <= stories; seed += 2) {
		const { accusations, totals } = await tell(storyOf(seed));
		const [first] = accusations;
		if (first) throw new Error(`npm run simulate -- --stories 1 --seed ${seed}: ${first.kind}: ${first.text}`);
		const { published, acknowledged, rejected, dropped, left } = totals;
		expect([seed, acknowledged + rejected + dropped + left]).toEqual([seed, published]);
	}
}
