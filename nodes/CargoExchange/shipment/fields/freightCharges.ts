import { choice, list, number, object, text, type Fields } from './fieldTypes';

/** Payment at the place of loading or at the destination (docs/service.md 2.11). */
const paymentTypes = { PREPAID: 'Prepaid', COLLECT: 'Collect' };
const shortForms = {
	PREPAID: ['P', 'PP', 'PPD', 'Freight Prepaid'],
	COLLECT: ['C', 'CC', 'COL', 'Freight Collect'],
};

const currency = text('Currency', 'e.g. USD', { description: 'Three-letter code (ISO 4217)' });
const value = number('Amount', 'e.g. 1250.50');
const amount = object('', { currency, value });

/** Freight charges (docs/service.md 2.11). */
export const freightChargesFields = {
	paymentLocationPrepaid: text('Payment Location Prepaid', 'e.g. Rotterdam', {
		group: 'more',
		headers: ['Prepaid At', 'Freight Prepaid At'],
	}),
	paymentLocationCollect: text('Payment Location Collect', 'e.g. Singapore', {
		group: 'more',
		headers: ['Collect At', 'Freight Collect At'],
	}),
	charges: list('Freight Charges', 'Charge', [], {
		code: text('Charge Code', 'e.g. BAS', { headers: ['Charge'] }),
		tariffItem: text('Tariff Item', 'e.g. Basic ocean freight', { headers: ['Charge Description', 'Charge Name'] }),
		freightedAs: text('Freighted As', 'e.g. 2 x 45G1'),
		rate: number('Rate', 'e.g. 625.25', { headers: ['Freight Rate'] }),
		amount: object('', {
			currency: { ...currency, headers: ['Currency'] },
			value: { ...value, headers: ['Amount', 'Freight Amount'] },
		}),
		prepaidType: choice('Payment Type', paymentTypes, {
			shortForms,
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
		exchangeRate: text('Exchange Rate', 'e.g. EUR/1.0845', {
			description: 'The currency, a slash and the rate',
			headers: ['Ex Rate', 'ROE'],
		}),
	}),
	chargeTotals: list('Charge Totals', 'Charge Total', ['amount.currency', 'paymentType'], {
		amount,
		paymentType: choice('Payment Type', paymentTypes, { shortForms }),
	}),
	prepaidTotals: list('Prepaid Totals', 'Prepaid Total', ['amount.currency', 'location'], {
		amount,
		location: text('Location', 'e.g. Rotterdam'),
	}),
} satisfies Fields;
