import type { NodeHint } from 'n8n-workflow';
import { hint } from '../n8n/sharedParameters';
import type { SearchInput } from './set/searchParameters';

const chosen = (resource: string, operation: string) =>
	`$parameter["resource"] === "${resource}" && $parameter["operation"] === "${operation}"`;
const filter = (name: keyof SearchInput['filters']) => `($parameter["filters"] ?? {}).${name}`;

/** Both are chosen dates. An expression in a collection is still its own text here, which has no order. */
const isLater = (from: keyof SearchInput['filters'], to: keyof SearchInput['filters']) => {
	const dates = `[${filter(from)}, ${filter(to)}]`;
	return `${dates}.every((date) => /^\\d/.test(date)) && ${filter(from)} > ${filter(to)}`;
};

/** Shown with the output if parameters contradict each other, or have a consequence that is easily forgotten. */
export const hints: NodeHint[] = [
	hint(
		'Issued sets are filed and no longer in the inbox. Set "Search In" to "Inbox and Filed".',
		'warning',
		`${chosen('set', 'search')} && (${filter('statuses')} || []).includes("Issued") && $parameter["searchIn"] === "ACTIVE"`,
	),
	hint(
		'"Modified After" is later than "Modified Before", so no set matches.',
		'warning',
		`${chosen('set', 'search')} && ${isLater('modifiedAfter', 'modifiedBefore')}`,
	),
	hint(
		'"Bill of Lading Date From" is later than "Bill of Lading Date To", so no set matches.',
		'warning',
		`${chosen('set', 'search')} && ${isLater('billOfLadingDateFrom', 'billOfLadingDateTo')}`,
	),
];
