/** HTML that is safe to send: only the `markup` tag creates it, and it escapes every inserted text. */
export class Markup {
	private constructor(readonly text: string) {}

	static join(parts: readonly string[], inserts: readonly Insert[]): Markup {
		return new Markup(parts.map((part, index) => part + written(inserts[index])).join(''));
	}
}

type Insert = Markup | string | number | null | undefined | false | readonly Insert[];

/** Template tag: `markup\`<p>${name}</p>\``. Attribute values need double quotes; null, undefined and false insert nothing. */
export function markup(parts: TemplateStringsArray, ...inserts: Insert[]): Markup {
	return Markup.join(parts, inserts);
}

function written(insert: Insert): string {
	if (insert === null || insert === undefined || insert === false) return '';
	if (insert instanceof Markup) return insert.text;
	if (typeof insert === 'object') return insert.map(written).join('');
	return escaped(String(insert));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
