import type { Fact, Party, SetDetails } from '../entities';
import type { NewSet } from '../store/store';

const addresses: Record<string, string> = {
	'Alta Mira Coffee': 'Rua do Porto 114, Santos',
	'Kestrel Foods': '8 Maydon Wharf, Durban',
	'Nordhavn Trading': 'Kajen 21, Copenhagen',
	'Lotus Bay Imports': 'Galle Road 77, Colombo',
};

/** The lines of a demo shipment that its sets share. */
export function demoFacts(number: number, vesselName: string | null): Fact[] {
	const vessel: Fact[] = vesselName === null ? [] : [['Vessel', vesselName]];
	return [
		['Shipment type', 'liner'],
		...vessel,
		['Voyage', `${String(14 + number).padStart(3, '0')}W`],
		['Service', 'CY to CY'],
		['Load type', 'FCL'],
		['Ship agent', 'Quayside Agencies'],
	];
}

/** Parties, cargo, containers and charges of a demo set; amounts follow from its number. */
export function demoDetails(
	number: number,
	{ cargo, from, to }: { cargo: NewSet; from: string; to: string },
): SetDetails {
	const party = (role: string, name: string): Party => ({ role, name, address: addresses[name] ?? '', code: '' });
	const ocean = 1650 + number * 35;
	const bags = 160 + number * 20;
	const usd = (value: number) => `USD ${value.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
	return {
		parties: [
			{ ...party('Carrier', 'Meridian Ocean Lines'), code: 'MOLX' },
			party('Shipper', from),
			party('Consignee (To the order of)', to),
			party('Notify party', to),
		],
		cargos: [
			{
				name: cargo.cargoName ?? '',
				description: 'Clean on board, freight prepaid',
				marks: `MOL ${number} 1-${bags * 2}`,
				quantities: [cargo.quantity ?? ''],
				packaging: [`${bags * 2} Bags`],
			},
		],
		containers: [1, 2].map((place) => ({
			containerNumber: `MOLU${String(4100230 + number * 40 + place)}`,
			containerType: '40HC, 40 foot high cube',
			sealNumber: `S-${number}0${place}7`,
			packages: `${bags} Bags`,
			weight: `${(9400 + number * 50).toLocaleString('en-US')} kg`,
			volume: '58.2 m³',
		})),
		charges: [
			{
				code: 'BAS',
				tariffItem: 'Ocean freight',
				freightedAs: '2 x 40HC',
				rate: ocean.toLocaleString('en-US'),
				amount: usd(ocean * 2),
				payment: 'Prepaid',
			},
			{
				code: 'THC',
				tariffItem: 'Terminal handling',
				freightedAs: '2 x 40HC',
				rate: '185',
				amount: usd(370),
				payment: 'Collect',
			},
		],
		chargeTotals: [
			['Total prepaid', usd(ocean * 2)],
			['Total collect', usd(370)],
		],
	};
}
