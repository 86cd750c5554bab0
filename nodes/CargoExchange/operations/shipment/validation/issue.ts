/** `error`: the service would surely refuse it. `warning`: probably wrong. `note`: worth knowing; nothing is held back for it. */
export type Severity = 'error' | 'warning' | 'note';

/** What was found in a shipment that the user should know, in plain words. */
export type Issue = {
	/** Where in the payload, e.g. `sets[0].containers[2].containerNumber`. */
	path: string;
	/** The value there, shortened; of a list or an object the beginning of its JSON. */
	value: string | number | boolean | null;
	/** The rule's identifier, the same for every issue of its kind. */
	rule: string;
	/** What does not fit, and what would. */
	advice: string;
	severity: Severity;
	/** The row and column of a sheet that the value came from. */
	source?: string;
};

/** An issue about a value of any kind. */
export function issue(
	path: string,
	value: unknown,
	rule: string,
	advice: string,
	severity: Severity = 'warning',
): Issue {
	return { path, value: shown(value), rule, advice, severity };
}

/** A line for each, as many as `most`; numbered if there are several, as n8n shows them in one paragraph. */
export function listOf(issues: readonly Issue[], most: number): string {
	const number = (index: number) => (issues.length === 1 ? '' : `${index + 1}. `);
	const lines = issues.slice(0, most).map((each, index) => `${number(index)}${lineOf(each)}`);
	const more = issues.length > most ? [`… and ${issues.length - most} more.`] : [];
	return [...lines, ...more].join('\n');
}

/** Where, what is there, and what would fit. */
export function lineOf({ path, source = path, value, advice }: Issue): string {
	const place = source === '' ? '' : `${source}: `;
	return `${place}${value === null ? '' : `"${value}". `}${advice}`;
}

/** In characters. */
const longestText = 100;
const longestJson = 200;

function shown(value: unknown): Issue['value'] {
	if (typeof value === 'string') return shortened(value, longestText);
	if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
	if (typeof value === 'boolean' || value === null) return value;
	if (value === undefined) return null;
	return typeof value === 'object' ? shortened(beginningOfJson(value, longestJson), longestJson) : typeof value;
}

function shortened(text: string, longest: number): string {
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The JSON of a value as far as somewhat more than `wanted` characters, however long or deep the whole would be. */
function beginningOfJson(value: unknown, wanted: number): string {
	if (typeof value === 'string') return JSON.stringify(value.slice(0, Math.max(0, wanted) + 1));
	if (typeof value !== 'object' || value === null) return String(value);
	const isList = Array.isArray(value);
	let json = isList ? '[' : '{';
	for (const [name, inner] of Object.entries(value)) {
		if (json.length > wanted) return json;
		if (json.length > 1) json += ',';
		if (!isList) json += `${JSON.stringify(name)}:`;
		json += beginningOfJson(inner, wanted - json.length);
	}
	return json + (isList ? ']' : '}');
}
