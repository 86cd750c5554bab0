import { isoType } from '../fields/codes';
import type { Issue } from '../issue';
import type { Filled } from './entries';
import { atCell } from './issues';

/** By the first character of an ISO type. */
const lengthOfCode: Readonly<Record<string, string>> = { '2': '20', '4': '40', L: '45', '9': '45' };
const kindOfContainer =
	/^(?:GP|DV|DC|DRY|ST|SD|STD|HC|HQ|RF|RH|OT|FR|TK|PW|STANDARD|GENERAL PURPOSE|HIGH ?CUBE|REEFER|OPEN ?TOP|FLAT ?RACK)$/;

/** A length of 20, 40 or 45 feet beside a kind is one type: `20` and `GP` are 20GP. Beside an ISO code it has to be that of the code. */
export function withType(filled: readonly Filled[], issues: Issue[]): Filled[] {
	const size = filled.find(({ isSize }) => isSize);
	const others = filled.filter((each) => each !== size);
	const type = size && others.find(({ target }) => target.dotted === size.target.dotted);
	if (!size || !type) return [...filled];
	const [, feet = ''] = /^(20|40|45)\s*(?:['’′]|ft|feet)?$/i.exec(String(size.cell.value)) ?? [];
	const word = String(type.cell.value).trim().toUpperCase();
	const joined = feet !== '' && kindOfContainer.test(word) ? `${feet}${word.length > 3 ? ' ' : ''}${word}` : undefined;
	const isSame = (isoType.test(word) && lengthOfCode[word.charAt(0)] === feet) || size.cell.means === type.cell.means;
	if (joined === undefined && !isSame) {
		const advice = `Does not go with "${size.cell.written}" in ${size.cell.header}. Enter a size and a type of one kind of container, such as 40 and HC.`;
		issues.push(atCell(type.cell, { path: type.target.dotted, rule: 'size and type', advice }));
	}
	const cell = joined === undefined ? type.cell : { ...type.cell, value: joined, means: joined };
	return others.map((each) => (each === type ? { ...type, cell } : each));
}
