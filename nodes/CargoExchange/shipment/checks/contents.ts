import { unitCodes } from '../fields/goods';
import type { Container } from '../fields/shipment';
import { issue, type Issue } from '../issue';

/** By the code of the unit. */
const kgOf = new Map([
	['KGM', 1],
	['TNE', 1000],
	['LBR', 0.45359237],
]);
const cubicMetresOf = new Map([
	['MTQ', 1],
	['FTQ', 0.0283168],
]);

/** ISO 668 */
const heaviestKg = 36_000;
/** Containers of 53 feet have less. */
const largestCubicMetres = 120;
/** A decimal separator that was taken for one of thousands, or the other way round, makes a number a thousand times larger. */
const mostTimes = 500;

/** Weights and volumes that no container has. */
export function checkContents(containers: readonly Container[] = [], path: string): Issue[] {
	const weights = containers.map(({ containerQuantity: { quantityGross = 0, crossRefId = '' } = {} }) =>
		amountIn(kgOf, quantityGross, crossRefId),
	);
	const plausible = weights.filter((kg) => kg <= heaviestKg);
	const heaviest = Math.max(0, ...plausible);
	return containers.flatMap(({ containerQuantity, containerVolume }, index) => {
		const { quantityGross: gross, crossRefId: unit = '' } = containerQuantity ?? {};
		const { quantityGross: volume, crossRefId: volumeUnit = '' } = containerVolume ?? {};
		const kg = weights[index] ?? 0;
		const cubicMetres = amountIn(cubicMetresOf, volume ?? 0, volumeUnit);
		const weightPath = `${path}[${index}].containerQuantity.quantityGross`;
		return [
			...(kg > heaviestKg
				? [issue({ path: weightPath, value: gross, rule: 'tooHeavy', advice: tooHeavy(kg, unit) })]
				: []),
			...(kg > 0 && kg * mostTimes <= heaviest
				? [issue({ path: weightPath, value: gross, rule: 'tooLight', advice: tooLight(heaviest) })]
				: []),
			...(cubicMetres > largestCubicMetres
				? [
						issue({
							path: `${path}[${index}].containerVolume.quantityGross`,
							value: volume,
							rule: 'tooLarge',
							advice: `Is more than a container holds. Check the number and its unit, which is ${volumeUnit.trim()}.`,
						}),
					]
				: []),
		];
	});
}

function tooHeavy(kg: number, unit: string): string {
	const factor = factorOf(kgOf, unit);
	const found =
		factor === 1
			? 'Is more than a container may weigh, which is 36,000 kg.'
			: `In ${factor === 1000 ? 'tonnes' : 'pounds'}, this is ${Math.round(kg).toLocaleString('en')} kg, but a container may weigh 36,000 kg. Check the unit.`;
	return `${found} If it is the total of several containers, enter the weight of each.`;
}

function tooLight(heaviest: number): string {
	return `Another container of this bill of lading has ${Math.round(heaviest).toLocaleString('en')} kg. Check the decimal separator.`;
}

function amountIn(units: ReadonlyMap<string, number>, amount: number, unit: string): number {
	return amount * (factorOf(units, unit) ?? 0);
}

function factorOf(units: ReadonlyMap<string, number>, unit: string): number | undefined {
	return units.get(unitCodes.get(unit.trim().toLowerCase()) ?? '');
}
