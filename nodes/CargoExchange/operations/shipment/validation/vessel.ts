import type { ShipmentPayload } from '../../../schemas/shipment/shipment';
import { imoCheckDigit } from './checkDigit';
import { finding, type Finding } from './issue';

/** Checks the ship's IMO number (specification 2.7). */
export function checkVessel({ vessel }: ShipmentPayload): Finding[] {
	const imo = vessel?.imo;
	if (imo === undefined) return [];
	const tell = (advice: string) => [finding('vessel.imo', imo, 'imoNumber', advice)];
	const figures = String(imo);
	if (!/^\d{7}$/.test(figures)) return tell('An IMO number has seven figures, like 9074729.');
	const digit = imoCheckDigit(figures.slice(0, 6));
	return digit === Number(figures.at(-1))
		? []
		: tell(
				`An IMO number that begins ${figures.slice(0, 6)} ends in ${digit}: one of its figures is probably mistyped.`,
			);
}
