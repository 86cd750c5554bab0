import type { Fields } from './fieldTypes';

/** Payment at the place of loading or at the destination (docs/service.md 2.11). */
const paymentTypes = { PREPAID: 'Prepaid', COLLECT: 'Collect' } as const;

const amountFields = {
	currency: {
		kind: 'text',
		label: 'Currency',
		placeholder: 'e.g. USD',
		description: 'Three-letter code (ISO 4217)',
	},
	value: { kind: 'number', label: 'Amount', placeholder: 'e.g. 1250.50' },
} as const satisfies Fields;

/** Its fields are shown as those of its parent: `Currency`, `Amount`, without a name of its own. */
const amount = { kind: 'object', label: '', fields: amountFields } as const;

/** Freight charges (docs/service.md 2.11). */
export const freightChargesFields = {
	paymentLocationPrepaid: {
		kind: 'text',
		label: 'Payment Location Prepaid',
		group: 'more',
		placeholder: 'e.g. Rotterdam',
		headers: ['Prepaid At', 'Freight Prepaid At'],
	},
	paymentLocationCollect: {
		kind: 'text',
		label: 'Payment Location Collect',
		group: 'more',
		placeholder: 'e.g. Singapore',
		headers: ['Collect At', 'Freight Collect At'],
	},
	charges: {
		kind: 'list',
		label: 'Freight Charges',
		entry: 'Charge',
		key: [],
		fields: {
			code: { kind: 'text', label: 'Charge Code', placeholder: 'e.g. BAS', headers: ['Charge'] },
			tariffItem: {
				kind: 'text',
				label: 'Tariff Item',
				placeholder: 'e.g. Basic ocean freight',
				headers: ['Charge Description', 'Charge Name'],
			},
			freightedAs: { kind: 'text', label: 'Freighted As', placeholder: 'e.g. 2 x 45G1' },
			rate: { kind: 'number', label: 'Rate', placeholder: 'e.g. 625.25', headers: ['Freight Rate'] },
			amount: {
				...amount,
				fields: {
					currency: { ...amountFields.currency, headers: ['Currency'] },
					value: { ...amountFields.value, headers: ['Amount', 'Freight Amount'] },
				},
			},
			prepaidType: {
				kind: 'choice',
				label: 'Payment Type',
				values: paymentTypes,
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
			},
			exchangeRate: {
				kind: 'text',
				label: 'Exchange Rate',
				placeholder: 'e.g. EUR/1.0845',
				description: 'The currency, a slash and the rate',
				headers: ['Ex Rate', 'ROE'],
			},
		},
	},
	chargeTotals: {
		kind: 'list',
		label: 'Charge Totals',
		entry: 'Charge Total',
		key: ['amount.currency', 'paymentType'],
		fields: { amount, paymentType: { kind: 'choice', label: 'Payment Type', values: paymentTypes } },
	},
	prepaidTotals: {
		kind: 'list',
		label: 'Prepaid Totals',
		entry: 'Prepaid Total',
		key: ['amount.currency', 'location'],
		fields: { amount, location: { kind: 'text', label: 'Location', placeholder: 'e.g. Rotterdam' } },
	},
} as const satisfies Fields;
