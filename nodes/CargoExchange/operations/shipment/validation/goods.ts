import type { Container, ShipmentSet } from '../../../schemas/shipment/shipment';
import { isRecord } from '../../../schemas/json';
import { issue, type Issue } from './issue';

/** Checks containers and measures of a set (docs/service.md 2.8 to 2.10): numbers, duplicates, count, seals, and net against gross. */
export function checkGoods(set: ShipmentSet, path: string): Issue[] {
	const { cargos, containers } = set;
	return [
		...checkContainers(set, path),
		...checkNet(cargos, `${path}.cargos`),
		...checkNet(containers, `${path}.containers`),
	];
}

function checkContainers({ containers, numberOfContainers }: ShipmentSet, path: string): Issue[] {
	if (containers === undefined) return [];
	const issues = [
		...containers.flatMap((container, index) => checkContainer(container, `${path}.containers[${index}]`)),
		...duplicates(containers, path),
	];
	if (numberOfContainers === undefined || numberOfContainers === containers.length) return issues;
	const advice = `Differs from the number of containers in the list, which is ${containers.length}.`;
	return [...issues, issue(`${path}.numberOfContainers`, numberOfContainers, 'numberOfContainers', advice)];
}

function checkContainer({ containerNumber, sealNumber }: Container, path: string): Issue[] {
	const issues = containerNumber === undefined ? [] : checkContainerNumber(containerNumber, `${path}.containerNumber`);
	if (sealNumber === undefined || !isPlaceholder(sealNumber)) return issues;
	const advice = 'Is not a seal number. Enter the seal number, or leave the field empty.';
	return [...issues, issue(`${path}.sealNumber`, sealNumber, 'emptySeal', advice)];
}

const placeholders = new Set(['', 'na', 'none', 'nil', 'tba', 'tbc', 'tbd', 'unknown']);

/** Whether a text only fills the place of a value: it is blank, a dash, or such as "n/a" and "TBA". */
export function isPlaceholder(text: string): boolean {
	const letters = text.slice(0, 40).replace(/[^\p{L}\p{N}]/gu, '');
	return placeholders.has(letters.toLowerCase());
}

/** ISO 6346: three letters of the owner, U, J or Z, six digits, the check digit. */
const isoNumber = /^([A-Z]{3}[UJZ]\d{6})(\d)$/;

function checkContainerNumber(number: string, path: string): Issue[] {
	const [, firstTen, last] = isoNumber.exec(compactNumber(number)) ?? [];
	const digit = firstTen === undefined ? undefined : containerCheckDigit(firstTen);
	if (digit !== undefined && digit === Number(last)) return [];
	const advice =
		digit === undefined
			? 'A container number must have four letters, the last of them U, J or Z, and seven digits, such as CSQU3054383.'
			: `The check digit of ${firstTen} is ${digit}, not ${last}: one of its characters is probably mistyped.`;
	return [issue(path, number, 'containerNumber', advice)];
}

function duplicates(containers: Container[], path: string): Issue[] {
	const indexes = new Map<string, number>();
	return containers.flatMap(({ containerNumber = '' }, index) => {
		const number = compactNumber(containerNumber);
		const first = indexes.get(number);
		if (number === '' || first === undefined) {
			indexes.set(number, index);
			return [];
		}
		const at = `${path}.containers[${index}].containerNumber`;
		return [issue(at, containerNumber, 'duplicateContainer', `Is the same container as containers[${first}].`)];
	});
}

function compactNumber(number: string): string {
	return number.toUpperCase().replace(/[\s./-]/g, '');
}

/** A copy of a payload with container numbers as ISO 6346 writes them: `mscu 663987-0` is `MSCU6639870`. */
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

/** The last digit of a container number (ISO 6346) for its first ten characters, four letters and six digits. */
function containerCheckDigit(firstTen: string): number {
	const sum = Array.from(firstTen).reduce(
		(total, character, position) => total + characterValue(character) * 2 ** position,
		0,
	);
	return (sum % 11) % 10;
}

/** Digits count as themselves; letters from 10 upwards, without the multiples of 11. */
function characterValue(character: string): number {
	if (/\d/.test(character)) return Number(character);
	const value = character.charCodeAt(0) - 65 + 10;
	return value + Math.floor((value - 1) / 10);
}

/** Every net quantity above its gross quantity, in any measure. */
function checkNet(value: unknown, path: string): Issue[] {
	if (typeof value !== 'object' || value === null) return [];
	const inner = Object.entries(value).flatMap(([name, part]) =>
		checkNet(part, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`),
	);
	if (!isRecord(value)) return inner;
	const { quantityGross: gross, quantityNet: net } = value;
	if (typeof gross !== 'number' || typeof net !== 'number' || net <= gross) return inner;
	return [issue(`${path}.quantityNet`, net, 'netAboveGross', `Net is greater than gross, which is ${gross}.`)];
}
