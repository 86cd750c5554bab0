import { readSheet, type SheetOptions, type SheetReading } from '../../nodes/CargoExchange/shipment/sheet/readSheet';
import type { RowShipment } from '../../nodes/CargoExchange/shipment/sheet/shipments';
import { lineOf, type Severity } from '../../nodes/CargoExchange/shipment/issue';
import type { ShipmentPayload } from '../../nodes/CargoExchange/shipment/fields/shipment';

export type Row = Record<string, unknown>;

/** Reads rows, given as objects. */
export function reading(rows: Row[], options: Partial<SheetOptions> = {}): SheetReading {
	const pieces = readSheet(rows, {
		timezone: 'UTC',
		decimalSeparator: 'ask',
		ignoreColumns: '',
		columns: [],
		acceptValues: '',
		...options,
	});
	for (;;) {
		const piece = pieces.next();
		if (piece.done) return piece.value;
	}
}

/** The shipments of rows without issues. */
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

/** All errors as users see them, with rows named "Row 1" and so on. */
export function corrections(rows: Row[], options: Partial<SheetOptions> = {}): string[] {
	return linesOf(rows, ['stops'], options);
}

/** All warnings and notes. */
export function remarks(rows: Row[], options: Partial<SheetOptions> = {}): string[] {
	return linesOf(rows, ['stopsIfStrict', 'note'], options);
}

function linesOf(rows: Row[], severities: readonly Severity[], options: Partial<SheetOptions>): string[] {
	const { issues, shipments: found } = reading(numbered(rows), options);
	return [...issues, ...found.flatMap((shipment) => shipment.issues)]
		.filter(({ severity }) => severities.includes(severity))
		.map(lineOf);
}

function numbered(rows: Row[]): Row[] {
	return rows.map((row, index) => ({ row_number: index + 1, ...row }));
}
