import { issuesIn } from '../../helpers/checks';

const today = '2025-04-10';

function found(...sets: object[]): string[] {
	return issuesIn({ sets }, today).map(({ path, rule }) => `${rule} at ${path.replace('sets[0].', '')}`);
}

const kg = (quantityGross: number, crossRefId = 'KGM') => ({ containerQuantity: { quantityGross, crossRefId } });
const netKg = (quantityGross: number, quantityNet: number) => ({
	containerQuantity: { quantityGross, quantityNet, crossRefId: 'KGM' },
});
const m3 = (quantityGross: number) => ({ containerVolume: { quantityGross, crossRefId: 'MTQ' } });
const first = { containerNumber: 'CSQU3054383' };
const second = { containerNumber: 'MSCU6639870' };

describe('the values of a bill of lading', () => {
	it.each([
		[{ loadingLocation: 'Rotterdam', destination: 'ROTTERDAM ' }, ['ports at destination']],
		[{ destinationCountry: { unCountryCode: 'XX' } }, ['country at destinationCountry.unCountryCode']],
		[{ destinationCountry: { unCountryCode: 'DK', value: 'Germany' } }, ['country at destinationCountry.value']],
		[{ destinationCountry: { value: 'Atlantis' } }, ['country at destinationCountry.value']],
		[{ destinationCountry: { unCountryCode: 'KR', value: 'Korea (the Republic of)' } }, []],
		[{ containers: [first, { containerNumber: 'csqu 305438-3' }] }, ['container at containers[1].containerNumber']],
		[
			{ containers: [first, second].map((each, at) => ({ ...each, sealNumber: ['S1, S2', 's2'][at] })) },
			['seal at containers[1].sealNumber'],
		],
		[{ containers: [first], numberOfContainers: 2 }, ['count at numberOfContainers']],
		[{ containers: [netKg(5, 6)] }, ['net and gross at containers[0].containerQuantity.quantityNet']],
		[{ containers: [netKg(19500, 19.3)] }, ['net and gross at containers[0].containerQuantity.quantityNet']],
		[{ containers: [kg(36001)] }, ['too heavy at containers[0].containerQuantity.quantityGross']],
		[{ containers: [kg(24, 'TNE')] }, []],
		[{ containers: [kg(40, 'TNE')] }, ['too heavy at containers[0].containerQuantity.quantityGross']],
		[
			{ containers: [{ ...kg(24), totalNumberOfPackingItems: 400 }] },
			['too light at containers[0].containerQuantity.quantityGross'],
		],
		[{ containers: [{ ...kg(24), ...m3(33) }] }, ['too light at containers[0].containerQuantity.quantityGross']],
		[
			{ freightCharges: { charges: [{ code: 'A', amount: { value: 1.5, currency: 'JPY' } }] } },
			['decimals at freightCharges.charges[0].amount.value'],
		],
		[{ freightCharges: { charges: [{ code: 'A', amount: { value: 0.1 + 0.2, currency: 'USD' } }] } }, []],
	])('go together: %j', (set, issues) => {
		expect(found(set)).toEqual(issues);
	});

	it.each([
		['22G1', 33, 35],
		['20GP', 33, 35],
		['42G1', 67, 69],
		['40DV', 67, 69],
		['45G1', 76, 78],
		['40HC', 76, 78],
		['L5G1', 86, 88],
		['45HC', 86, 88],
	])('a closed %s holds %d m3 and not %d', (containerType, fits, tooMuch) => {
		expect(found({ containers: [{ containerType, ...m3(fits) }] })).toEqual([]);
		expect(found({ containers: [{ containerType, ...m3(tooMuch) }] })).toEqual([
			'too large at containers[0].containerVolume.quantityGross',
		]);
	});

	it('an open one may be filled above its height', () => {
		expect(found({ containers: [{ containerType: '22U1', ...m3(60) }] })).toEqual([]);
	});

	it.each([
		['Hamburg, DE', 'NL'],
		['Rotterdam, Netherlands', 'DE'],
	])('a port that names its country, %s, is not in %s', (destination, unCountryCode) => {
		expect(found({ destination, destinationCountry: { unCountryCode } })).toEqual([
			'country at destinationCountry.unCountryCode',
		]);
		expect(found({ destination, placeOfDelivery: 'Basel', destinationCountry: { unCountryCode } })).toEqual([]);
	});

	it('a port may name its country', () => {
		for (const destination of ['Hamburg, DE', 'GENOA', 'Hamburg, Germany', 'PARIS', 'Basra, Umm Qasr'])
			expect(found({ destination, destinationCountry: { unCountryCode: 'DE' } })).toEqual([]);
	});

	it('a seal of a container whose number has a typing error is not said to be that of another', () => {
		const sealed = [
			{ ...first, sealNumber: 'S1' },
			{ containerNumber: 'CSQU3054384', sealNumber: 'S1' },
		];
		expect(found({ containers: sealed })).not.toContainEqual(expect.stringContaining('seal at'));
	});

	it('are the same for goods and containers together, wherever all of both have them', () => {
		const packed = (...weights: number[]) => ({
			cargos: weights.map((quantityGross) => ({
				cargoName: 'Tea',
				packaging: [{ weight: { quantityGross, crossRefId: 'KGM' } }],
			})),
		});
		const containers = [
			{ ...first, ...kg(500) },
			{ ...second, ...kg(0.4, 'TNE') },
		];
		expect(found({ ...packed(600, 300), containers })).toEqual([]);
		expect(found({ ...packed(600, 400), containers })).toEqual(['goods and containers at containers']);
		expect(found({ cargos: [...packed(600).cargos, { cargoName: 'Rice' }], containers })).toEqual([]);
	});

	it.each([
		['BL-1', 'bl-1 ', ['bill at sets[1].blNumber']],
		['BL-1', 'BL-2', []],
		['', '', []],
	])('a B/L number is that of one bill of lading: %j and %j', (one, other, issues) => {
		expect(found({ blNumber: one }, { blNumber: other })).toEqual(issues);
	});

	it('go together with those of another bill of lading', () => {
		const whole = { ...first, ...kg(5000), containerType: '22G1', sealNumber: 'S1' };
		const set = (container: object) => ({ containers: [container] });
		expect(found(set(whole), set({ ...whole, ...kg(4000) }))).toEqual([]);
		for (const [one, other] of [[whole, first] as const, [first, whole] as const, [first, first] as const])
			expect(found(set(one), set(other))).toEqual([]);
		expect(found(set(whole), set({ ...whole, containerType: '45G1', sealNumber: 'S2' }))).toEqual([
			'container at sets[1].containers[0].containerType',
			'container at sets[1].containers[0].sealNumber',
			'two bills at sets[1].containers[0].containerQuantity.quantityGross',
		]);
	});
});
