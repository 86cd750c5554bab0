import type { Doubt } from './doubt';

/** ISO 6346: three letters of the owner, U, J or Z, six digits, the check digit. */
const isoNumber = /^([A-Z]{3}[UJZ]\d{6})(\d)$/;

/** What is wrong with a container number: its form or its check digit; undefined if nothing is. */
export function containerNumberDoubt(number: string): Doubt | undefined {
	const [, firstTen, last] = isoNumber.exec(compactNumber(number)) ?? [];
	if (firstTen === undefined)
		return {
			advice:
				'Is not a container number: it has four letters, the last of them U, J or Z, and seven digits, such as CSQU3054383.',
		};
	const digit = checkDigitOf(firstTen);
	return digit === Number(last)
		? undefined
		: {
				cause: 'check digit',
				advice: `The check digit of ${firstTen} is ${digit}, not ${last}: one of its characters is probably mistyped. Compare it with the document.`,
			};
}

/** Whether a value has the form of a container number. */
export function isContainerNumber(value: unknown): boolean {
	return isoNumber.test(compactNumber(String(value)));
}

function checkDigitOf(firstTen: string): number {
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

/** A container number without the spaces and punctuation that people write in it: `mscu 663987-0` is `MSCU6639870`. */
export function compactNumber(number: string): string {
	return number.toUpperCase().replace(/[\s./()[\]-]/g, '');
}
