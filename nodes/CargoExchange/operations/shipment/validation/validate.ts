import { InvalidInput } from '../../../errors';
import type { Finding, Severity } from './issue';

/**
 * How much a finding counts: `off` checks nothing, `warn` refuses what the service would surely refuse, `strict` also
 * what is probably wrong.
 */
export const validations = ['off', 'warn', 'strict'] as const;

export type Validation = (typeof validations)[number];

const refused: Record<Exclude<Validation, 'off'>, readonly Severity[]> = {
	warn: ['error'],
	strict: ['error', 'warning'],
};

/** How many findings the refusal tells in full. */
const told = 10;

/**
 * What was found about a shipment, whoever found it, unless nothing is to be checked. Throws InvalidInput, before anything is sent, if
 * one of it is too grave for the validation that the user chose. This is the only place that decides what stops an import.
 */
export function validate(findings: readonly Finding[], validation: Validation): readonly Finding[] {
	if (validation === 'off') return findings;
	const grave = findings.filter(({ severity }) => refused[validation].includes(severity));
	if (grave.length > 0) throw refusal(grave);
	return findings;
}

function refusal(grave: Finding[]): InvalidInput {
	const [first] = grave;
	// n8n's panel shows them in one paragraph: numbers keep them apart.
	const number = (index: number) => (grave.length === 1 ? '' : `${index + 1}. `);
	const lines = grave
		.slice(0, told)
		.map(({ path, value, advice }, index) => `${number(index)}${path}: ${quoted(value)}${advice}`);
	const more = grave.length > told ? [`… and ${grave.length - told} more.`] : [];
	return new InvalidInput({
		field: first?.path ?? 'payload',
		message:
			grave.length === 1
				? 'One value of the shipment does not fit; nothing was sent'
				: `${grave.length} values of the shipment do not fit; nothing was sent`,
		description: [...lines, ...more].join('\n'),
	});
}

function quoted(value: Finding['value']): string {
	return value === null ? '' : `"${value}". `;
}
