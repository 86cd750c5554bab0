import { InvalidInput } from '../../errors';
import { issue, lineForModel, listOf, type Issue, type Severity } from '../issue';

/** What is probably wrong stops a shipment, or is only noted. */
type Validation = 'warn' | 'strict';

const stopping: Record<Validation, readonly Severity[]> = {
	warn: ['stops'],
	strict: ['stops', 'stopsIfStrict'],
};

const mostListed = 10;

/** The issues that stop a shipment under the validation that the user chose. */
export function stoppingIssues(issues: readonly Issue[], validation: Validation): Issue[] {
	return issues.filter(({ severity }) => stopping[validation].includes(severity));
}

/** The issues of a shipment that is sent, all of them notes. Throws InvalidShipment if one stops it. */
export function notesOf(issues: readonly Issue[], validation: Validation): readonly Issue[] {
	const found = stoppingIssues(issues, validation);
	if (found.length > 0) throw new InvalidShipment(found);
	return issues;
}

/** The issues of a shipment as its item shows them: what would have stopped under Strict is a note. */
export function asShown(issues: readonly Issue[], isForModel: boolean): Issue[] {
	return issues.map(({ path, value, rule, source, severity, ...texts }) => {
		const { advice, inNode, forModel = advice } = texts;
		const forPeople = inNode === undefined ? advice : `${advice} ${inNode}`;
		const shown = {
			advice: isForModel ? forModel : forPeople,
			severity: severity === 'stops' ? severity : 'note',
		} as const;
		return issue({ path, value, rule, source, ...shown });
	});
}

/** A shipment that must not be sent, and all issues that stop it. */
export class InvalidShipment extends InvalidInput {
	constructor(readonly issues: readonly Issue[]) {
		super({
			field: issues[0]?.path ?? 'payload',
			message:
				issues.length === 1
					? 'One value of the shipment is invalid; nothing was sent'
					: `${issues.length} values of the shipment are invalid; nothing was sent`,
			description: listOf(issues, mostListed),
			forModel: listOf(issues, mostListed, lineForModel),
		});
	}
}
