import { isNoSeal } from '../convert/conversion';

/** ISO 6346: a character for the length, one for height and width, two for the type: `22G1`, `L5G1`; before 1995 four digits: `2210`. */
const isoType = /^[1-4A-HK-NP][024-689C-FL-NP][A-Z][0-9A-Z]$|^[2-9][0-9]{3}$/i;

/** A length in feet and a name, or the other way round: `40HC`, `20' GP`, `45 ft HC PW`, `40 High Cube (9'6")`, `HC40`. */
const lengthAndName =
	/^(?=.*[A-Z])(?:10|20|30|40|43|45|48|53)(?!\d)(?:\D|[89]['’′]? ?6)*$|^[A-Z]{1,3}[ -]?(?:20|40|45)['’′]?$/i;

/** Such as `2x40HC`, `1*20DV` and `40HC x 2`. */
const withCount = /^\d{1,4} ?[x×*] ?['\dA-Z]|[x×*] ?\d{1,4}$/i;

/** Finds a text that is not a container type. The service documents no list of them (docs/service.md 2.10). */
export function checkContainerType(text: string): { rule: string; advice: string } | undefined {
	const type = text.trim().slice(0, 100);
	const rule = 'containerType';
	if (isoType.test(type)) return undefined;
	if (withCount.test(type)) {
		const advice =
			'Has a number of containers in it. Enter the type only, such as 40HC: every container is listed by itself.';
		return { rule, advice };
	}
	if (lengthAndName.test(type)) return undefined;
	return { rule, advice: 'Is not a known container type. Enter its size and type, such as 22G1 or 40HC.' };
}

/** Whether a text that should have one number has signs between two, or two long ones. Seals of a transport document are joined with commas. */
export function hasSeveralNumbers(text: string): boolean {
	const isLong = (word: string) => /(?:\d\D*){5}/.test(word);
	const haveSeveral = (part: string) => part.split(/[\s/&+]+/).filter(isLong).length > 1;
	return /[\n;]|\s[/&+]\s/.test(text) || text.slice(0, 200).split(',').some(haveSeveral);
}

export function severalNumbers(wayOut: string): { rule: string; advice: string } {
	return { rule: 'severalNumbers', advice: `Has several numbers, which are sent as one. ${wayOut}` };
}

/** A number as ISO 6346 writes it, among other characters. */
const containerInside = /(?<![A-Z])[A-Z]{3}[UJZ][ -]?\d{6}-?\d(?!\d)/i;

/** `BD2/BD3` and `(SL1)(SL2)`; in `SL 1/2`, the slash is part of the number. */
function joinsNumbers(text: string): boolean {
	const isWhole = (part: string) => /\p{L}/u.test(part) && /\d/.test(part);
	return text.split(/\/|\)\s*\(/).filter(isWhole).length > 1;
}

/** Finds a seal number that is none, or that has a container number in it. */
export function checkSeal(seal: string): { rule: string; advice: string } | undefined {
	if (isNoSeal(seal))
		return {
			rule: 'emptySeal',
			advice: 'Is not a seal number. Enter the seal number, or leave the field empty.',
		};
	if (containerInside.test(seal))
		return { rule: 'containerInSeal', advice: 'Has a container number in it. Enter the seal number only.' };
	return hasSeveralNumbers(seal.trim()) || seal.split(',').some(joinsNumbers)
		? severalNumbers('Enter one seal number, or several with commas.')
		: undefined;
}
