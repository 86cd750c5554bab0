import type { Fact } from '../entities';
import type { Payload, PayloadSet } from './payload';

/** Further fields of a set's bill of lading that are not empty. */
export function particulars(payload: Payload, given: PayloadSet): Fact[] {
	const containers = (given.containers ?? []).map(({ containerNumber, containerType, sealNumber }) =>
		joined([containerNumber, containerType, sealNumber && `seal ${sealNumber}`], ' '),
	);
	const notifyParties = (given.notifyParties ?? []).map(({ name }) => name);
	return nonEmpty([
		['Carrier', given.carrier?.name],
		['Voyage', payload.voyageReference],
		['Place of receipt', given.placeOfReceipt],
		['Place of delivery', given.placeOfDelivery],
		['Place of issue', given.placeOfIssue],
		['Notify', joined(notifyParties, '; ')],
		['Containers', joined(containers, '; ')],
		['Clause', given.billOfLadingClause],
	]);
}

/** The first quantity, written as in `19,200.000 KGM`. */
export function quantityOf(given: PayloadSet): string {
	for (const cargo of given.cargos ?? []) {
		for (const { quantityGross, quantityNet, crossRefId, label } of cargo.quantities ?? []) {
			const amount = quantityGross ?? quantityNet;
			if (amount === undefined) continue;
			return joined(
				[amount.toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 }), label ?? crossRefId],
				' ',
			);
		}
	}
	return '';
}

export const joined = (parts: (string | undefined)[], separator = ', '): string =>
	parts.filter(Boolean).join(separator);

function nonEmpty(facts: [string, string | undefined][]): Fact[] {
	return facts.flatMap(([label, text]): Fact[] => (text === undefined || text === '' ? [] : [[label, text]]));
}
