/** Random stories, the even ones in `evenSeeds.test.ts`; `npm run simulate` tells others. */
import kept from './keptStories.json';
import { tellEverySecond } from './seeds';
import type { Story } from './story';
import { tell } from './tell';

it('answers every message with a reason, in order, once, whatever happens around it: odd seeds', async () => {
	await tellEverySecond(1);
}, 1_800_000);

it.each(Object.entries(kept as unknown as Record<string, Story>))('%s', async (_what, story) => {
	expect((await tell(story)).accusations).toEqual([]);
});
