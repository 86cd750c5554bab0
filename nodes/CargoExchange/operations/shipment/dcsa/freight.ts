import type { Charge, FreightCharges } from '../../../schemas/shipment/shipment';
import { chargeTotalsOf, prepaidTotalsOf, sameOf } from '../convert/sums';
import type { FieldReader } from './reader';

const paymentTypes: Record<string, string> = { PRE: 'PREPAID', COL: 'COLLECT' };

/** The charges, with the sums that follow from them, and where they are paid. */
export function freightChargesOf(document: FieldReader): FreightCharges {
	const charges = document.entries('charges').map(chargeOf);
	const { prepaid, collect } = paymentLocations(document, charges);
	return {
		paymentLocationPrepaid: prepaid,
		paymentLocationCollect: collect,
		charges,
		chargeTotals: chargeTotalsOf(charges),
		prepaidTotals: prepaidTotalsOf(charges, prepaid),
	};
}

function chargeOf(charge: FieldReader): Charge {
	return {
		tariffItem: charge.text('extendedChargeName') ?? charge.text('chargeName'),
		freightedAs: charge.text('calculationBasis'),
		rate: charge.number('unitPrice'),
		amount: { currency: charge.text('currencyCode'), value: charge.number('currencyAmount') },
		prepaidType: paymentTypeOf(charge, 'paymentTermCode'),
	};
}

function paymentTypeOf(reader: FieldReader, name: string): string | undefined {
	const term = reader.text(name) ?? '';
	if (Object.hasOwn(paymentTypes, term)) return paymentTypes[term];
	reader.skip(name, 'It is neither PRE (prepaid) nor COL (collect).');
	return undefined;
}

/** The standard names one place of payment; which of the import's two it is, the payment terms must say. */
function paymentLocations(document: FieldReader, charges: Charge[]): { prepaid?: string; collect?: string } {
	const stated = paymentTypeOf(document, 'freightPaymentTermCode');
	const ofCharges = charges.map(({ prepaidType }) => prepaidType);
	const term = stated ?? sameOf(ofCharges);
	if (term === undefined) {
		document.skip(
			'invoicePayableAt',
			'The document does not say whether this is where prepaid or collect charges are paid.',
		);
		return {};
	}
	const payableAt = document.object('invoicePayableAt');
	const place = payableAt.text('freeText') ?? payableAt.text('UNLocationCode');
	if (place !== undefined) return term === 'PREPAID' ? { prepaid: place } : { collect: place };
	if (!ofCharges.includes(stated))
		document.skip(
			'freightPaymentTermCode',
			'The import has it with the charges or the place of payment, and the document names neither.',
		);
	return {};
}
