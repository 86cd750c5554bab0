/** A whole import payload, composed from docs/service.md 2.7 to 2.11. */
export const payload = {
	shipmentReference: 'SHP-7',
	shipmentType: 'liner',
	autoCollaboration: true,
	sets: [
		{
			setRef: 'SET-7-1',
			blNumber: 'MOLU7001',
			blDocumentName: 'Bill of Lading MOLU7001',
			blDate: '2022-05-12',
			contractNumber: 'C-7',
			eSetType: 'electronic',
			placeOfReceipt: 'Santos',
			placeOfDelivery: 'Copenhagen',
			placeOfIssue: 'Santos',
			loadingLocation: 'Santos',
			destination: 'Copenhagen',
			destinationCountry: { unCountryCode: 'DK', value: 'Denmark' },
			billOfLadingClause: 'Shipped on board',
			notifyParties: [{ name: 'Dock Notify', address: '1 Quay', code: 'N1' }],
			carrier: { scac: '', name: 'Meridian Ocean Lines' },
			shipper: { name: 'Alta Mira Coffee', id: 'ad07304f-35a2-4ed7-a630-db49b1cf89c1', code: 'A1', address: '2 Quay' },
			consignee: {
				prefix: 'To the order of',
				name: 'Nordhavn Trading',
				id: 'aba3ed17-4997-4e5e-a88e-63e90be32f25',
				code: 'N2',
				address: '3 Quay',
			},
			totalContainers: '1 x 40HC',
			cargos: [
				{
					cargoName: 'Green coffee',
					cargoDescription: 'in bags',
					marksAndNumbers: 'A 1-400',
					quantities: [{ quantityGross: 20400.5, quantityNet: 20000, crossRefId: 'KGM', label: 'kg' }],
					packaging: [
						{
							numberOfPackingItems: 400,
							packingUnit: 'Bags',
							weight: {
								quantityGross: 20400.5,
								quantityNet: 20000,
								crossRefId: 'KGM',
								format: '#,##0.000',
								label: 'kg',
							},
							volume: { quantityGross: 60, quantityNet: 58, crossRefId: 'MTQ', format: '#,##0.000', label: 'm3' },
						},
					],
				},
			],
			numberOfContainers: 1,
			containers: [
				{
					containerNumber: 'EXLU1234567',
					containerType: '40HC',
					packingUnit: 'Bags',
					sealNumber: 'S-1',
					totalNumberOfPackingItems: 400,
					containerQuantity: {
						quantityGross: 20400.5,
						quantityNet: 20000,
						crossRefId: 'KGM',
						format: '#',
						label: 'kg',
					},
					containerVolume: { quantityGross: 60, quantityNet: 58, crossRefId: 'MTQ', format: '#', label: 'm3' },
				},
			],
			freightCharges: {
				paymentLocationPrepaid: 'Santos',
				paymentLocationCollect: '',
				charges: [
					{
						code: 'BAS',
						tariffItem: 'Ocean freight',
						freightedAs: '40HC',
						rate: 1850.5,
						amount: { currency: 'USD', value: 1850.5 },
						prepaidType: 'PREPAID',
						exchangeRate: 'USD/1.08',
					},
				],
				chargeTotals: [{ amount: { currency: 'USD', value: 1850.5 }, paymentType: 'PREPAID' }],
				prepaidTotals: [{ amount: { currency: 'USD', value: 1850.5 }, location: 'Santos' }],
			},
		},
		{ setRef: 'SET-7-2', shipper: { name: 'Somebody else' } },
	],
	externalReference: 'E-7',
	locale: 'ENGLISH',
	quantityFormat: '#,##0.000',
	vessel: { imo: 9074729 },
	voyageReference: '014W',
	exportReference: 'X-7',
	shipAgent: { name: 'Agents', crossRefId: 'AG' },
	freightForwarder: { name: 'Forward', address: '4 Quay' },
	inspector: { name: 'Survey', address: '5 Quay', crossRefId: 'IN' },
	serviceTypeAtReceipt: 'CY',
	serviceTypeAtDelivery: 'CY',
	loadType: 'FCL',
};

type Path = (string | number)[];

/** A copy of the payload with one value replaced. */
export function payloadWith(path: Path, value: unknown): unknown {
	return replaced(payload, path, value);
}

function replaced(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
	if (key === undefined) return value;
	if (isList(whole)) {
		return whole.map((element, index) => (index === key ? replaced(element, rest, value) : element));
	}
	if (typeof whole !== 'object' || whole === null) throw new Error(`nothing to replace at ${key}`);
	const fields: Record<string, unknown> = { ...whole };
	return { ...fields, [key]: replaced(fields[key], rest, value) };
}

/** Array.isArray would make `any` of the elements. */
function isList(value: unknown): value is unknown[] {
	return Array.isArray(value);
}
