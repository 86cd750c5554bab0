import PDFDocument from 'pdfkit';
import { buffer } from 'node:stream/consumers';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { storeBinary } from './engine';

/** Recent enough for every check. */
const today = new Date().toISOString().slice(0, 10);

/** A payload of docs/service.md 2.7 to 2.9 with everything that its bills of lading need. */
export function shipmentNamed(shipmentReference: string, bills = 1): IDataObject {
	return {
		shipmentReference,
		shipmentType: 'liner',
		autoCollaboration: false,
		locale: 'ENGLISH',
		vessel: { imo: 9074729 },
		sets: Array.from({ length: bills }, (_, index) => ({
			setRef: `${shipmentReference}-${index + 1}`,
			blNumber: `BL${index + 1}`,
			blDate: today,
			eSetType: 'electronic',
			shipper: { name: 'Example Trading Ltd' },
			consignee: { prefix: 'TO ORDER' },
			loadingLocation: 'Rotterdam',
			destination: 'Singapore',
			cargos: [{ cargoDescription: '400 cartons of cotton shirts' }],
		})),
	};
}

/** The parameters of an import of that payload. */
export function importOf(shipmentReference: string, more: INodeParameters = {}): INodeParameters {
	return {
		inputMode: 'json',
		importRef: shipmentReference,
		payload: JSON.stringify(shipmentNamed(shipmentReference)),
		...more,
	};
}

/** The columns of a sheet that every bill of lading needs, beside its references. */
export const neededColumns = {
	Shipper: 'Ex',
	Consignee: 'Ample',
	POL: 'Rotterdam',
	POD: 'Singapore',
	Cargo: 'Shirts',
};

/** A row of a sheet with them. */
export const rowOf = (shipmentReference: string, more: IDataObject = {}): INodeExecutionData => ({
	json: {
		'Shipment Reference': shipmentReference,
		'B/L Number': `BL-${shipmentReference}`,
		...neededColumns,
		...more,
	},
});

/** A PDF made with a library; `lines` makes it longer. */
export async function pdfSaying(text: string, lines = 1): Promise<Buffer> {
	const document = new PDFDocument({ compress: false });
	document.text(`${text}\n`.repeat(lines)).end();
	return await buffer(document);
}

/** An item with these files, stored as by an earlier node. */
export async function itemWith(files: Record<string, Buffer>): Promise<INodeExecutionData> {
	const stored = Object.entries(files).map(
		async ([property, bytes]) => [property, await storeBinary(bytes, `${property}.pdf`)] as const,
	);
	return { json: {}, binary: Object.fromEntries(await Promise.all(stored)) };
}
