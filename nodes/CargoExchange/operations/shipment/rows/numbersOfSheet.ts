import { noNumber, type Conversion } from '../convert/value';
import { numberReadings, type DecimalSign } from '../convert/number';

/** A text in a column of numbers, and where it stands. */
type NumberText = { text: string; row: string; header: string };

/**
 * How a sheet writes numbers. Texts that can be read one way only, such as `12,5` and `1.234.567`, decide for the others: `12.500` is 12.5
 * beside `0.75` and 12500 beside `0,75`. Where none decides, or they contradict each other, nothing is guessed.
 */
export function numbersOfSheet(): { note(number: NumberText): void; read(text: string): Conversion } {
	const witnesses = new Map<DecimalSign, NumberText>();
	return {
		note(number) {
			const { point, comma } = numberReadings(number.text);
			if ((point === undefined) === (comma === undefined)) return;
			const shown = comma === undefined ? 'point' : 'comma';
			if (!witnesses.has(shown)) witnesses.set(shown, number);
		},
		read(text) {
			const { point, comma } = numberReadings(text);
			const only = point ?? comma;
			if (only === undefined) return withUnit.test(text) ? numberWithUnit : noNumber;
			if (point === undefined || comma === undefined || point === comma) return { value: only };
			const [decimalSign, contradicting] = witnesses.keys();
			if (decimalSign === undefined || contradicting !== undefined) return twoNumbers(point, comma, witnesses);
			return { value: decimalSign === 'point' ? point : comma };
		},
	};
}

const withUnit = /^[+-]?\d[\d.,' ]*\p{L}/u;
const numberWithUnit: Conversion = {
	unreadable: 'is a number with something behind it; write the number alone: units have columns of their own',
};

function twoNumbers(point: number, comma: number, witnesses: ReadonlyMap<DecimalSign, NumberText>): Conversion {
	const [larger, smaller] = Math.abs(point) > Math.abs(comma) ? [point, comma] : [comma, point];
	const [byPoint, byComma] = [witnesses.get('point'), witnesses.get('comma')];
	const evidence =
		byPoint && byComma
			? `${shown(byPoint)} has a decimal point, ${shown(byComma)} a decimal comma.`
			: 'No other number of the sheet shows whether a point or a comma stands before its decimals.';
	return {
		unreadable: `can be read as ${larger} and as ${smaller}`,
		further: `${evidence} Make the cells numbers of the sheet, not texts, or write ${larger} or ${smaller}.`,
	};
}

function shown({ text, row, header }: NumberText): string {
	return `"${text}" (${row}, ${header})`;
}
