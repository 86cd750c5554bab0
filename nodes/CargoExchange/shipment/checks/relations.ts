import { compactNumber } from '../fields/containerNumber';
import { countryCode, countryName } from '../fields/countries';
import type { Container, ShipmentPayload, ShipmentSet } from '../fields/shipment';
import { decimalsOf, isCurrency, unitOf, type Unit } from '../fields/units';
import { issue, type Issue } from '../issue';
import { acrossBills } from './sharedContainers';

/** A relation of values that does not hold, by the path of one of them. */
type Found = { path: string; value?: unknown; rule: string; advice: string };

/** How the values of a bill of lading go together, one rule each (docs/service.md 2.8 to 2.11). */
const ofSet: readonly ((set: ShipmentSet) => Found[])[] = [
	({ loadingLocation = '', destination = '' }) =>
		destination !== '' && loadingLocation.trim().toLowerCase() === destination.trim().toLowerCase()
			? [
					{
						path: 'destination',
						value: destination,
						rule: 'ports',
						advice: 'Is also the port of loading. Correct one of the two.',
					},
				]
			: [],
	({ destinationCountry: { unCountryCode: code, value: name = '' } = {} }) => {
		const path = 'destinationCountry.unCountryCode';
		if (code !== undefined && countryName(code) === null)
			return [{ path, value: code, rule: 'country', advice: 'Is not the code of a country (ISO 3166).' }];
		const named = countryCode(name);
		if (name.trim() === '' || (named !== null && named === (code ?? named))) return [];
		const is = code === undefined ? '' : ` ${code} is ${countryName(code)}.`;
		return [
			{
				path: 'destinationCountry.value',
				value: name,
				rule: 'country',
				advice: `Is not the English name of that country.${is}`,
			},
		];
	},
	({ containers = [] }) => {
		const numbers = containers.map(({ containerNumber = '' }) => compactNumber(containerNumber));
		return containers.flatMap(({ containerNumber }, index) =>
			numbers[index] === '' || numbers.indexOf(numbers[index] ?? '') === index
				? []
				: [
						{
							path: `containers[${index}].containerNumber`,
							value: containerNumber,
							rule: 'container',
							advice: 'Is listed twice.',
						},
					],
		);
	},
	({ containers, numberOfContainers: count }) =>
		containers === undefined || count === undefined || count === containers.length
			? []
			: [
					{
						path: 'numberOfContainers',
						value: count,
						rule: 'count',
						advice: `The list has ${containers.length} containers.`,
					},
				],
	({ containers = [] }) => containers.flatMap((container, index) => contentsOf(container, `containers[${index}]`)),
	(set) =>
		measuresIn(set).flatMap(({ path, gross, net }) =>
			gross !== undefined && net !== undefined && (net > gross || net * 100 < gross)
				? [
						{
							path: `${path}.quantityNet`,
							value: net,
							rule: 'net and gross',
							advice: `Does not go with the gross figure, which is ${gross}. Check both, and their unit.`,
						},
					]
				: [],
		),
	goodsAndContainers,
	({ freightCharges: { charges = [] } = {} }) =>
		charges.flatMap(({ amount: { value, currency = '' } = {} }, index) => {
			if (value === undefined || !isCurrency(currency)) return [];
			const rounded = Number(value.toFixed(decimalsOf(currency)));
			// 0.1 + 0.2 is 0.30000000000000004 to a computer, and meant as 0.3.
			if (Math.abs(rounded - value) <= 1e-9 * Math.max(1, Math.abs(value))) return [];
			const advice = `Has more decimals than ${currency} allows. Rounded, it is ${rounded}.`;
			return [{ path: `freightCharges.charges[${index}].amount.value`, value, rule: 'decimals', advice }];
		}),
];

/** What the goods of a bill of lading have together is what its containers have, wherever all of both have it. */
function goodsAndContainers({ containers = [], cargos = [] }: ShipmentSet): Found[] {
	const goods = cargos.map(({ packaging = [] }) => packaging);
	const compared = [
		{
			path: 'totalNumberOfPackingItems',
			ofContainers: containers.map(({ totalNumberOfPackingItems }) => totalNumberOfPackingItems),
			ofGoods: goods.map((each) => sumOf(each.map(({ numberOfPackingItems }) => numberOfPackingItems))),
		},
		...(['weight', 'volume'] as const).map((measure) => ({
			path: `${measure === 'weight' ? 'containerQuantity' : 'containerVolume'}.quantityGross`,
			ofContainers: containers.map(({ containerQuantity, containerVolume }) =>
				sized(measure, measure === 'weight' ? containerQuantity : containerVolume),
			),
			ofGoods: goods.map((each) => sumOf(each.map((packaging) => sized(measure, packaging[measure])))),
		})),
	];
	return compared.flatMap(({ path, ofContainers, ofGoods }) => {
		const [inContainers, inGoods] = [sumOf(ofContainers), sumOf(ofGoods)];
		if (inContainers === undefined || inGoods === undefined) return [];
		if (Math.abs(inContainers - inGoods) <= 1e-6 * inContainers) return [];
		const advice = `The containers have ${inContainers} together, but the goods ${inGoods}. Is a container missing on a row of its goods, or a row there twice?`;
		return [{ path: `containers[0].${path}`, value: inContainers, rule: 'goods and containers', advice }];
	});
}

/** Undefined if there is nothing, or not all of it. */
function sumOf(figures: readonly (number | undefined)[]): number | undefined {
	return figures.length === 0 || figures.includes(undefined)
		? undefined
		: Number(figures.reduce((total: number, figure) => total + (figure ?? 0), 0).toPrecision(12));
}

function sized(
	measure: Unit['measure'],
	quantity: { quantityGross?: number | undefined; crossRefId?: string | undefined } = {},
) {
	return quantity.quantityGross === undefined || unitOf(quantity.crossRefId ?? '')?.measure !== measure
		? undefined
		: amountIn(measure, quantity.quantityGross, quantity.crossRefId);
}

/** Relations between the values of a shipment. Those of rows alone are in sheet/. */
export function relationsIn({ sets = [] }: ShipmentPayload): Issue[] {
	return [
		...sets.flatMap((set, index) =>
			ofSet.flatMap((relation) =>
				relation(set).map(({ path, ...found }) => issue({ ...found, path: `sets[${index}].${path}` })),
			),
		),
		...acrossBills(sets),
	];
}

/** What a closed container holds: kilograms (ISO 668), and cubic metres by the first characters of its type. */
const heaviestKg = 36_000;
const capacities: readonly [RegExp, number][] = [
	[/^2[0-9A-Z]?(?:[GVR]|0)|^20|20$/, 34],
	[/^L|^45(?![A-Z]\d)|45$/, 87],
	[/^4[5L]|^40 ?(?:HC|HQ|HIGH)|^(?:HC|HQ) ?40$/, 77],
	[/^4|40$/, 68],
];
const isOpen = /OT|FR|PL|OPEN|FLAT|[UPT]\d$/;
const lightestPackageKg = 0.1;
const lightestCubicMetreKg = 5;

function contentsOf(container: Container, path: string): Found[] {
	const {
		containerQuantity: weight = {},
		containerVolume: volume = {},
		totalNumberOfPackingItems: count = 0,
	} = container;
	const kg = amountIn('weight', weight.quantityGross, weight.crossRefId);
	const cubicMetres = amountIn('volume', volume.quantityGross, volume.crossRefId);
	const type = (container.containerType ?? '').trim().toUpperCase();
	const capacity = isOpen.test(type) ? Infinity : (capacities.find(([pattern]) => pattern.test(type))?.[1] ?? 120);
	const grossPath = `${path}.containerQuantity.quantityGross`;
	const rounded = Math.round(kg).toLocaleString('en');
	return [
		...(kg > heaviestKg
			? [
					{
						path: grossPath,
						value: weight.quantityGross,
						rule: 'too heavy',
						advice: `Is ${rounded} kg, but a container may weigh 36,000 kg. Check the number and its unit.`,
					},
				]
			: []),
		...(kg > 0 && (kg < count * lightestPackageKg || kg < cubicMetres * lightestCubicMetreKg)
			? [
					{
						path: grossPath,
						value: weight.quantityGross,
						rule: 'too light',
						advice: 'Is too little for the packages and the volume. Check the number and its unit.',
					},
				]
			: []),
		...(cubicMetres > capacity
			? [
					{
						path: `${path}.containerVolume.quantityGross`,
						value: volume.quantityGross,
						rule: 'too large',
						advice: `Is more than a closed container of this type holds, which is about ${capacity} m3. Check the number and its unit.`,
					},
				]
			: []),
	];
}

/** In kilograms or cubic metres; zero if the unit is no unit of that. */
function amountIn(measure: Unit['measure'], amount = 0, text = ''): number {
	const unit = unitOf(text);
	return unit?.measure === measure ? amount * unit.size : 0;
}

function measuresIn({ containers = [], cargos = [] }: ShipmentSet) {
	const named = [
		...containers.flatMap(({ containerQuantity, containerVolume }, index) => [
			{ path: `containers[${index}].containerQuantity`, of: containerQuantity },
			{ path: `containers[${index}].containerVolume`, of: containerVolume },
		]),
		...cargos.flatMap(({ packaging = [], quantities = [] }, cargo) => [
			...packaging.flatMap(({ weight, volume }, index) => [
				{ path: `cargos[${cargo}].packaging[${index}].weight`, of: weight },
				{ path: `cargos[${cargo}].packaging[${index}].volume`, of: volume },
			]),
			...quantities.map((of, index) => ({ path: `cargos[${cargo}].quantities[${index}]`, of })),
		]),
	];
	return named.map(({ path, of }) => ({ path, gross: of?.quantityGross, net: of?.quantityNet }));
}
