import { parseCredential } from '../../nodes/CargoExchange/exchange/client';
import { readProfile } from '../../nodes/CargoExchange/schemas/profile';
import type { Field, Fields } from '../../nodes/CargoExchange/shipment/fields/fieldTypes';
import { shipmentFields } from '../../nodes/CargoExchange/shipment/fields/shipment';
import { textLike, textWith } from '../helpers/exchangeNode';

const usual = {
	paging: { in: 'url', offset: 'offset', limit: 'limit', size: 100 },
	timezone: 'UTC',
	searchFields: {},
	shipmentFields: {},
};

describe('the exchange profile', () => {
	it.each([undefined, null, '', ' ', '{}', {}])('has the usual values if it says nothing: %j', (stored) => {
		expect(readProfile(stored)).toEqual(usual);
	});

	it('holds as entered, as text or as the object of an expression, without the blanks around names', () => {
		const entered = {
			paging: { in: 'body', offset: ' from ', size: 25 },
			timezone: 'Europe/Berlin',
			setIdFilter: ' parcelId ',
			instance: 'CARGO',
			searchStatuses: [],
			searchFields: { tenant: 7 },
			successStatus: 'DONE',
			shipmentFields: { locale: 'ENGLISH', sets: { eSetType: 'electronic' } },
			pdfTemplate: { files: [{ content: '{base64}' }] },
		};
		const read = {
			...entered,
			paging: { in: 'body', offset: 'from', limit: 'limit', size: 25 },
			setIdFilter: 'parcelId',
		};
		expect(readProfile(entered)).toEqual(read);
		expect(parseCredential({ profile: JSON.stringify(entered) }).profile).toEqual(read);
	});

	it.each([
		['{', 'Exchange Profile: is not valid JSON'],
		['[]', 'Exchange Profile: must be an object in { }'],
		[
			{ instanse: 'HUB' },
			textLike(/^Exchange Profile: has no key instanse\. The keys are paging, timezone, .*, pdfTemplate$/),
		],
		[{ paging: { ofset: 'x' } }, 'Exchange Profile: paging has no key ofset. The keys are in, offset, limit, size'],
		[{ paging: { in: 'pages' } }, 'Exchange Profile: paging.in must be "url", "body" or "none"'],
		[{ paging: { size: 0 } }, 'Exchange Profile: paging.size must be a whole number from 1 to 10000'],
		[{ paging: { limit: ' ' } }, 'Exchange Profile: paging.limit must not be empty'],
		[{ timezone: 'Europe/Atlantis' }, 'Exchange Profile: timezone must be a time zone such as Europe/Berlin'],
		[{ instance: 7 }, 'Exchange Profile: instance must be text'],
		[{ searchStatuses: 'ACTIVE' }, 'Exchange Profile: searchStatuses must be a list in [ ]'],
		[{ searchStatuses: [''] }, 'Exchange Profile: searchStatuses.0 must not be empty'],
		[
			{ searchFields: { status: 'ACTIVE' } },
			textWith('Exchange Profile: searchFields cannot have status. Use searchStatuses'),
		],
		[
			{ shipmentFields: { voyageReference: '402E' } },
			textWith('Exchange Profile: shipmentFields has no key voyageReference. Only what is the same'),
		],
		[
			{ shipmentFields: { sets: { shipper: {} } } },
			textWith('Exchange Profile: shipmentFields.sets has no key shipper. Only what is the same'),
		],
		[
			{ shipmentFields: { autoCollaboration: 'yes' } },
			'Exchange Profile: shipmentFields.autoCollaboration must be true or false',
		],
		[
			{ pdfTemplate: { content: '{base64}' } },
			'Exchange Profile: pdfTemplate must have a list with an entry that contains {base64}',
		],
	])('names what it cannot use: %j', (entered, message) => {
		expect(() => readProfile(entered)).toThrow(expect.objectContaining({ field: 'profile', message }) as Error);
	});

	it('lets a shipment have in common what neither identifies it nor is a figure or a party, of all fields outside lists', () => {
		const parties = ['shipper', 'consignee', 'carrier', 'shipAgent', 'freightForwarder', 'inspector'];
		// A summary of the containers is made of figures.
		const isConstant = (name: string, field: Field) =>
			field.kind === 'choice' ||
			field.kind === 'boolean' ||
			name === 'unCountryCode' ||
			(field.kind === 'text' && field.type !== 'code' && name !== 'totalContainers');
		const valuesOf = (fields: Fields): object =>
			Object.fromEntries(
				Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
					if (field.kind === 'object' || name === 'sets') {
						const inner = 'fields' in field && !parties.includes(name) ? valuesOf(field.fields) : {};
						return Object.keys(inner).length > 0 ? [[name, inner]] : [];
					}
					return isConstant(name, field) ? [[name, field.kind === 'boolean' ? true : 'X']] : [];
				}),
			);
		const constants = valuesOf(shipmentFields);
		expect(readProfile({ shipmentFields: constants }).shipmentFields).toEqual(constants);
		const { sets = {}, ...ofShipment } = constants as { sets?: object };
		const keys = (fields: object) => `The keys are ${Object.keys(fields).join(', ')}`;
		expect(() => readProfile({ shipmentFields: { other: 1 } })).toThrow(keys({ ...ofShipment, sets }));
		expect(() => readProfile({ shipmentFields: { sets: { other: 1 } } })).toThrow(keys(sets));
	});
});
