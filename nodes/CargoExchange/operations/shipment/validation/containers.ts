import type { Container, ShipmentSet } from '../../../schemas/shipment/shipment';
import { containerCheckDigit } from './checkDigit';
import { finding, type Finding } from './issue';

/** Checks a set's containers (specification 2.8, 2.10): numbers, duplicates, how many there are, seals. */
export function checkContainers(set: ShipmentSet, path: string): Finding[] {
	const { containers, numberOfContainers } = set;
	if (containers === undefined) return [];
	return [
		...containers.flatMap((container, index) => checkContainer(container, `${path}.containers[${index}]`)),
		...duplicates(containers, path),
		...(numberOfContainers === undefined || numberOfContainers === containers.length
			? []
			: [
					finding(
						`${path}.numberOfContainers`,
						numberOfContainers,
						'numberOfContainers',
						`The list has ${containers.length} containers.`,
					),
				]),
	];
}

function checkContainer({ containerNumber, sealNumber }: Container, path: string): Finding[] {
	return [
		...(containerNumber === undefined ? [] : checkContainerNumber(containerNumber, `${path}.containerNumber`)),
		...(sealNumber?.trim() === ''
			? [
					finding(
						`${path}.sealNumber`,
						sealNumber,
						'emptySeal',
						'The seal is empty. Fill it in, or leave the field out.',
					),
				]
			: []),
	];
}

/** ISO 6346: three letters of the owner, U, J or Z, six figures, the check digit. */
function checkContainerNumber(number: string, path: string): Finding[] {
	const tell = (advice: string) => [finding(path, number, 'containerNumber', advice)];
	const compact = compactNumber(number);
	const [, firstTen, last] = /^([A-Z]{3}[UJZ]\d{6})(\d)$/.exec(compact) ?? [];
	if (firstTen === undefined || last === undefined)
		return tell('A container number is four letters, the last of them U, J or Z, and seven figures, like CSQU3054383.');
	const digit = containerCheckDigit(firstTen);
	if (digit !== Number(last))
		return tell(`${firstTen} has the check digit ${digit}, not ${last}: one of its characters is probably mistyped.`);
	return compact === number ? [] : tell(`Write it without spaces, in capital letters: ${compact}.`);
}

function duplicates(containers: Container[], path: string): Finding[] {
	const seen = new Map<string, number>();
	return containers.flatMap(({ containerNumber }, index) => {
		if (containerNumber === undefined || containerNumber.trim() === '') return [];
		const number = compactNumber(containerNumber);
		const first = seen.get(number);
		if (first === undefined) {
			seen.set(number, index);
			return [];
		}
		const at = `${path}.containers[${index}].containerNumber`;
		return [finding(at, containerNumber, 'duplicateContainer', `The same container stands in containers[${first}].`)];
	});
}

function compactNumber(number: string): string {
	return number.toUpperCase().replace(/[\s./-]/g, '');
}
