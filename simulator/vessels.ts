/** Ships that the exchange knows by their IMO number; any other has no name yet. */
const vessels = new Map([
	[9074729, 'Meridian Aurora'],
	[9321483, 'Meridian Borealis'],
]);

export function vesselName(imo: number | undefined): string | null {
	return imo === undefined ? null : (vessels.get(imo) ?? null);
}
