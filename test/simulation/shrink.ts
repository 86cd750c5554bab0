import type { Story } from './story';
import { noFates } from './world';

/** The shortest story found that still fails. */
export async function shrink(story: Story, fails: (story: Story) => Promise<boolean>): Promise<Story> {
	let shortest = story;
	const attempt = async (candidate: Story): Promise<boolean> => {
		if (!(await fails(candidate))) return false;
		shortest = candidate;
		return true;
	};
	for (let size = Math.ceil(story.steps.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
		for (let from = shortest.steps.length - size; from > -size; from -= size) {
			const steps = shortest.steps.filter((_, index) => index < from || index >= from + size);
			await attempt({ ...shortest, steps });
		}
	}
	for (const simpler of simplerWorlds(shortest)) await attempt({ ...shortest, ...simpler });
	for (let index = shortest.workflows.length - 1; index > 0; index--)
		await attempt({ ...shortest, workflows: shortest.workflows.filter((_, other) => other !== index) });
	for (let index = shortest.steps.length - 1; index >= 0; index--) {
		const steps = shortest.steps.filter((_, other) => other !== index);
		if (await attempt({ ...shortest, steps })) continue;
		const step = shortest.steps[index]!;
		if (step.do === 'publish' && step.count > 1)
			await attempt({ ...shortest, steps: shortest.steps.with(index, { ...step, count: 1 }) });
	}
	return shortest;
}

function simplerWorlds({ kind, n8n }: Story): Partial<Story>[] {
	return [
		{ fates: noFates },
		{ slow: false },
		{ duration: 'short' },
		{ reportThrows: false },
		{ n8n: { queueMode: false } },
		{ n8n: { ...n8n, queueMode: false } },
		{ kind: { ...kind, version: '4.3', type: 'classic', deliveryLimit: null } },
	];
}
