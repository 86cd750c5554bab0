import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countryName } from '../../../nodes/CargoExchange/shipment/fields/countries';
import { documentIn, documentKindOf } from '../../../nodes/CargoExchange/shipment/dcsa/documentKind';
import { payloadFromTransportDocument } from '../../../nodes/CargoExchange/shipment/dcsa/transportDocument';
import { fullTransportDocument } from '../../fixtures/fullTransportDocument';
import { isListed } from '../../fixtures/notMapped';
import { leavesOf, type Leaf } from '../../helpers/leaves';

/** A folder with documents as DCSA publishes them, which are not part of this repository. */
const folder = process.env['DCSA_DOCUMENTS'];
const published =
	folder === undefined ? [] : readdirSync(folder).map((name) => [name, read(join(folder, name))] as const);

function read(file: string): unknown {
	return JSON.parse(readFileSync(file, 'utf8'));
}

/** Codes that the import spells out, or that say how to read the field beside them. */
const codes = /(?:^|\.)(?:transportDocumentTypeCode|freightPaymentTermCode|carrierCodeListProvider|partyFunction)$/;

it.each([['our own', fullTransportDocument] as const, ...published])(
	'the document %s is imported with every value sent or named, or refused by its kind',
	(_name, document) => {
		const kind = documentKindOf(document);
		if (kind !== 'transport document' && kind !== 'shipping instruction') {
			const message = kind === undefined ? 'This is not a DCSA transport document' : `This is a DCSA ${kind} and not`;
			expect(() => payloadFromTransportDocument(document)).toThrow(message);
			return;
		}
		const inner = documentIn(document);
		const { payload, notes } = payloadFromTransportDocument(document);
		const sent = leavesOf(payload).map(({ value }) => String(value));
		const isSent = ({ value }: Leaf) =>
			[String(value), countryName(String(value)) ?? ''].some((one) => one && sent.some((text) => text.includes(one)));
		const isCode = ({ path, value }: Leaf) => codes.test(path) || typeof value === 'boolean' || value === null;
		const lost = leavesOf(inner).filter((leaf) => !isCode(leaf) && !isSent(leaf) && !isListed(notes, leaf.path));
		expect(lost).toEqual([]);
		expect(notes.filter(({ severity }) => severity === 'stops')).toEqual([]);
	},
);
