import { finding, type Finding } from '../validation/issue';
import type { Entry } from './rowTree';

const chargesPath = 'freightCharges.charges';

/**
 * Keeps a charge from counting again when a sheet repeats it on every container's row. A row that holds charges and nothing else in lists
 * always counts: there nobody repeats by filling down.
 */
export function repeatedCharges(): { leaveOut(row: Entry, name: string): void; notes(): Finding[] } {
	const first = new Map<string, string>();
	const repeats = new Map<string, number>();
	return {
		leaveOut(row, name) {
			for (const set of row.lists.get('sets')?.known.values() ?? []) {
				const charges = set.lists.get(chargesPath);
				if (!charges || set.lists.size === 1) continue;
				const bill = String(set.values.get('blNumber')?.value ?? '');
				for (const [index, charge] of charges.known) {
					const alike = JSON.stringify([bill, index, ...[...charge.values].map(([path, { value }]) => [path, value])]);
					const before = first.get(alike);
					if (before === undefined) {
						first.set(alike, name);
						continue;
					}
					repeats.set(before, (repeats.get(before) ?? 0) + 1);
					charges.known.delete(index);
				}
			}
		},
		notes: () =>
			[...repeats].map(([before, count]) =>
				finding(
					`sets.${chargesPath}`,
					count,
					'repeatedCharge',
					`The charge of ${before.toLowerCase()} stands alike on ${count} further ${count === 1 ? 'row' : 'rows'} with containers or cargos: it counts once. Put a charge that applies again on a row of its own.`,
				),
			),
	};
}
