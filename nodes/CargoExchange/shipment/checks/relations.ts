import { compactNumber, containerNumberDoubt } from '../fields/containerNumber';
import { countryCode, countryName } from '../fields/countries';
import type { PlacedValue } from '../fields/places';
import { plainCode } from '../fields/readValue';
import type { Cargo, Container, ShipmentPayload, ShipmentSet } from '../fields/shipment';
import { decimalsOf, isCurrency, unitOf, type Unit } from '../fields/units';
import { issue, type Issue } from '../issue';

/** Where values do not go together: the path of one of them, what it is, and what to do. */
type Broken = readonly [path: string, value: unknown, advice: string];

/** How the values of a part of the payload go together, by the name of the rule. */
type Relations<Part> = Readonly<Record<string, (part: Part) => readonly Broken[]>>;

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
const heavyPackages = /pallet|\bplts?\b|skid|drum|crate|big ?bag|reel/i;
const lightestPalletKg = 5;
const lightestCubicMetreKg = 5;

/** What one container holds (docs/service.md 2.10). */
const ofContainer: Relations<Container> = {
	'too heavy': ({ containerQuantity: weight }) => {
		const kg = amountIn('weight', weight) ?? 0;
		const advice = `Is ${Math.round(kg).toLocaleString('en')} kg, but a container may weigh 36,000 kg. Check the number and its unit.`;
		return kg <= heaviestKg ? [] : [['containerQuantity.quantityGross', weight?.quantityGross, advice]];
	},
	'too light': ({
		containerQuantity: weight,
		containerVolume,
		totalNumberOfPackingItems: count = 0,
		packingUnit = '',
	}) => {
		const kg = amountIn('weight', weight) ?? 0;
		const least = Math.max(
			count * (heavyPackages.test(packingUnit) ? lightestPalletKg : lightestPackageKg),
			(amountIn('volume', containerVolume) ?? 0) * lightestCubicMetreKg,
		);
		const advice = 'Is too little for the packages and the volume. Check the number and its unit.';
		return kg === 0 || kg >= least ? [] : [['containerQuantity.quantityGross', weight?.quantityGross, advice]];
	},
	'too large': ({ containerVolume: volume, containerType = '' }) => {
		const type = containerType.trim().toUpperCase();
		const capacity = isOpen.test(type) ? Infinity : (capacities.find(([pattern]) => pattern.test(type))?.[1] ?? 120);
		const advice = `Is more than a closed container of this type holds, which is about ${capacity} m3. Check the number and its unit.`;
		return (amountIn('volume', volume) ?? 0) <= capacity
			? []
			: [['containerVolume.quantityGross', volume?.quantityGross, advice]];
	},
};

/** How the values of a bill of lading go together (docs/service.md 2.8 to 2.11). */
const ofSet: Relations<ShipmentSet> = {
	ports: ({ loadingLocation = '', destination = '' }) =>
		destination === '' || loadingLocation.trim().toLowerCase() !== destination.trim().toLowerCase()
			? []
			: [['destination', destination, 'Is also the port of loading. Correct one of the two.']],
	country: ({ destinationCountry: { unCountryCode: code, value: name = '' } = {}, destination, placeOfDelivery }) => {
		if (code !== undefined && countryName(code) === null)
			return [['destinationCountry.unCountryCode', code, 'Is not the code of a country (ISO 3166), such as DE.']];
		const ofPort = countryIn(placeOfDelivery ?? destination ?? '');
		if (ofPort !== null && ofPort !== (code ?? countryCode(name) ?? ofPort)) {
			const advice = `Does not go with ${placeOfDelivery ?? destination}, which is in ${countryName(ofPort)}. Correct one of the two.`;
			return [[`destinationCountry.${code === undefined ? 'value' : 'unCountryCode'}`, code ?? name, advice]];
		}
		const named = countryCode(name);
		if (name.trim() === '' || (named !== null && named === (code ?? named))) return [];
		const is = code === undefined ? '' : ` ${code} is ${countryName(code)}.`;
		return [['destinationCountry.value', name, `Is not the English name of that country.${is}`]];
	},
	container: ({ containers = [] }) =>
		repeatedIn(containers, ({ containerNumber = '' }) => compactNumber(containerNumber)).map(
			([{ containerNumber }, index]) => [
				`containers[${index}].containerNumber`,
				containerNumber,
				'Is listed twice. Remove one, or correct its number.',
			],
		),
	count: ({ containers, numberOfContainers: count }) =>
		containers === undefined || count === undefined || count === containers.length
			? []
			: [
					[
						'numberOfContainers',
						count,
						`The list has ${containers.length} containers. Correct the number or the list.`,
					],
				],
	'goods and containers': goodsAndContainers,
	decimals: ({ freightCharges: { charges = [] } = {} }) =>
		charges.flatMap(({ amount: { value, currency = '' } = {} }, index): Broken[] => {
			if (value === undefined || !isCurrency(currency)) return [];
			const rounded = Number(value.toFixed(decimalsOf(currency)));
			// 0.1 + 0.2 is 0.30000000000000004 to a computer, and meant as 0.3.
			if (Math.abs(rounded - value) <= 1e-9 * Math.max(1, Math.abs(value))) return [];
			const advice = `Has more decimals than ${currency} allows. Check it: rounded, it is ${rounded}.`;
			return [[`freightCharges.charges[${index}].amount.value`, value, advice]];
		}),
};

type Placed = { container: Container; number: string; bill: number; path: string };

/** How bills of lading of a shipment go together: a number of their own; a container in several, one type, the same seals. */
const acrossBills: Relations<readonly ShipmentSet[]> = {
	bill: (sets) =>
		repeatedIn(sets, ({ blNumber = '' }) => blNumber.trim().toUpperCase()).map(([{ blNumber }, index]) => [
			`sets[${index}].blNumber`,
			blNumber,
			'Is also the number of another bill of lading. Correct one of the two.',
		]),
	container: (sets) =>
		sharedContainers(sets).flatMap(([first, other]) =>
			(['containerType', 'sealNumber'] as const).flatMap((name): Broken[] => {
				const [one, two] = [first.container[name], other.container[name]];
				if (one === undefined || two === undefined || plainCode(one) === plainCode(two)) return [];
				const advice = `The same container has "${one}" in another bill of lading. Correct one of the two.`;
				return [[`${other.path}.${name}`, two, advice]];
			}),
		),
	seal: (sets) => {
		const seals = containersOf(sets).flatMap((placed) =>
			(placed.container.sealNumber ?? '').split(', ').map((one, _, all) => {
				const whose = all.length > 1 ? `${one} is also a seal of` : 'Is also the seal of';
				return { placed, whose, seal: plainCode(one.trim()) };
			}),
		);
		return [...Map.groupBy(seals, ({ seal }) => seal).values()].flatMap(([first, ...others]) =>
			others.flatMap(({ placed, whose, seal }): Broken[] => {
				if (!first || seal === '' || placed.number === first.placed.number) return [];
				// A container number with a typing error is another number, and said to be wrong.
				if ([placed, first.placed].some(({ number }) => containerNumberDoubt(number) !== undefined)) return [];
				const owner = first.placed.container.containerNumber ?? 'another container';
				const advice = `${whose} ${owner}. Correct one of the two.`;
				return [[`${placed.path}.sealNumber`, placed.container.sealNumber, advice]];
			}),
		);
	},
};

/** The parts of a container in several bills of lading. */
const shares: Relations<readonly ShipmentSet[]> = {
	'two bills': (sets) =>
		sharedContainers(sets).flatMap(([first, other]): Broken[] => {
			const [one, two] = [first.container.containerQuantity, other.container.containerQuantity];
			if (two?.quantityGross === undefined || JSON.stringify(one) !== JSON.stringify(two)) return [];
			const advice = 'Is the same in another bill of lading. Enter the part of the container that belongs to each.';
			return [[`${other.path}.containerQuantity.quantityGross`, two.quantityGross, advice]];
		}),
};

/**
 * Relations between the values of a shipment that do not hold. Those of rows alone are in sheet/. What a program has written is not doubted by
 * what containers hold, or share.
 */
export function relationsIn(
	{ sets = [] }: ShipmentPayload,
	places: readonly PlacedValue[],
	{ isPayload = false }: { isPayload?: boolean },
): Issue[] {
	return [
		...places.flatMap(netAndGross),
		...sets.flatMap((set, index) => [
			...brokenIn(ofSet, set, `sets[${index}].`),
			...(isPayload ? [] : (set.containers ?? [])).flatMap((container, at) =>
				brokenIn(ofContainer, container, `sets[${index}].containers[${at}].`),
			),
		]),
		...brokenIn(acrossBills, sets, ''),
		...(isPayload ? [] : brokenIn(shares, sets, '')),
	];
}

function netAndGross({ path, name, value: net, owner: { quantityGross: gross } }: PlacedValue): Issue[] {
	if (name !== 'quantityNet' || typeof net !== 'number' || typeof gross !== 'number') return [];
	if (net <= gross && net * 100 >= gross) return [];
	const is = net > gross ? 'Is greater than' : 'Is less than 1 % of';
	const advice = `${is} the gross figure, which is ${gross}. Check both, and their unit.`;
	return [issue({ path, value: net, rule: 'net and gross', advice })];
}

/** The relations that do not hold in a part of the payload; `at` is its path with a point, or empty. */
function brokenIn<Part>(relations: Relations<Part>, part: Part, at: string): Issue[] {
	return Object.entries(relations).flatMap(([rule, broken]) =>
		broken(part).map(([path, value, advice]) => issue({ path: `${at}${path}`, value, rule, advice })),
	);
}

/** The entries whose number an earlier one has, with their indexes. */
function repeatedIn<Entry>(
	entries: readonly Entry[],
	numberOf: (entry: Entry) => string,
): (readonly [Entry, number])[] {
	const numbered = entries.map((entry, index) => [entry, index] as const).filter(([entry]) => numberOf(entry) !== '');
	return [...Map.groupBy(numbered, ([entry]) => numberOf(entry)).values()].flatMap(([, ...others]) => others);
}

type Quantity = NonNullable<Container['containerQuantity']>;

/** In kilograms or cubic metres; undefined without a figure, or if its unit is no unit of that. */
function amountIn(measure: Unit['measure'], { quantityGross, crossRefId = '' }: Quantity = {}): number | undefined {
	const unit = unitOf(crossRefId);
	return quantityGross === undefined || unit?.measure !== measure ? undefined : quantityGross * unit.size;
}

/** The country that a place names itself behind a comma: `Hamburg, DE`, `Hamburg, Germany`. */
function countryIn(place: string): string | null {
	const last = place.slice(place.lastIndexOf(',') + 1).trim();
	if (last === place.trim()) return null;
	return countryName(last) === null ? countryCode(last) : last;
}

type Packed = NonNullable<Cargo['packaging']>[number];

/** What the goods of a bill of lading have together is what its containers have, wherever all of both have it. */
function goodsAndContainers({ containers = [], cargos = [] }: ShipmentSet): Broken[] {
	const compared: [
		of: string,
		ofContainer: (each: Container) => number | undefined,
		ofGoods: (each: Packed) => number | undefined,
	][] = [
		['packages', (each) => each.totalNumberOfPackingItems, (each) => each.numberOfPackingItems],
		['kg', (each) => amountIn('weight', each.containerQuantity), (each) => amountIn('weight', each.weight)],
		['m3', (each) => amountIn('volume', each.containerVolume), (each) => amountIn('volume', each.volume)],
	];
	const different = compared.flatMap(([of, ofContainer, ofGoods]) => {
		const inContainers = sumOf(containers.map(ofContainer));
		const inGoods = sumOf(cargos.map(({ packaging = [] }) => sumOf(packaging.map(ofGoods))));
		if (inContainers === undefined || inGoods === undefined) return [];
		return Math.abs(inContainers - inGoods) <= 1e-6 * inContainers ? [] : [`${inContainers} and ${inGoods} ${of}`];
	});
	if (different.length === 0) return [];
	const advice =
		'The containers and the goods have different sums. Is a container missing on a row of its goods, or a row there twice?';
	return [['containers', different.join(', '), advice]];
}

/** Undefined if there is nothing, or not all of it. */
function sumOf(figures: readonly (number | undefined)[]): number | undefined {
	return figures.length === 0 || figures.includes(undefined)
		? undefined
		: Number(figures.reduce((total: number, figure) => total + (figure ?? 0), 0).toPrecision(12));
}

function containersOf(sets: readonly ShipmentSet[]): Placed[] {
	return sets.flatMap(({ containers = [] }, bill) =>
		containers.map((container, index) => ({
			container,
			number: compactNumber(container.containerNumber ?? ''),
			bill,
			path: `sets[${bill}].containers[${index}]`,
		})),
	);
}

/** A container in one bill of lading, with each of those that it is in again. */
function sharedContainers(sets: readonly ShipmentSet[]): [Placed, Placed][] {
	const numbered = containersOf(sets).filter(({ number }) => number !== '');
	return [...Map.groupBy(numbered, ({ number }) => number).values()].flatMap(([first, ...others]) =>
		others.flatMap((other): [Placed, Placed][] => (first && other.bill !== first.bill ? [[first, other]] : [])),
	);
}
