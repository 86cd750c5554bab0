/** A handful of companies and shipments, one in each state, to look at and to play with. */
import { createHash } from 'node:crypto';
import type { Fact, ParcelStatus, ReviewTable, Stage } from '../entities';
import type { NewSet, Store } from '../store';

const companies = [
	'Alta Mira Coffee',
	'Kestrel Foods',
	'Nordhavn Trading',
	'Harbour Bank',
	'Lotus Bay Imports',
] as const;
type Company = (typeof companies)[number];

type Cargo = Pick<NewSet, 'cargoName' | 'quantity' | 'loadPort' | 'destinationName' | 'destinationCountry'>;
type Story = { stage: Stage; status: ParcelStatus; signaturesDone: number };

const coffee: Cargo = {
	cargoName: 'Green coffee',
	quantity: '19,200.000 KGM',
	loadPort: 'Santos',
	destinationName: 'Copenhagen',
	destinationCountry: 'Denmark',
};
const lemons: Cargo = {
	cargoName: 'Lemons, fresh',
	quantity: '24,000.000 KGM',
	loadPort: 'Durban',
	destinationName: 'Felixstowe',
	destinationCountry: 'United Kingdom',
};
const tea: Cargo = {
	cargoName: 'Black tea',
	quantity: '11,480.500 KGM',
	loadPort: 'Colombo',
	destinationName: 'Port Klang',
	destinationCountry: 'Malaysia',
};

const imported: Story = { stage: 'Imported', status: 'imported', signaturesDone: 0 };
const drafted: Story = { stage: 'Imported', status: 'drafted', signaturesDone: 0 };
const signing: Story = { stage: 'Signing', status: 'signing', signaturesDone: 0 };
const signed: Story = { stage: 'Signed', status: 'signed', signaturesDone: 1 };
const issued: Story = { stage: 'Issued', status: 'issued', signaturesDone: 2 };

export function seedDemo(store: Store): void {
	for (const name of companies) store.addCounterparty(name, stableId(name));

	const add = (number: number, cargo: Cargo, from: Company, to: Company, story: Story, more: NewSet = {}) => {
		const { stage, status, signaturesDone } = story;
		const shipmentReference = `MOL-2022-${String(number).padStart(4, '0')}`;
		const shipment = store.addShipment({
			shipmentId: stableId(`shipment ${number}`),
			shipmentReference,
			importedAt: new Date(Date.UTC(2022, 4, number + 1, 8, 30)),
			facts: demoFacts(number, more.vesselName ?? null),
		});
		const set = store.addSet({
			setId: stableId(`set ${number}`),
			shipment,
			stage,
			signaturesDone,
			billOfLadingDate: `2022-05-${String(number + 1).padStart(2, '0')}`,
			consignorCompanyName: from,
			consigneeCompanyName: to,
			consigneeId: stableId(to),
			...cargo,
			details: demoDetails(number, cargo, from, to),
			...more,
			transaction: {
				transactionId: stableId(`transaction ${number}`),
				status,
				folder: stage === 'Issued' ? 'FILED' : 'ACTIVE',
				visibleTo: [store.owner().customerId, stableId(from), stableId(to)],
				modifiedAt: new Date(Date.UTC(2022, 4, number + 1, 14, 5)),
			},
		});
		store.addDocument({ setId: set.setId, documentId: stableId(`bill of lading ${number}`) });
		return set;
	};
	const attach = (setId: string, name: string) =>
		store.addDocument({ setId, documentId: stableId(`${setId} ${name}`), name, docType: 'Uploadable Document' });

	const first = add(1, coffee, 'Alta Mira Coffee', 'Nordhavn Trading', imported, { vesselName: 'Meridian Aurora' });
	attach(first.setId, 'Packing List');
	add(2, lemons, 'Kestrel Foods', 'Lotus Bay Imports', drafted, { quantity: '22,950.000 KGM' });
	add(3, tea, 'Lotus Bay Imports', 'Kestrel Foods', signing);
	const fourth = add(4, coffee, 'Alta Mira Coffee', 'Nordhavn Trading', signed, { vesselName: 'Meridian Borealis' });
	attach(fourth.setId, 'Packing List');
	attach(fourth.setId, 'Certificate of Origin');
	const fifth = add(5, lemons, 'Kestrel Foods', 'Nordhavn Trading', issued, {
		titleHolderId: stableId('Nordhavn Trading'),
	});
	attach(fifth.setId, 'Phytosanitary Certificate');

	// Issued, and held by a bank: the same set is in two transactions.
	const sixth = add(6, tea, 'Lotus Bay Imports', 'Kestrel Foods', issued, { titleHolderId: stableId('Harbour Bank') });
	store.addTransaction({
		transactionId: stableId('transaction 6, held'),
		setId: sixth.setId,
		customerId: stableId('Harbour Bank'),
		status: 'title_held',
		instances: ['EXCHANGE'],
		modifiedAt: new Date(Date.UTC(2022, 4, 8, 9, 30)),
		fromParty: store.owner().customerName,
		fromPartyId: store.owner().customerId,
	});
}

/** A UUID that is the same at every start, so that saved workflows and pictures keep their meaning. */
export function stableId(label: string): string {
	const hex = createHash('sha256').update(`cargo exchange ${label}`).digest('hex');
	const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
	const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
	return [...groups, hex.slice(20, 32)].join('-');
}

const addresses: Record<string, string> = {
	'Alta Mira Coffee': 'Rua do Porto 114, Santos',
	'Kestrel Foods': '8 Maydon Wharf, Durban',
	'Nordhavn Trading': 'Kajen 21, Copenhagen',
	'Lotus Bay Imports': 'Galle Road 77, Colombo',
};

/** The lines of a demo shipment that its sets share. */
function demoFacts(number: number, vesselName: string | null): Fact[] {
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
function demoDetails(number: number, cargo: Cargo, from: string, to: string): ReviewTable[] {
	const ocean = 1650 + number * 35;
	const bags = 160 + number * 20;
	const figure = (value: number) => value.toLocaleString('en-US');
	const usd = (value: number) => `USD ${value.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
	const party = (role: string, name: string, code = '') => [role, name, addresses[name] ?? '', code];
	return [
		{
			title: 'Parties',
			columns: ['Role', 'Name', 'Address', 'Code'],
			rows: [
				party('Carrier', 'Meridian Ocean Lines', 'MOLX'),
				party('Shipper', from),
				party('Consignee (To the order of)', to),
				party('Notify party', to),
			],
		},
		{
			title: 'Cargo',
			columns: ['Cargo', 'Marks and numbers', 'Quantity', 'Packaging'],
			rows: [
				[
					`${cargo.cargoName ?? ''}: Clean on board, freight prepaid`,
					`MOL ${number} 1-${bags * 2}`,
					cargo.quantity ?? '',
					`${bags * 2} Bags`,
				],
			],
		},
		{
			title: 'Containers (2)',
			columns: ['Container', 'Type', 'Seal', 'Packages', 'Weight', 'Volume'],
			rows: [1, 2].map((place) => [
				`MOLU${String(4100230 + number * 40 + place)}`,
				'40HC, 40 foot high cube',
				`S-${number}0${place}7`,
				`${bags} Bags`,
				`${figure(9400 + number * 50)} kg`,
				'58.2 m³',
			]),
		},
		{
			title: 'Freight charges',
			columns: ['Charge', 'Freighted as', 'Rate', 'Amount', 'Payment'],
			rows: [
				['BAS Ocean freight', '2 x 40HC', figure(ocean), usd(ocean * 2), 'Prepaid'],
				['THC Terminal handling', '2 x 40HC', '185', usd(370), 'Collect'],
				['Total prepaid', '', '', usd(ocean * 2), ''],
				['Total collect', '', '', usd(370), ''],
			],
		},
	];
}
