import { InvalidInput } from '../../../errors';
import { groupBy } from '../convert/sums';

/** How many shipments a refusal names. */
const told = 5;

type Referring = { prepared: { importRef: string; shipmentRef: string | null } };

/** Hands a shipment on. Throws InvalidInput for one whose import reference another one of the sheet has as well. */
export function refusingSharedRefs<Shipment extends Referring>(
	all: readonly Shipment[],
): (shipment: Shipment) => Shipment {
	const byRef = groupBy(all, ({ prepared }) => prepared.importRef);
	return (shipment) => {
		const { importRef } = shipment.prepared;
		const sharing = byRef.get(importRef) ?? [];
		if (sharing.length > 1) throw shared(importRef, sharing);
		return shipment;
	};
}

function shared(importRef: string, sharing: readonly Referring[]): InvalidInput {
	const names = sharing.slice(0, told).map(({ prepared }) => String(prepared.shipmentRef));
	const more = sharing.length > told ? ` and ${sharing.length - told} more` : '';
	return new InvalidInput({
		field: 'importRef',
		message: `${sharing.length} shipments have the same import reference, "${importRef}"`,
		description: `They are ${names.join(', ')}${more}. The import reference tells imports apart: give each shipment one of its own, in a column Import Reference or by an expression such as {{ $json['Shipment Reference'] }}.`,
	});
}
