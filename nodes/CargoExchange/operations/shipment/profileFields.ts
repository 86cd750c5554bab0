import { isRecord } from '../../schemas/json';
import type { Profile } from '../../schemas/profile';
import { placeNameOf } from '../../shipment/fields/placeName';
import type { Issue } from '../../shipment/issue';

type Fields = Record<string, unknown>;

/** A country is one value: code and name of different countries would be none. */
const whole = 'destinationCountry';

/**
 * The shipment with the values that the profile has for fields that the user has left untouched, and these values in words. Where anything
 * was written, also a word for nothing, nothing is filled in.
 */
export function completed<Shipment extends { payload: Fields; notes: readonly Issue[] }>(
	shipment: Shipment,
	{ sets: ofSets = {}, ...ofShipment }: Profile['shipmentFields'],
): { shipment: Shipment; fromProfile: readonly string[] } {
	const filled = new Map<string, unknown>();
	// The notes of a sheet name no bill of lading: what one of its rows says holds for all.
	const written = shipment.notes.filter(({ missing }) => missing === undefined).map(({ path }) => withoutIndexes(path));
	const isWritten = (path: string) =>
		written.some((one) => one === withoutIndexes(path) || one.startsWith(`${withoutIndexes(path)}.`));
	const fill = (values: Fields, given: Fields, at: string): Fields => {
		const added = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
			const [path, present] = [`${at}${name}`, given[name]];
			if (isRecord(value) && name !== whole && (present === undefined || isRecord(present))) {
				const inner = fill(value, present ?? {}, `${path}.`);
				return Object.keys(inner).length > 0 ? [[name, inner]] : [];
			}
			if (present !== undefined || isWritten(path)) return [];
			filled.set(path, value);
			return [[name, value]];
		});
		return { ...given, ...Object.fromEntries(added) };
	};
	const payload = fill(ofShipment, shipment.payload, '');
	const { sets } = payload;
	if (Array.isArray(sets))
		payload['sets'] = sets.map((set: unknown, index) => (isRecord(set) ? fill(ofSets, set, `sets[${index}].`) : set));
	const notes = shipment.notes.filter(({ missing, path }) => missing === undefined || !filled.has(path));
	const fromProfile = [...filled].map(([path, value]) => {
		const { entry, label } = placeNameOf(payload, path);
		return `${entry}, ${label}: ${isRecord(value) ? Object.values(value).join(' ') : String(value)}`;
	});
	return { shipment: { ...shipment, payload, notes }, fromProfile };
}

function withoutIndexes(path: string): string {
	return path.replace(/\[\d+\]/g, '');
}
