import { atColumn } from './columnMapping';
import type { Column, Sheet } from './columns';
import type { Located } from './entries';
import { friendlyHeaders } from './headers';

/**
 * Columns without a number beside numbered ones: one Gross Weight beside Container 1 No and Container 2 No may be that of either, or the
 * sum. A name or a text without a number is that of the first entry if the first has no number elsewhere either.
 */
export function unnumberedColumns({ columns, numbered }: Pick<Sheet, 'columns' | 'numbered'>): Located[] {
	const all = [...columns].flatMap(([header, column]) => {
		const step = column.target.steps.at(-1);
		return step && numbered.has(step.list) ? [{ header, column, step, isNumbered: /\d/.test(nameIn(header)) }] : [];
	});
	return all.flatMap(({ header, column, step, isNumbered }) => {
		const others = all.filter((other) => other.step.list === step.list && other.header !== header);
		const isRepeated = others.some((other) => other.column.target.dotted === column.target.dotted);
		const isUnclear = isFigure(column) || others.some((other) => other.isNumbered && other.step.index === 0);
		if (isNumbered || isRepeated || !isUnclear) return [];
		const entry = step.list.entry;
		const documented = friendlyHeaders.find(({ path }) => path === column.target.dotted)?.header ?? entry;
		const advice = `It is unclear which ${entry} this column belongs to, because there are numbered columns for several. Give it a number, as in ${entry} 1${documented.slice(entry.length)}, or give each ${entry} its own row.`;
		return [atColumn(header, column.position, 'unnumberedColumn', advice)];
	});
}

/** A header without the unit in brackets, which may have a digit: m3. */
function nameIn(header: string): string {
	return header.replace(/[([][^()[\]]*[)\]]\s*$/, (end) => (/^\[\d\]/.test(end) ? end : ''));
}

function isFigure({ target: { field } }: Column): boolean {
	return field.kind === 'number' || field.kind === 'integer';
}
