import { storyOf } from './generate';
import kept from './keptStories.json';
import type { Story } from './story';
import { tell } from './tell';

/** So many random stories, always the same; each night, `npm run simulate` tells 60,000 others. */
const stories = 1_000;

it('answers every message with a reason, in order, once, whatever happens around it', async () => {
	for (let seed = 1; seed <= stories; seed++) {
		const { accusations, totals } = await tell(storyOf(seed));
		const [first] = accusations;
		if (first) throw new Error(`npm run simulate -- --stories 1 --seed ${seed}: ${first.kind}: ${first.text}`);
		const { published, acknowledged, rejected, dropped, left } = totals;
		expect([seed, acknowledged + rejected + dropped + left]).toEqual([seed, published]);
	}
}, 1_800_000);

it.each(Object.entries(kept as unknown as Record<string, Story>))('%s', async (_what, story) => {
	expect((await tell(story)).accusations).toEqual([]);
});
