/** `error`: the service would surely refuse it. `warning`: probably wrong. `note`: worth knowing; nothing is held back for it. */
export type Severity = 'error' | 'warning' | 'note';

/** What a check found, in the user's words. */
export type Finding = {
	/** Where in the payload, e.g. `sets[0].containers[2].containerNumber`. */
	path: string;
	/** What stands there, shortened; lists and objects are only named. */
	value: string | number | boolean | null;
	/** The rule's identifier, the same for every finding of its kind. */
	rule: string;
	/** What does not fit, and what would. */
	advice: string;
	severity: Severity;
};

const longest = 100;

/** A finding about a value of any kind. */
export function finding(
	path: string,
	value: unknown,
	rule: string,
	advice: string,
	severity: Severity = 'warning',
): Finding {
	return { path, value: shown(value), rule, advice, severity };
}

function shown(value: unknown): Finding['value'] {
	if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value;
	if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
	if (typeof value === 'boolean' || value === null) return value;
	if (value === undefined) return null;
	return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : typeof value;
}
