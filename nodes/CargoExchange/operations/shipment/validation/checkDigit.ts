/** The last figure of a container number (ISO 6346) for its first ten characters, four letters and six figures. */
export function containerCheckDigit(firstTen: string): number {
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

/** The last figure of an IMO ship number for its first six: their sum, weighted from seven down to two, modulo ten. */
export function imoCheckDigit(firstSix: string): number {
	return Array.from(firstSix).reduce((sum, figure, position) => sum + Number(figure) * (7 - position), 0) % 10;
}
