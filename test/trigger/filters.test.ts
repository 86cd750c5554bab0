import { schemaOf } from '../../nodes/CargoExchange/n8n/parameterTable';
import { createFilter, type Filters } from '../../nodes/CargoExchange/trigger/filters';
import { filters } from '../../nodes/CargoExchange/trigger/parameters';
import { readEvent, type StatusMessage } from '../../nodes/CargoExchange/schemas/statusMessage';

const everything: Filters = {
	...schemaOf(filters).parse({}),
	events: ['drafted', 'signed', 'issued', 'titleHeld', 'transferDrafted', 'other'],
};

const issued = {
	instance: 'Exchange',
	newStatus: 'ISSUED',
	parcelReference: 'HAM-2022-0042',
	customerId: '0B9F1C52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
	setId: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
};

function eventOf(fields: object): StatusMessage {
	const read = readEvent({ ...issued, ...fields });
	if (!read.ok) throw new Error(read.reason);
	return read.event;
}

const passes = (filters: Partial<Filters>, fields = {}) => createFilter({ ...everything, ...filters })(eventOf(fields));

it('passes everything if there are no filters', () => {
	expect(passes({})).toBe(true);
	expect(passes({}, { customerId: undefined, setId: null, instance: 7, parcelReference: undefined })).toBe(true);
});

it.each([
	[['issued'], 'ISSUED', true],
	[['issued'], 'Signed', false],
	[['titleHeld'], 'Title held', true],
	[['signed', 'titleHeld'], 'TITLE_HELD', true],
	[['other'], 'CORRECTED', true],
	[['other'], 'ISSUED', false],
] as const)('events %j, status %s: %s', (events, newStatus, expected) => {
	expect(passes({ events }, { newStatus })).toBe(expected);
});

it('compares IDs and instance without case', () => {
	expect(passes({ customerIds: ['0b9f1c52-6A3E-4d0f-8f57-2c1d9e7ab3f4'] })).toBe(true);
	expect(passes({ setIds: ['3FA85F64-5717-4562-B3FC-2C963F66AFA6'] })).toBe(true);
	expect(passes({ instance: ['EXCHANGE'] })).toBe(true);
	expect(passes({ instance: ['HUB'] })).toBe(false);
});

it('takes the values within one filter as alternatives', () => {
	expect(passes({ parcelRef: ['BRE-*', 'ham-*'] })).toBe(true);
	expect(passes({ parcelRef: ['BRE-*', 'LUE-*'] })).toBe(false);
	expect(passes({ instance: ['hub', 'EXCHANGE'] })).toBe(true);
	expect(passes({ setIds: ['other', issued.setId] })).toBe(true);
	expect(passes({ setIds: ['other', 'another'] })).toBe(false);
});

it('wants all filters to pass', () => {
	const matching = { customerIds: [issued.customerId], setIds: [issued.setId], instance: ['exchange'] };
	expect(passes(matching)).toBe(true);
	expect(passes({ ...matching, parcelRef: ['nothing'] })).toBe(false);
	expect(passes({ ...matching, customerIds: ['other'] })).toBe(false);
});

it('lets no event pass a filter on a field that it lacks', () => {
	expect(passes({ setIds: [issued.setId] }, { setId: undefined })).toBe(false);
	expect(passes({ parcelRef: ['*'] }, { parcelReference: undefined })).toBe(false);
});

it.each([
	['HAM-2022-0042', true],
	['ham-2022-0042', true],
	['HAM-2022', false],
	['HAM-*', true],
	['*0042', true],
	['*2022*', true],
	['HAM*-*42', true],
	['HAM-2022-0042*', true],
	['*', true],
	['**', true],
	['HAM-2022-0042*2', false],
	['*42*0042', false],
	['HAM.2022.0042', false],
	['', false],
])('parcel reference %s: %s', (pattern, expected) => {
	expect(passes({ parcelRef: [pattern] })).toBe(expected);
});

it('is not slowed down by a pattern with many stars', () => {
	expect(passes({ parcelRef: [`${'*a'.repeat(5_000)}b`] }, { parcelReference: 'a'.repeat(100_000) })).toBe(false);
});
