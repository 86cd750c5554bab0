import { issuesIn } from '../../../helpers/checks';

function found(set: object): string[] {
	return issuesIn({ sets: [set] }, '2025-04-10').map(
		({ path, advice }) => `${path.replace('sets[0].', '')}: ${advice}`,
	);
}

function amount(currency: string, value: number) {
	return { amount: { currency, value } };
}

describe('quantities', () => {
	it('finds a net above its gross in every measure', () => {
		const measure = { quantityGross: 10, quantityNet: 11 };
		expect(
			found({
				cargos: [{ quantities: [measure], packaging: [{ weight: measure, volume: { quantityNet: 5 } }] }],
				containers: [{ containerQuantity: measure, containerVolume: measure }],
			}).map((line) => line.split(':')[0]),
		).toEqual([
			'cargos[0].quantities[0].quantityNet',
			'cargos[0].packaging[0].weight.quantityNet',
			'containers[0].containerQuantity.quantityNet',
			'containers[0].containerVolume.quantityNet',
		]);
	});

	it('compares figures without a unit only where there is one figure to compare', () => {
		const cargos = [{ quantities: [{ quantityGross: 7 }] }];
		expect(found({ cargos, containers: [{ containerQuantity: { quantityGross: 8 } }] })).toEqual([
			'containers: The cargos add up to 7 gross, the containers to 8.',
		]);
		const both = { containerQuantity: { quantityGross: 8 }, containerVolume: { quantityGross: 2 } };
		expect(found({ cargos, containers: [both] })).toEqual([]);
	});

	const cargos = [
		{ quantities: [{ quantityGross: 0.1, crossRefId: 'KGM' }] },
		{ quantities: [{ quantityGross: 0.2, crossRefId: 'KGM' }] },
	];

	it('compares the containers with the cargos, unit by unit, without the dust of computer sums', () => {
		const container = (quantityGross: number, crossRefId = 'KGM') => ({
			containerQuantity: { quantityGross, crossRefId },
		});
		expect(found({ cargos, containers: [container(0.3)] })).toEqual([]);
		expect(found({ cargos, containers: [container(0.1), container(0.1), container(0.1)] })).toEqual([]);
		expect(found({ cargos, containers: [container(0.4)] })).toEqual([
			'containers: The cargos add up to 0.3 gross KGM, the containers to 0.4.',
		]);
		expect(found({ cargos, containers: [container(0.4, 'LBR')] })).toEqual([]);
	});

	it('compares nothing that one side gives only in part', () => {
		const containers = [{ containerQuantity: { quantityGross: 5, crossRefId: 'KGM' } }, {}];
		expect(found({ cargos, containers })).toEqual([]);
	});

	it('compares packing items where they are counted in one unit', () => {
		const containers = [{ totalNumberOfPackingItems: 400 }, { totalNumberOfPackingItems: 300 }];
		const cartons = { packingUnit: 'CARTONS', numberOfPackingItems: 800 };
		expect(found({ cargos: [{ packaging: [cartons] }], containers })).toEqual([
			'containers: The packaging of the cargos adds up to 800 items, the containers to 700.',
		]);
		const pallets = { packingUnit: 'PALLETS', numberOfPackingItems: 20 };
		expect(found({ cargos: [{ packaging: [cartons, pallets] }], containers })).toEqual([]);
	});
});

describe('freight charges', () => {
	const prepaid = { prepaidType: 'PREPAID' };
	const charges = [
		{ ...prepaid, ...amount('USD', 0.1) },
		{ ...prepaid, ...amount('USD', 0.2) },
		{ prepaidType: 'COLLECT', ...amount('JPY', 1200) },
	];
	const usd = { ...amount('USD', 0.3), paymentType: 'PREPAID' };
	const jpy = { ...amount('JPY', 1200), paymentType: 'COLLECT' };

	it('add up to their totals by currency and payment type, in whole minor units', () => {
		const totals = (chargeTotals: object[]) => found({ freightCharges: { charges, chargeTotals } });
		expect(totals([usd, jpy])).toEqual([]);
		expect(totals([{ ...usd, ...amount('USD', 0.1 + 0.2) }, jpy])).toEqual([]);
		expect(totals([{ ...usd, ...amount('USD', 0.31) }, jpy])).toEqual([
			'freightCharges.chargeTotals[0].amount.value: PREPAID charges in USD add up to 0.30; the total says 0.31.',
		]);
		expect(totals([usd])).toEqual([
			'freightCharges.chargeTotals: COLLECT charges in JPY add up to 1200; there is no total for them.',
		]);
		expect(totals([usd, { ...jpy, paymentType: 'PREPAID' }])).toHaveLength(2);
	});

	it('compare prepaid totals of all locations with what is prepaid', () => {
		const totals = (prepaidTotals: object[]) => found({ freightCharges: { charges, prepaidTotals } });
		expect(
			totals([
				{ ...amount('USD', 0.1), location: 'A' },
				{ ...amount('USD', 0.2), location: 'B' },
			]),
		).toEqual([]);
		expect(totals([amount('USD', 0.2)])).toEqual([
			'freightCharges.prepaidTotals[0].amount.value: PREPAID charges in USD add up to 0.30; the total says 0.20.',
		]);
	});

	it('compare nothing if a charge lacks its amount or who pays it', () => {
		const vague = [...charges, { code: 'BAF' }];
		expect(
			found({ freightCharges: { charges: vague, chargeTotals: [usd], prepaidTotals: [amount('USD', 9)] } }),
		).toEqual([]);
	});

	it('know the decimals of currencies', () => {
		const value = (currency: string, figure: number) =>
			found({ freightCharges: { charges: [amount(currency, figure)] } });
		expect(value('KWD', 1.125)).toEqual([]);
		expect(value('USD', 1.125)).toEqual([
			'freightCharges.charges[0].amount.value: Has more decimals than USD has; rounded it is 1.13.',
		]);
		expect(value('JPY', 0.5)).toHaveLength(1);
		expect(value('HUF', 0.25)).toEqual([]);
		expect(value('usd', 1)).toEqual([
			'freightCharges.charges[0].amount.currency: Is not a currency code (ISO 4217, three capital letters).',
		]);
	});

	it.each([
		['EUR/1.0845', 0],
		['JPY/151', 0],
		['1.0845', 1],
		['EUR 1.0845', 1],
		['EURO/1.08', 1],
		['ZZZ/1.08', 1],
		['EUR/0', 1],
		['EUR/1,08', 1],
	])('write an exchange rate as currency and rate: %s', (exchangeRate, issues) => {
		expect(found({ freightCharges: { charges: [{ exchangeRate }] } })).toHaveLength(issues);
	});

	it('know two payment types', () => {
		expect(
			found({ freightCharges: { charges: [{ prepaidType: 'prepaid' }], chargeTotals: [{ paymentType: 'X' }] } }),
		).toHaveLength(2);
	});
});
