import { unitOf, type Unit } from '../fields/goods';
import type { Container } from '../fields/shipment';
import { issue, type Issue } from '../issue';

/** ISO 668 */
const heaviestKg = 36_000;
/** Containers of 53 feet have less. */
const largestCubicMetres = 120;
/** A decimal separator that was taken for one of thousands, or the other way round, makes a number a thousand times larger. */
const mostTimes = 500;

/** Weights and volumes that no container has. */
export function checkContents(containers: readonly Container[] = [], path: string): Issue[] {
	const weights = containers.map(({ containerQuantity: { quantityGross = 0, crossRefId = '' } = {} }) =>
		amountIn('weight', quantityGross, crossRefId),
	);
	const plausible = weights.filter((kg) => kg <= heaviestKg);
	const heaviest = Math.max(0, ...plausible);
	return containers.flatMap(({ containerQuantity, containerVolume, totalNumberOfPackingItems }, index) => {
		const { quantityGross: gross, crossRefId: unit = '' } = containerQuantity ?? {};
		const { quantityGross: volume, crossRefId: volumeUnit = '' } = containerVolume ?? {};
		const kg = weights[index] ?? 0;
		const cubicMetres = amountIn('volume', volume ?? 0, volumeUnit);
		const tooLittle =
			weightless(kg, totalNumberOfPackingItems ?? 0, 'packages', 0.1) ?? weightless(kg, cubicMetres, 'm3', 5);
		const weightPath = `${path}[${index}].containerQuantity.quantityGross`;
		return [
			...(kg > heaviestKg
				? [issue({ path: weightPath, value: gross, rule: 'tooHeavy', advice: tooHeavy(kg, unit) })]
				: []),
			...(kg > 0 && kg * mostTimes <= heaviest
				? [issue({ path: weightPath, value: gross, rule: 'tooLight', advice: tooLight(heaviest) })]
				: []),
			...(tooLittle === undefined
				? []
				: [issue({ path: weightPath, value: gross, rule: 'tooLittle', advice: tooLittle })]),
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
	const code = unitOf(unit)?.code;
	const found =
		code === 'KGM'
			? 'Is more than a container may weigh, which is 36,000 kg.'
			: `In ${code === 'TNE' ? 'tonnes' : code === 'LBR' ? 'pounds' : unit.trim()}, this is ${Math.round(kg).toLocaleString('en')} kg, but a container may weigh 36,000 kg. Check the unit.`;
	return `${found} If it is the total of several containers, enter the weight of each.`;
}

/** Tonnes that were taken for kilograms: less than anything weighs. */
function weightless(kg: number, number: number, of: string, leastKg: number): string | undefined {
	if (kg <= 0 || number <= 0 || kg / number >= leastKg) return undefined;
	const each = Number((kg / number).toPrecision(2)).toFixed(2);
	return `For ${number} ${of}, this is ${each} kg each. Check the unit and the decimal separator.`;
}

function tooLight(heaviest: number): string {
	return `Another container of this bill of lading has ${Math.round(heaviest).toLocaleString('en')} kg. Check the decimal separator.`;
}

/** In kilograms or cubic metres; zero if the unit is no unit of that. */
function amountIn(measure: Unit['measure'], amount: number, text: string): number {
	const unit = unitOf(text);
	return unit?.measure === measure ? amount * unit.size : 0;
}
