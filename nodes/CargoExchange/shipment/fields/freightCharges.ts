import { exchangeRate } from './codes';
import { choiceField, listField, numberField, objectField, codeField, textField, type Fields } from './fieldTypes';

/** Payment at the place of loading or at the destination (docs/service.md 2.11). */
const paymentTypes = { PREPAID: 'Prepaid', COLLECT: 'Collect' };
const shortForms = {
	PREPAID: ['P', 'PP', 'PPD', 'Freight Prepaid'],
	COLLECT: ['C', 'CC', 'COL', 'Freight Collect'],
};

const paidWhere = 'Whether it is paid at the place of loading (Prepaid) or at the destination (Collect).';

const currency = codeField('Currency', 'e.g. USD', { type: 'currency', description: 'Three-letter code (ISO 4217)' });
const value = numberField('Amount', 'e.g. 1250.50', { adds: true, unit: 'currency' });
const amount = objectField('', { currency, value });

/** Freight charges (docs/service.md 2.11). */
export const freightChargesFields = {
	paymentLocationPrepaid: textField('Payment Location Prepaid', 'e.g. Rotterdam', {
		group: 'more',
		headers: ['Prepaid At', 'Freight Prepaid At'],
	}),
	paymentLocationCollect: textField('Payment Location Collect', 'e.g. Singapore', {
		group: 'more',
		headers: ['Collect At', 'Freight Collect At'],
	}),
	charges: listField('Freight Charges', 'Charge', [], {
		code: codeField('Charge Code', 'e.g. BAS', { headers: ['Charge'] }),
		tariffItem: textField('Tariff Item', 'e.g. Basic ocean freight', {
			type: 'lines',
			headers: ['Charge Description', 'Charge Name'],
		}),
		freightedAs: textField('Freighted As', 'e.g. 2 x 45G1', { type: 'lines' }),
		rate: numberField('Rate', 'e.g. 625.25', { headers: ['Freight Rate'] }),
		amount: objectField('', {
			currency: { ...currency, headers: ['Currency'] },
			value: { ...value, headers: ['Amount', 'Freight Amount', 'Freight', 'Freight Charges', 'Ocean Freight'] },
		}),
		prepaidType: choiceField('Payment Type', paymentTypes, {
			shortForms,
			description: paidWhere,
			headers: [
				'Payment Type',
				'Prepaid or Collect',
				'Prepaid/Collect',
				'Freight Terms',
				'Freight Term',
				'Freight Payment',
				'P/C',
				'PP/CC',
			],
		}),
		exchangeRate: codeField('Exchange Rate', 'e.g. EUR/1.0845', {
			check: exchangeRate,
			description:
				'The currency, a slash and the rate. In which direction the rate converts is not documented: ask the operator of the exchange.',
			headers: ['Ex Rate', 'ROE'],
		}),
	}),
	chargeTotals: listField('Charge Totals', 'Charge Total', ['amount.currency', 'paymentType'], {
		amount,
		paymentType: choiceField('Payment Type', paymentTypes, { shortForms, description: paidWhere }),
	}),
	prepaidTotals: listField('Prepaid Totals', 'Prepaid Total', ['amount.currency', 'location'], {
		amount,
		location: textField('Location', 'e.g. Rotterdam'),
	}),
} satisfies Fields;
