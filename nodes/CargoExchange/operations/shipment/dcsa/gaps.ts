import { finding, type Finding } from '../checks/finding';

/** A weight or volume as a cargo item tells it. */
export type Measured = { gross: number | undefined; net: number | undefined; unit: string | undefined };

/** What one cargo item says of goods in one container. */
export type Item = {
	container: string | undefined;
	weight: Measured;
	volume: Measured;
	packages: number | undefined;
	packingUnit: string | undefined;
};

type Kind = 'weight' | 'volume' | 'packages';

/** What holds goods: the fields of its figures, and whether there is one unit for all of them. */
type Holder = { fields: Record<Kind, string>; oneUnit: boolean };

/** A figure of a cargo or container stands for all its goods. Tells which one is left out because only some of them have it. */
export function gapsOf(items: Item[], path: string, { fields, oneUnit }: Holder): Finding[] {
	const missing: [Kind, string][] = [
		...(['weight', 'volume'] as const).flatMap((kind) => missingOf(kind, items, oneUnit)),
	];
	if (isPartlyTold(items, ({ packages }) => packages)) missing.push(['packages', 'number of packages']);
	return missing.map(([kind, what]) => {
		const extent = oneUnit && kind !== 'packages' ? ' in one unit' : '';
		const advice = `Left out: the document does not give the ${what} of all its goods${extent}.`;
		return finding(`${path}.${fields[kind]}`, undefined, 'notMapped', advice, 'note');
	});
}

function missingOf(kind: 'weight' | 'volume', items: Item[], oneUnit: boolean): [Kind, string][] {
	const units = new Set(items.map((item) => item[kind].unit).filter((unit) => unit !== undefined));
	if (oneUnit && units.size > 1) return [[kind, kind]];
	return (['gross', 'net'] as const)
		.filter((size) => isPartlyTold(items, (item) => (item[kind].unit === undefined ? undefined : item[kind][size])))
		.map((size) => [kind, `${size} ${kind}`]);
}

function isPartlyTold(items: Item[], figureOf: (item: Item) => number | undefined): boolean {
	const told = items.filter((item) => figureOf(item) !== undefined).length;
	return told > 0 && told < items.length;
}
