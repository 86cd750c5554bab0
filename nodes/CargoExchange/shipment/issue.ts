/** `error`: the service would surely refuse it. `warning`: probably wrong. `note`: worth knowing; never stops a shipment. */
export type Severity = 'error' | 'warning' | 'note';

/** Something in a shipment that the user should know, in plain words. */
export type Issue = {
	/** The place in the payload, e.g. `sets[0].containers[2].containerNumber`. */
	path: string;
	/** The value there, shortened; of a list or an object the beginning of its JSON. */
	value: string | number | boolean | null;
	/** The rule's identifier, the same for every issue of its kind. */
	rule: string;
	/** The reason, and a value that would fit. */
	advice: string;
	severity: Severity;
	/** The row and column of the sheet that the value came from. */
	source?: string;
};

type Description = Pick<Issue, 'path' | 'rule' | 'advice'> & {
	value?: unknown;
	severity?: Severity;
	source?: string | undefined;
};

/** An issue with its value shortened. It is a warning unless it says otherwise. */
export function issue({ path, value, rule, advice, severity = 'warning', source }: Description): Issue {
	return withSource({ path, value: shown(value), rule, advice, severity }, source);
}

/** The issue with the row and column of its value, if it has one. */
export function withSource(found: Issue, source: string | undefined): Issue {
	return source === undefined ? found : { ...found, source };
}

/** A line for each issue, at most `most`; numbered if there are several, because n8n shows them in one paragraph. */
export function listOf(issues: readonly Issue[], most: number): string {
	const number = (index: number) => (issues.length === 1 ? '' : `${index + 1}. `);
	const lines = issues.slice(0, most).map((each, index) => `${number(index)}${lineOf(each)}`);
	const more = issues.length > most ? [`… and ${issues.length - most} more.`] : [];
	return [...lines, ...more].join('\n');
}

/** Place, value and advice. */
export function lineOf({ path, source = path, value, advice }: Issue): string {
	const place = source === '' ? '' : `${source}: `;
	return `${place}${value === null ? '' : `"${value}". `}${advice}`;
}

/** In characters. */
const longestValue = 100;

function shown(value: unknown): Issue['value'] {
	if (value === undefined || value === null || typeof value === 'boolean') return value ?? null;
	if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
