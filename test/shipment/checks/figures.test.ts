import { issuesIn } from '../../helpers/checks';

function found(set: object): string[] {
	return issuesIn({ sets: [set] }, '2025-04-10').map(
		({ path, advice }) => `${path.replace('sets[0].', '')}: ${advice}`,
	);
}

/** The same without the names of charges, which most tests leave out. */
function foundBeside(set: object): string[] {
	return found(set).filter((line) => !line.includes('This charge has no name.'));
}

function amount(currency: string, value: number) {
	return { amount: { currency, value } };
}

it('warns of negative numbers, except of charges, which may be credits', () => {
	const containers = [{ totalNumberOfPackingItems: -1, containerQuantity: { quantityGross: -5 } }];
	const charges = [{ rate: -1, ...amount('USD', -1) }];
	const lines = found({ containers, freightCharges: { charges } }).filter((line) => line.includes('negative'));
	expect(lines).toEqual([
		'containers[0].totalNumberOfPackingItems: Must not be negative.',
		'containers[0].containerQuantity.quantityGross: Must not be negative.',
	]);
});

it('warns of no packages and of a gross of zero', () => {
	const containers = [{ totalNumberOfPackingItems: 0, containerQuantity: { quantityGross: 0, quantityNet: 0 } }];
	expect(found({ containers, freightCharges: { charges: [{ rate: 0 }] } })).toEqual([
		'containers[0].totalNumberOfPackingItems: Is zero. Enter the number, or leave it empty.',
		'containers[0].containerQuantity.quantityGross: Is zero. Enter the number, or leave it empty.',
	]);
});

it('warns of texts with a character that was lost when the file was read', () => {
	expect(found({ shipper: { name: 'Soci\ufffdt\ufffd' } })).toContain(
		'shipper.name: Has characters that were lost when the file was read. Save the file as CSV UTF-8, or set its encoding in the node that reads it.',
	);
	for (const [name, meant] of [
		['M\u00fcller\u0092s', 'Müller’s'],
		['Value \u0080 500', 'Value € 500'],
	] as const)
		expect(found({ shipper: { name } })).toContain(
			`shipper.name: Was read in the wrong encoding and probably means "${meant}". Save the file as CSV UTF-8.`,
		);
});

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
});

it('warns of a charge without a name, and of a number of an unknown field that has lost digits', () => {
	const charges = [amount('USD', 1200), { code: 'BAS', ...amount('USD', 5) }, { prepaidType: 'PREPAID' }];
	expect(found({ freightCharges: { charges } })).toEqual([
		'freightCharges.charges[0].amount.value: This charge has no name. Fill in Charge Code or Charge Tariff Item.',
	]);
	expect(found({ bookingNumber: 12345678901234567890 })).toEqual([
		'bookingNumber: Has more digits than a JSON number keeps. Write it as text.',
	]);
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
		const totals = (chargeTotals: object[]) => foundBeside({ freightCharges: { charges, chargeTotals } });
		expect(totals([usd, jpy])).toEqual([]);
		expect(totals([{ ...usd, ...amount('USD', 0.1 + 0.2) }, jpy])).toEqual([]);
		expect(totals([{ ...usd, ...amount('USD', 0.31) }, jpy])).toEqual([
			'freightCharges.chargeTotals[0].amount.value: PREPAID USD charges add up to 0.3; the total is 0.31.',
		]);
		expect(totals([usd])).toEqual([
			'freightCharges.chargeTotals: COLLECT JPY charges add up to 1200; they have no total.',
		]);
		expect(totals([usd, { ...jpy, paymentType: 'PREPAID' }])).toHaveLength(2);
	});

	it('compare prepaid totals of all locations with what is prepaid', () => {
		const totals = (prepaidTotals: object[]) => foundBeside({ freightCharges: { charges, prepaidTotals } });
		expect(
			totals([
				{ ...amount('USD', 0.1), location: 'A' },
				{ ...amount('USD', 0.2), location: 'B' },
			]),
		).toEqual([]);
		expect(totals([amount('USD', 0.2)])).toEqual([
			'freightCharges.prepaidTotals[0].amount.value: PREPAID USD charges add up to 0.3; the total is 0.2.',
		]);
	});

	it('are compared in time in proportion to their number', () => {
		const many = Array.from({ length: 30_000 }, (_, index) => amount(`C${index}`, index));
		const freightCharges = {
			charges: many.map((charge) => ({ ...prepaid, ...charge })),
			chargeTotals: many.map((total) => ({ ...total, paymentType: 'PREPAID' })),
			prepaidTotals: many,
		};
		const differences = foundBeside({ freightCharges }).filter((line) => line.includes('add up to'));
		expect(differences).toEqual([]);
	});

	it('compare nothing if a charge lacks its amount or who pays it', () => {
		const vague = [...charges, { code: 'BAF' }];
		expect(
			foundBeside({ freightCharges: { charges: vague, chargeTotals: [usd], prepaidTotals: [amount('USD', 9)] } }),
		).toEqual([]);
	});

	it('know the decimals of currencies', () => {
		const value = (currency: string, figure: number) =>
			foundBeside({ freightCharges: { charges: [amount(currency, figure)] } });
		expect(value('KWD', 1.125)).toEqual([]);
		expect(value('USD', 1.125)).toEqual([
			'freightCharges.charges[0].amount.value: Has more decimal places than USD allows. Rounded, it is 1.13.',
		]);
		expect(value('HUF', 0.25)).toEqual([]);
		for (const currency of ['JPY', 'KRW', 'CLP', 'VND'])
			expect(value(currency, 12.5)).toEqual([
				`freightCharges.charges[0].amount.value: Has more decimal places than ${currency} allows. Rounded, it is 13.`,
			]);
		expect(value('usd', 1)).toEqual([
			'freightCharges.charges[0].amount.currency: Is not a currency code (ISO 4217, three capital letters). Did you mean USD?',
		]);
	});

	it.each([
		[36_000, 'KGM', 0],
		[245_000, 'KGS', 1],
		[36.1, 'mt', 1],
		[37_590, 'KGM', 1],
		[36.1, 'TNE', 1],
		[79_000, 'LBR', 0],
		[80_000, 'LBR', 1],
	])('are no weight above that of any container: %s %s', (quantityGross, crossRefId, issues) => {
		expect(foundBeside({ containers: [{ containerQuantity: { quantityGross, crossRefId } }] })).toHaveLength(issues);
	});

	it('say how heavy a weight is in kilograms, if its unit is another one', () => {
		const containerQuantity = { quantityGross: 24_500, crossRefId: 'MT' };
		expect(foundBeside({ containers: [{ containerQuantity }] })).toEqual([
			'containers[0].containerQuantity.quantityGross: In tonnes, this is 24,500,000 kg, but a container may weigh 36,000 kg. Check the unit. If it is the total of several containers, enter the weight of each.',
		]);
	});

	it('are no weight five hundred times that of another container', () => {
		const weighing = (...weights: number[]) =>
			foundBeside({
				containers: weights.map((quantityGross) => ({ containerQuantity: { quantityGross, crossRefId: 'KGM' } })),
			});
		expect(weighing(24.1, 24_080)).toEqual([
			'containers[0].containerQuantity.quantityGross: Another container of this bill of lading has 24,080 kg. Check the decimal separator.',
		]);
		expect(weighing(100, 24_080)).toEqual([]);
		expect(weighing(24.1)).toEqual([]);
	});

	it.each([
		[86, 'MTQ', 0],
		[582, 'CBM', 1],
		[3800, 'FTQ', 0],
		[46_224, 'm3', 1],
		[582, 'KGM', 1],
	])('are no volume above that of any container: %s %s', (quantityGross, crossRefId, issues) => {
		expect(foundBeside({ containers: [{ containerVolume: { quantityGross, crossRefId } }] })).toHaveLength(issues);
	});

	it.each([
		[{ totalNumberOfPackingItems: 400 }, 'For 400 packages, this is 0.06 kg each.'],
		[{ containerVolume: { quantityGross: 33, crossRefId: 'MTQ' } }, 'For 33 m3, this is 0.74 kg each.'],
		[{ totalNumberOfPackingItems: 20, containerVolume: { quantityGross: 0.5, crossRefId: 'MTQ' } }, undefined],
	])('are no weight that is too little for the packages or the volume: %j', (contents, found) => {
		const container = { containerQuantity: { quantityGross: 24.5, crossRefId: 'KGM' }, ...contents };
		expect(foundBeside({ containers: [container] })).toEqual(
			found === undefined
				? []
				: [`containers[0].containerQuantity.quantityGross: ${found} Check the unit and the decimal separator.`],
		);
	});

	it('need a currency for every amount', () => {
		expect(foundBeside({ freightCharges: { charges: [{ amount: { value: 5 } }] } })).toEqual([
			'freightCharges.charges[0].amount.value: Has no currency.',
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
		expect(foundBeside({ freightCharges: { charges: [{ exchangeRate }] } })).toHaveLength(issues);
	});

	it('know two payment types', () => {
		expect(
			foundBeside({ freightCharges: { charges: [{ prepaidType: 'prepaid' }], chargeTotals: [{ paymentType: 'X' }] } }),
		).toHaveLength(2);
	});
});
