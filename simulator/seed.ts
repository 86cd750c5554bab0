import { createHash, randomUUID } from 'node:crypto';
import type { ParcelSet, ParcelStatus, Stage } from './entities';
import { importShipment } from './imports';
import type { SimulatorOptions } from './options';
import type { Store } from './store';

const carrier = 'Meridian Ocean Lines';

/** Adds the carrier and its two accounts; with `demo`, companies and shipments as well. */
export function seed(store: Store, kind: NonNullable<SimulatorOptions['seed']>): void {
	const { customerId } = store.addCounterparty(carrier, stableId(carrier));
	// User names with @ and a password with a colon, because Basic credentials have to support both.
	store.accounts.add({
		username: 'api@meridian.example',
		password: 'sailing-Ships:42',
		kind: 'interface',
		fullName: 'Meridian API user',
		customerId,
	});
	store.accounts.add({
		username: 'ada.lindgren@meridian.example',
		password: 'sign-and-issue-7',
		kind: 'person',
		fullName: 'Ada Lindgren',
		customerId,
	});
	if (kind === 'demo') seedDemo(store);
}

/** Adds this many sets with one drawn document each, of the carrier or of another customer, in the order of a search. */
export function addManySets(
	store: Store,
	{ count, customerId = store.owner().customerId }: { count: number; customerId?: string },
): ParcelSet[] {
	return Array.from({ length: count }, (_, index) => {
		const shipmentRef = `BULK-${String(index + 1).padStart(6, '0')}`;
		const set = store.addSet({ shipmentRef, transaction: { customerId } });
		store.addDocument({ setId: set.setId });
		return set;
	});
}

const companies = {
	'Alta Mira Coffee': 'Rua do Porto 114, Santos',
	'Kestrel Foods': '8 Maydon Wharf, Durban',
	'Nordhavn Trading': 'Kajen 21, Copenhagen',
	'Harbour Bank': '',
	'Lotus Bay Imports': 'Galle Road 77, Colombo',
};
type Company = keyof typeof companies;

type Trade = { cargo: string; kilos: number; from: Company; to: Company; ports: [string, string]; country: string };

const coffee: Trade = {
	cargo: 'Green coffee',
	kilos: 19_200,
	from: 'Alta Mira Coffee',
	to: 'Nordhavn Trading',
	ports: ['Santos', 'Copenhagen'],
	country: 'Denmark',
};
const lemons: Trade = {
	cargo: 'Lemons, fresh',
	kilos: 24_000,
	from: 'Kestrel Foods',
	to: 'Lotus Bay Imports',
	ports: ['Durban', 'Felixstowe'],
	country: 'United Kingdom',
};
const tea: Trade = {
	cargo: 'Black tea',
	kilos: 11_480.5,
	from: 'Lotus Bay Imports',
	to: 'Kestrel Foods',
	ports: ['Colombo', 'Port Klang'],
	country: 'Malaysia',
};

/** Shipments at every stage, to look at and to try things with. Every start gives them the same IDs. */
function seedDemo(store: Store): void {
	let ids = 0;
	store.newId = () => stableId(`demo ${++ids}`);
	for (const name of Object.keys(companies)) store.addCounterparty(name, stableId(name));

	const add = (number: number, trade: Trade, at: { stage: Stage; status: ParcelStatus; imo?: number }) => {
		const { stage, status, imo } = at;
		const reference = `SHP-2022-${String(number).padStart(4, '0')}`;
		const { shipment, sets } = importShipment(store, {
			payload: payloadOf(number, reference, trade, imo),
			importRef: reference,
		});
		shipment.importedAt = new Date(Date.UTC(2022, 4, number + 1, 8, 30));
		const [set] = sets;
		const [transaction] = store.transactionsOfSet(set?.setId ?? '');
		if (set === undefined || transaction === undefined) throw new Error('A demo shipment has one set');
		set.stage = stage;
		set.signaturesDone = { Imported: 0, Signing: 0, Signed: 1, Issued: 2 }[stage];
		transaction.status = status;
		transaction.folder = stage === 'Issued' ? 'FILED' : 'ACTIVE';
		transaction.modifiedAt = new Date(Date.UTC(2022, 4, number + 1, 14, 5));
		return set;
	};
	const attach = ({ setId }: ParcelSet, name: string) =>
		store.addDocument({ setId, name, docType: 'Uploadable Document' });

	attach(add(1, coffee, { stage: 'Imported', status: 'imported', imo: 9074729 }), 'Packing List');
	add(2, { ...lemons, kilos: 22_950 }, { stage: 'Imported', status: 'drafted' });
	add(3, tea, { stage: 'Signing', status: 'signing' });
	const fourth = add(4, coffee, { stage: 'Signed', status: 'signed', imo: 9321483 });
	attach(fourth, 'Packing List');
	attach(fourth, 'Certificate of Origin');
	const fifth = add(5, { ...lemons, to: 'Nordhavn Trading' }, { stage: 'Issued', status: 'issued' });
	fifth.titleHolderId = stableId('Nordhavn Trading');
	attach(fifth, 'Phytosanitary Certificate');

	// Issued to a bank, so the set is in two transactions.
	const sixth = add(6, tea, { stage: 'Issued', status: 'issued' });
	sixth.titleHolderId = stableId('Harbour Bank');
	store.addTransaction({
		setId: sixth.setId,
		customerId: stableId('Harbour Bank'),
		status: 'title_held',
		instances: ['EXCHANGE'],
		modifiedAt: new Date(Date.UTC(2022, 4, 8, 9, 30)),
		fromParty: carrier,
		fromPartyId: stableId(carrier),
	});
	store.newId = randomUUID;
}

/** With its check digit (ISO 6346), for which letters count from 10 upwards, without the multiples of 11. */
function containerNumber(serial: number): string {
	const values = '0123456789A_BCDEFGHIJK_LMNOPQRSTU_VWXYZ';
	const firstTen = Array.from(`MOLU${serial}`);
	const sum = firstTen.reduce((total, character, place) => total + values.indexOf(character) * 2 ** place, 0);
	return `${firstTen.join('')}${(sum % 11) % 10}`;
}

/** What the carrier imports for one demo shipment (docs/service.md 2.7). Amounts follow from its number. */
function payloadOf(number: number, reference: string, trade: Trade, imo?: number): object {
	const [loadingLocation, destination] = trade.ports;
	const bags = 160 + number * 20;
	const freight = { currency: 'USD', value: 2 * (1650 + number * 35) };
	const handling = { currency: 'USD', value: 370 };
	const party = (name: Company) => ({ name, id: stableId(name), address: companies[name] });
	return {
		shipmentReference: reference,
		shipmentType: 'liner',
		...(imo === undefined ? {} : { vessel: { imo } }),
		voyageReference: `${String(14 + number).padStart(3, '0')}W`,
		serviceTypeAtReceipt: 'CY',
		serviceTypeAtDelivery: 'CY',
		loadType: 'FCL',
		shipAgent: { name: 'Quayside Agencies' },
		sets: [
			{
				blDate: `2022-05-${String(number + 1).padStart(2, '0')}`,
				carrier: { scac: 'MOLX', name: carrier },
				shipper: party(trade.from),
				consignee: { ...party(trade.to), prefix: 'To the order of' },
				notifyParties: [{ name: trade.to, address: companies[trade.to] }],
				loadingLocation,
				destination,
				destinationCountry: { value: trade.country },
				billOfLadingClause: 'Clean on board, freight prepaid',
				cargos: [
					{
						cargoName: trade.cargo,
						marksAndNumbers: `MOL ${number} 1-${bags * 2}`,
						quantities: [{ quantityGross: trade.kilos, crossRefId: 'KGM' }],
						packaging: [{ numberOfPackingItems: bags * 2, packingUnit: 'Bags' }],
					},
				],
				containers: [1, 2].map((place) => ({
					containerNumber: containerNumber(410022 + number * 10 + place),
					containerType: '40HC',
					containerTypeDescription: '40 foot high cube',
					sealNumber: `S-${number}0${place}7`,
					totalNumberOfPackingItems: bags,
					packingUnit: 'Bags',
					containerQuantity: { quantityGross: trade.kilos / 2, label: 'kg' },
					containerVolume: { quantityGross: 58.2, label: 'm³' },
				})),
				freightCharges: {
					charges: [
						{
							code: 'BAS',
							tariffItem: 'Ocean freight',
							freightedAs: '2 x 40HC',
							amount: freight,
							prepaidType: 'PREPAID',
						},
						{
							code: 'THC',
							tariffItem: 'Terminal handling',
							freightedAs: '2 x 40HC',
							amount: handling,
							prepaidType: 'COLLECT',
						},
					],
					chargeTotals: [
						{ amount: freight, paymentType: 'PREPAID' },
						{ amount: handling, paymentType: 'COLLECT' },
					],
				},
			},
		],
	};
}

/** A UUID that depends only on the label, so that saved workflows and pictures stay valid. */
function stableId(label: string): string {
	const hex = createHash('sha256').update(`cargo exchange ${label}`).digest('hex');
	const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
	const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
	return [...groups, hex.slice(20, 32)].join('-');
}
