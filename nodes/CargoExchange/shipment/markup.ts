/** HTML that is safe to show: only the `markup` tag makes it, and it escapes every text that is put in. */
class Markup {
	constructor(readonly text: string) {}
}

type Insert = Markup | string | number | undefined | readonly Insert[];

/** Template tag: `markup\`<p>${name}</p>\``. Line breaks of a text are kept; values of attributes need double quotes. */
export function markup(parts: TemplateStringsArray, ...inserts: Insert[]): Markup {
	return new Markup(parts.map((part, index) => part + written(inserts[index])).join(''));
}

export type { Insert, Markup };

function written(insert: Insert): string {
	if (insert === undefined) return '';
	if (insert instanceof Markup) return insert.text;
	if (typeof insert === 'object') return insert.map(written).join('');
	return String(insert)
		.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
		.replace(/\r\n?|\n/g, '<br>');
}
