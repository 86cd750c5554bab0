/** The list of nodes beside an empty workflow. */
import type { Hand } from './hand';
import { makeNew } from './home';

export async function openNodesPanel(hand: Hand): Promise<void> {
	await makeNew(hand, 'workflow');
	await hand.click(hand.at('canvas-plus-button'));
	await hand.at('node-creator-search-bar').waitFor();
}

/** Searches the list and opens the entry of that name, under which n8n shows a node and its trigger together. */
export async function openEntry({ page, at, click }: Hand, words: string, name: string): Promise<void> {
	await at('node-creator-search-bar').fill(words);
	await click(at('item-iterator-item').filter({ has: page.getByText(name, { exact: true }), visible: true }));
}

/** The headings of the opened entry: how many triggers and how many actions it has. */
export async function headings({ at }: Hand): Promise<string[]> {
	const shown = at('node-creator-category-item').filter({ visible: true });
	await shown.nth(1).waitFor();
	// For a moment, the entry opened before still slides out.
	await shown.nth(2).waitFor({ state: 'detached' });
	return (await shown.allInnerTexts()).map((heading) => heading.trim());
}

/** Back to the search. */
export async function leaveEntry({ at, click }: Hand): Promise<void> {
	await click(at('nodes-list-header').getByRole('button').first());
	await at('node-creator-search-bar').waitFor();
}
