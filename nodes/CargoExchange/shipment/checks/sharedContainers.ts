import { compactNumber } from '../fields/containerNumber';
import { plainCode } from '../fields/readValue';
import type { Container, ShipmentSet } from '../fields/shipment';
import { issue, type Issue } from '../issue';
import { groupBy } from '../structure';

type Placed = { container: Container; path: string };

/** A container in two bills of lading has one type and the same seals, and its figures are divided; a seal belongs to one container. */
export function acrossBills(sets: readonly ShipmentSet[]): Issue[] {
	const all: Placed[] = sets.flatMap(({ containers = [] }, set) =>
		containers.map((container, index) => ({ container, path: `sets[${set}].containers[${index}]` })),
	);
	const numberOf = ({ container }: Placed) => compactNumber(container.containerNumber ?? '');
	const found: Issue[] = [];
	for (const [first, ...others] of groupBy(
		all.filter((placed) => numberOf(placed) !== ''),
		numberOf,
	).values())
		for (const other of others) if (first) found.push(...differences(first, other));
	const seals = all.flatMap((placed) =>
		(placed.container.sealNumber ?? '').split(',').map((seal) => ({ placed, seal: plainCode(seal.trim()) })),
	);
	for (const [first, ...others] of groupBy(seals, ({ seal }) => seal).values())
		for (const { placed, seal } of others)
			if (first && seal !== '' && numberOf(placed) !== numberOf(first.placed))
				found.push(sealTwice(placed, first.placed));
	return found;
}

function sealTwice({ container, path }: Placed, { container: first }: Placed): Issue {
	const advice = `Is also the seal of ${first.containerNumber ?? 'another container'}. Correct one of the two.`;
	return issue({ path: `${path}.sealNumber`, value: container.sealNumber, rule: 'seal', advice });
}

function differences({ container: first, path: firstPath }: Placed, { container: other, path }: Placed): Issue[] {
	const isSameBill = firstPath.split('.')[0] === path.split('.')[0];
	const one = (name: 'containerType' | 'sealNumber') =>
		first[name] === undefined || other[name] === undefined || plainCode(first[name]) === plainCode(other[name])
			? []
			: [
					issue({
						path: `${path}.${name}`,
						value: other[name],
						rule: 'container',
						advice: `The same container has "${first[name]}" in another bill of lading.`,
					}),
				];
	const figure = other.containerQuantity?.quantityGross;
	const isRepeated =
		figure !== undefined && JSON.stringify(first.containerQuantity) === JSON.stringify(other.containerQuantity);
	const advice = 'Is the same in another bill of lading. Enter the part of the container that belongs to each.';
	return isSameBill
		? []
		: [
				...one('containerType'),
				...one('sealNumber'),
				...(isRepeated
					? [issue({ path: `${path}.containerQuantity.quantityGross`, value: figure, rule: 'two bills', advice })]
					: []),
			];
}
