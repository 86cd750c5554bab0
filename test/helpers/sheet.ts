import {
	readSheet,
	type RowShipment,
	type SheetOptions,
	type SheetReading,
} from '../../nodes/CargoExchange/operations/shipment/rows/shipments';
import { lineOf } from '../../nodes/CargoExchange/operations/shipment/validation/issue';
import type { ShipmentPayload } from '../../nodes/CargoExchange/schemas/shipment/shipment';

export type Row = Record<string, unknown>;

/** What the import makes of rows, one object each. */
export function reading(rows: Row[], options: Partial<SheetOptions> = {}): SheetReading {
	return readSheet(rows, { timezone: 'UTC', decimalSeparator: 'ask', ignoreColumns: '', ...options });
}

/** The shipments of rows in which nothing has to be corrected. */
export function shipments(
	rows: Row[],
	options: Partial<SheetOptions> = {},
): (RowShipment & { payload: ShipmentPayload })[] {
	expect(corrections(rows, options)).toEqual([]);
	return reading(rows, options).shipments;
}

export function payloads(rows: Row[], options: Partial<SheetOptions> = {}): ShipmentPayload[] {
	return shipments(rows, options).map(({ payload }) => payload);
}

/** Everything that has to be corrected, as users read it, with rows called "Row 1" and on. */
export function corrections(rows: Row[], options: Partial<SheetOptions> = {}): string[] {
	const { issues, shipments: found } = reading(numbered(rows), options);
	return [...issues, ...found.flatMap((shipment) => shipment.issues)].map(lineOf);
}

function numbered(rows: Row[]): Row[] {
	return rows.map((row, index) => ({ row_number: index + 1, ...row }));
}
