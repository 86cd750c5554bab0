import type { Container, ShipmentSet } from '../../../schemas/shipment/shipment';
import { isRecord } from '../../../schemas/json';
import { issue, type Issue } from './issue';

/** Checks a set's containers (docs/service.md 2.8, 2.10): numbers, duplicates, how many there are, seals. */
export function checkContainers(set: ShipmentSet, path: string): Issue[] {
	const { containers, numberOfContainers } = set;
	if (containers === undefined) return [];
	return [
		...containers.flatMap((container, index) => checkContainer(container, `${path}.containers[${index}]`)),
		...duplicates(containers, path),
		...(numberOfContainers === undefined || numberOfContainers === containers.length
			? []
			: [
					issue(
						`${path}.numberOfContainers`,
						numberOfContainers,
						'numberOfContainers',
						`The list has ${containers.length} containers.`,
					),
				]),
	];
}

function checkContainer({ containerNumber, sealNumber }: Container, path: string): Issue[] {
	const seal = `${path}.sealNumber`;
	return [
		...(containerNumber === undefined ? [] : checkContainerNumber(containerNumber, `${path}.containerNumber`)),
		...(sealNumber === undefined || !isPlaceholder(sealNumber)
			? []
			: [issue(seal, sealNumber, 'emptySeal', 'Is not a seal number. Fill it in, or leave the field out.')]),
	];
}

const placeholders = new Set(['', 'na', 'none', 'nil', 'tba', 'tbc', 'tbd', 'unknown']);

/** Whether a text says only that there is nothing to say: it is blank, a dash, or such as "n/a" and "TBA". */
export function isPlaceholder(text: string): boolean {
	const letters = text.slice(0, 40).replace(/[^\p{L}\p{N}]/gu, '');
	return placeholders.has(letters.toLowerCase());
}

/** ISO 6346: three letters of the owner, U, J or Z, six figures, the check digit. */
const isoNumber = /^([A-Z]{3}[UJZ]\d{6})(\d)$/;

function checkContainerNumber(number: string, path: string): Issue[] {
	const found = (advice: string) => [issue(path, number, 'containerNumber', advice)];
	const compact = compactNumber(number);
	const [, firstTen, last] = isoNumber.exec(compact) ?? [];
	if (firstTen === undefined || last === undefined)
		return found(
			'A container number is four letters, the last of them U, J or Z, and seven figures, like CSQU3054383.',
		);
	const digit = containerCheckDigit(firstTen);
	if (digit !== Number(last))
		return found(`${firstTen} has the check digit ${digit}, not ${last}: one of its characters is probably mistyped.`);
	return [];
}

function duplicates(containers: Container[], path: string): Issue[] {
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
		return [issue(at, containerNumber, 'duplicateContainer', `The same container is in containers[${first}].`)];
	});
}

function compactNumber(number: string): string {
	return number.toUpperCase().replace(/[\s./-]/g, '');
}

/** A copy of a payload whose container numbers are written as ISO 6346 has them: `mscu 663987-0` is `MSCU6639870`. */
export function normaliseContainerNumbers(payload: Record<string, unknown>): Record<string, unknown> {
	return withEntries(payload, 'sets', (set) => withEntries(set, 'containers', withCompactNumber));
}

function withCompactNumber(container: Record<string, unknown>): Record<string, unknown> {
	const number = container['containerNumber'];
	const compact = typeof number === 'string' ? compactNumber(number) : '';
	return isoNumber.test(compact) ? { ...container, containerNumber: compact } : container;
}

function withEntries(
	object: Record<string, unknown>,
	name: string,
	change: (entry: Record<string, unknown>) => Record<string, unknown>,
): Record<string, unknown> {
	const list = object[name];
	if (!Array.isArray(list)) return object;
	return { ...object, [name]: list.map((entry: unknown) => (isRecord(entry) ? change(entry) : entry)) };
}

/** The last figure of a container number (ISO 6346) for its first ten characters, four letters and six figures. */
function containerCheckDigit(firstTen: string): number {
	const sum = Array.from(firstTen).reduce(
		(total, character, position) => total + characterValue(character) * 2 ** position,
		0,
	);
	return (sum % 11) % 10;
}

/** Figures count as themselves; letters from 10 upwards, without the multiples of 11. */
function characterValue(character: string): number {
	if (/\d/.test(character)) return Number(character);
	const value = character.charCodeAt(0) - 65 + 10;
	return value + Math.floor((value - 1) / 10);
}
