import fc from 'fast-check';
import { z } from 'zod/v4';
import { countryName } from '../../../nodes/CargoExchange/shipment/fields/countries';
import { payloadFromTransportDocument } from '../../../nodes/CargoExchange/shipment/dcsa/transportDocument';
import { readPayload } from '../../../nodes/CargoExchange/shipment/fields/parsePayload';
import { isListed } from '../../fixtures/notMapped';
import { transportDocumentSchema, type Shape } from '../../fixtures/transportDocumentSchema';
import { leavesOf } from '../../helpers/leaves';

/** Fields whose words are codes, with some that are codes and one that is none. */
const codes: Record<string, readonly string[]> = {
	countryCode: ['NL', 'SG', 'XX'],
	UNLocationCode: ['NLRTM', 'SGSIN'],
	currencyCode: ['USD', 'JPY', 'KWD'],
	cargoMovementTypeAtOrigin: ['FCL', 'LCL'],
	cargoMovementTypeAtDestination: ['FCL', 'LCL'],
	equipmentReference: ['CSQU3054383', 'EXAU1000003', 'EXAU1000019'],
	partyFunction: ['DDR', 'DDS', 'SCO'],
	issueDate: ['2025-03-31'],
	carrierBookingReference: ['BKG-1', 'BKG-2'],
};

/** Documents in which each field is there or not, and every other text is the only one of its kind. */
const documents = filled(transportDocumentSchema, '').map((document) => ({
	documentParties: {},
	...z.record(z.string(), z.unknown()).parse(unique(document)),
}));

function filled(shape: Shape, name: string): fc.Arbitrary<unknown> {
	if (typeof shape === 'string') return leaf(shape, codes[name]);
	if (isList(shape)) return fc.array(filled(shape[0] ?? 'text', name), { maxLength: 3 });
	const fields = Object.entries(shape).map(([key, inner]) => [key, filled(inner, key)]);
	return fc.record(z.record(z.string(), z.custom<fc.Arbitrary<unknown>>()).parse(Object.fromEntries(fields)), {
		requiredKeys: [],
	});
}

function isList(shape: Shape): shape is readonly Shape[] {
	return Array.isArray(shape);
}

function leaf(kind: string, words: readonly string[] = kind.split('|')): fc.Arbitrary<unknown> {
	if (kind === 'number') return fc.integer({ min: 1, max: 9_000_000 }).map((number) => number / 1000);
	return kind === 'flag' ? fc.boolean() : fc.constantFrom(...words);
}

function unique(document: unknown): unknown {
	let next = 1;
	return JSON.parse(JSON.stringify(document), (_name, value: unknown) => (value === 'text' ? `text${next++}.` : value));
}

/** Words of the payload that stand for a code of the document. */
const spelledOut = [
	'liner',
	'electronic',
	'Bill of Lading',
	'Sea Waybill',
	'PREPAID',
	'COLLECT',
	'PO Box ',
	'NL',
	'SG',
	countryName('NL') ?? '',
	countryName('SG') ?? '',
];

describe('any transport document of the standard', () => {
	it('becomes a payload of the specified types in which every text comes from the document', () => {
		fc.assert(
			fc.property(documents, (document) => {
				const { payload } = payloadFromTransportDocument(document);
				expect(readPayload(payload)).toEqual({ payload, mismatches: [], unknown: [] });
				const known = [...leavesOf(document).map(({ value }) => String(value)), ...spelledOut];
				const longestFirst = known.sort((one, other) => other.length - one.length);
				for (const { path, value } of leavesOf(payload)) {
					if (typeof value !== 'string') continue;
					const rest = longestFirst.reduce((text, word) => text.split(word).join(''), value);
					expect(`${path}: ${rest.replace(/[\n, ]/g, '')}`).toBe(`${path}: `);
				}
			}),
			{ seed: 20250331, numRuns: 150 },
		);
	});

	it('is taken over or listed, field by field', () => {
		fc.assert(
			fc.property(documents, (document) => {
				const { payload, notes } = payloadFromTransportDocument(document);
				const sent = JSON.stringify(payload);
				const lost = leavesOf(document).filter(
					({ path, value }) =>
						typeof value === 'string' && value.startsWith('text') && !sent.includes(value) && !isListed(notes, path),
				);
				expect(lost).toEqual([]);
			}),
			{ seed: 20250331, numRuns: 150 },
		);
	});
});
