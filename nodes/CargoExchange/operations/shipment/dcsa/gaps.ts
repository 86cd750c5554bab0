import { finding, type Finding } from '../validation/issue';

/** A weight or volume as a cargo item tells it; without a figure there is no unit either. */
export type Measured = {
	quantityGross: number | undefined;
	quantityNet: number | undefined;
	crossRefId: string | undefined;
};

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
export type Holder = { fields: Partial<Record<Kind, string>>; oneUnit: boolean };

/** A figure stands for all the goods in a cargo, packaging or container. Tells which one is left out because only some of them have it. */
export function gapsOf(items: Item[], path: string, { fields, oneUnit }: Holder): Finding[] {
	const missing: [Kind, string][] = [
		...(['weight', 'volume'] as const).flatMap((kind) => missingOf(kind, items, oneUnit)),
	];
	if (isPartlyTold(items, ({ packages }) => packages)) missing.push(['packages', 'number of packages']);
	return missing.flatMap(([kind, what]) => {
		const field = fields[kind];
		if (field === undefined) return [];
		const extent = oneUnit && kind !== 'packages' ? ' in one unit' : '';
		const advice = `Left out: the document does not give the ${what} of all its goods${extent}.`;
		return [finding(`${path}.${field}`, undefined, 'notMapped', advice, 'note')];
	});
}

function missingOf(kind: 'weight' | 'volume', items: Item[], oneUnit: boolean): [Kind, string][] {
	const units = new Set(items.map((item) => item[kind].crossRefId).filter((unit) => unit !== undefined));
	if (oneUnit && units.size > 1) return [[kind, kind]];
	const sizes = { gross: 'quantityGross', net: 'quantityNet' } as const;
	return (['gross', 'net'] as const)
		.filter((size) => isPartlyTold(items, (item) => item[kind][sizes[size]]))
		.map((size) => [kind, `${size} ${kind}`]);
}

function isPartlyTold(items: Item[], figureOf: (item: Item) => number | undefined): boolean {
	const told = items.filter((item) => figureOf(item) !== undefined).length;
	return told > 0 && told < items.length;
}
