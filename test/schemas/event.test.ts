import {
	eventColumns,
	normalise,
	rawEvent,
	readEvent,
	type NormalisedEvent,
	type StatusMessage,
} from '../../nodes/CargoExchange/schemas/statusMessage';

const signed = {
	instance: 'Exchange',
	newStatus: 'Signed',
	parcelReference: 'PARCEL-1',
	customerId: '3b0a9a46-7a1f-4c0b-9f0e-2f1f5f4b7c11',
	action: 'Sign',
	setId: '5a1e1c52-9a55-4a10-8a39-5d0f7d6a9d22',
	updatedDate: 'Thu May 12 10:20:30 UTC 2022',
	message: 'The status of the set has been updated',
	transactionId: '8c7d2f1e-1b8e-4d9c-bb6d-0f2f3a4b5c33',
	actor: 'A. Carrier',
	actorCompany: 'Example Lines',
};

function read(body: unknown): StatusMessage {
	const reading = readEvent(body);
	if (!reading.ok) throw new Error(reading.reason);
	return reading.event;
}

function event(fields: object): NormalisedEvent {
	return normalise(read(Buffer.from(JSON.stringify(fields))), false);
}

describe('a status message', () => {
	it('becomes an event with fixed names', () => {
		expect(normalise(read(Buffer.from(JSON.stringify(signed))), true)).toEqual({
			event: 'signed',
			status: 'Signed',
			statusRaw: 'Signed',
			shipmentRef: null,
			parcelRef: 'PARCEL-1',
			setId: signed.setId,
			customerId: signed.customerId,
			changedAt: '2022-05-12T10:20:30.000Z',
			actor: 'A. Carrier',
			actorCompany: 'Example Lines',
			user: null,
			action: 'Sign',
			instance: 'Exchange',
			message: 'The status of the set has been updated',
			documents: [],
			transactionId: signed.transactionId,
			updatedDate: 'Thu May 12 10:20:30 UTC 2022',
			redelivered: true,
			extra: {},
		});
	});

	it('is a row for a data table that begins with what people recognize, with the person who acted, even if the message calls that person user', () => {
		expect(Object.entries(eventColumns(read(Buffer.from(JSON.stringify(signed)))))).toEqual([
			['parcelRef', 'PARCEL-1'],
			['status', 'Signed'],
			['changedAt', '2022-05-12T10:20:30.000Z'],
			['changedBy', 'A. Carrier'],
			['company', 'Example Lines'],
			['event', 'signed'],
			['setId', signed.setId],
			['transactionId', signed.transactionId],
			['customerId', signed.customerId],
		]);
		const drafted = { newStatus: 'DRAFTED', user: 'Ada' };
		// What a message does not say must not overwrite what an import or a search has written.
		expect(eventColumns(read(Buffer.from(JSON.stringify(drafted))))).toEqual({
			...{ status: 'Drafted', changedBy: 'Ada', event: 'drafted' },
		});
	});

	it.each([
		['DRAFTED', 'APPROVE_COLLAB', 'drafted', 'Drafted'],
		['Signed', 'Sign', 'signed', 'Signed'],
		['ISSUED', 'Sign', 'issued', 'Issued'],
		['TITLE_HELD', 'ISSUE', 'titleHeld', 'Title Held'],
		['Title-Held ', 'ISSUE', 'titleHeld', 'Title Held'],
		['TRANSFER_DRAFTED', 'DRAFT_TRANSFER', 'transferDrafted', 'Transfer Drafted'],
		['Surrendered', 'ISSUE', 'other', 'Surrendered'],
		['signing', 'SIGN', 'other', 'Signing'],
		['documents-rejected by_bank', 'REJECT', 'other', 'Documents Rejected By Bank'],
	])('with newStatus %s and action %s is "%s"', (newStatus, action, name, label) => {
		expect(event({ newStatus, action })).toMatchObject({ event: name, status: label, statusRaw: newStatus, action });
	});

	it('has text for numbers and booleans in its fields, and null for other values, which are among the additional fields', () => {
		const fields = { newStatus: 'ISSUED', setId: 12, actor: true, user: { name: 'x' }, message: ['x'], action: null };
		expect(event(fields)).toMatchObject({
			...{ setId: '12', actor: 'true', user: null, message: null, action: null },
			extra: { user: { name: 'x' }, message: ['x'] },
		});
		expect(event(fields)['extra']).not.toHaveProperty('action');
	});

	it('keeps the text of an unreadable date', () => {
		const updatedDate = 'Thu May 12 10:20:30 IST 2022';
		expect(event({ newStatus: 'ISSUED', updatedDate })).toMatchObject({ changedAt: null, updatedDate, setId: null });
	});

	it.each([
		['documents', [{ name: 'BL', documentId: '1', pages: 3 }], [{ name: 'BL', documentId: '1', pages: 3 }], {}],
		['no list', null, [], {}],
		['ids alone', [signed.setId], [{ documentId: signed.setId }], {}],
		['what is no list of documents', 'see the portal', [], { documents: 'see the portal' }],
	])('keeps everything with %s as documents', (_what, documents, listed, extra) => {
		expect(event({ newStatus: 'DRAFTED', documents })).toMatchObject({ documents: listed, extra });
	});

	it('keeps unknown fields', () => {
		expect(event({ newStatus: 'DRAFTED', shipmentReference: 'S-1', colour: { of: 'the hull' } })).toMatchObject({
			shipmentRef: 'S-1',
			extra: { colour: { of: 'the hull' } },
		});
	});

	const text = '{"newStatus":"ISSUED"}';
	it.each<[string, unknown]>([
		['bytes with a byte order mark', Buffer.from(`\uFEFF${text}`)],
		['text with a byte order mark', `\uFEFF${text}`],
		['JSON within a JSON text', JSON.stringify(text)],
		['an object that is already parsed', JSON.parse(text)],
	])('can be %s', (_what, body) => {
		expect(read(body).event).toBe('issued');
	});

	it('is in `raw` as it was received', () => {
		const fields = { ...signed, more: { a: [1, 'x', null, true] }, setId: 12 };
		expect(rawEvent(read(JSON.stringify(fields)))).toEqual(fields);
	});
});

describe('a message that is not a status message', () => {
	it.each([
		['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'not UTF-8'],
		['a text in Latin-1', Buffer.from('{"newStatus":"Signé"}', 'latin1'), 'not UTF-8'],
		['nothing', Buffer.alloc(0), 'empty'],
		['cut JSON', Buffer.from('{"newStatus":"ISS'), 'not JSON'],
		['a list', Buffer.from('[{"newStatus":"ISSUED"}]'), 'and not an object'],
		[
			'JSON in a JSON text in a JSON text',
			Buffer.from(JSON.stringify(JSON.stringify('{"newStatus":"ISSUED"}'))),
			'and not an object',
		],
		['an object of another kind', Buffer.from('{"status":"ISSUED"}'), 'no newStatus'],
		['a status that is a number', Buffer.from('{"newStatus":1}'), 'not text'],
		['an empty status', Buffer.from('{"newStatus":" "}'), 'empty'],
		['a status set through __proto__', Buffer.from('{"__proto__":{"newStatus":"ISSUED"}}'), 'no newStatus'],
		['nothing at all', undefined, 'and not an object'],
	])('is reported in plain words: %s', (_what, body, words) => {
		const reading = readEvent(body);
		if (reading.ok) throw new Error('It was read');
		expect(reading.reason).toContain(words);
		expect(reading.reason).not.toMatch(/error|invalid|unexpected/i);
	});
});

describe('a hostile status message', () => {
	it('cannot reach a prototype', () => {
		const nested = '{"__proto__":{"polluted":2},"constructor":{"prototype":{"polluted":3}}}';
		const message = read(`{"newStatus":"ISSUED","__proto__":{"polluted":1},"more":${nested}}`);
		for (const output of [normalise(message, false).extra, rawEvent(message)]) {
			expect(JSON.stringify(output)).not.toContain('__proto__');
			const copied: Record<string, unknown> = {};
			for (const key of Object.keys(output)) copied[key] = output[key];
			expect(copied.polluted).toBeUndefined();
			expect(Object.getPrototypeOf(output)).toBe(Object.prototype);
		}
		expect('polluted' in {}).toBe(false);
	});

	it.each([
		['lists', '[', ']'],
		['objects', '{"a":', '}'],
	])('can nest %s 2,000 levels deep: the depth is kept as text', (_what, open, close) => {
		const deep = `${open.repeat(2_000)}1${close.repeat(2_000)}`;
		const message = read(Buffer.from(`{"newStatus":"ISSUED","deep":${deep},"setId":${deep}}`));
		const { extra, setId } = normalise(message, false);
		expect(setId).toBeNull();
		const stored = JSON.stringify(extra);
		expect(JSON.parse(stored)).toEqual(extra);
		const asText = `${open.repeat(99)}${JSON.stringify(`${open.repeat(1_901)}1${close.repeat(1_901)}`)}${close.repeat(99)}`;
		expect(stored === `{"deep":${asText},"setId":${asText}}`).toBe(true);
		expect(structuredClone(rawEvent(message))).toHaveProperty('newStatus', 'ISSUED');
	});

	it('can nest lists 200,000 levels deep: the depth is left out', () => {
		const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
		const { extra } = normalise(read(Buffer.from(`{"newStatus":"ISSUED","deep":${deep}}`)), false);
		expect(JSON.stringify(extra)).toContain('["(nested too deeply)"]');
	});

	it('can have 10 MB', () => {
		const list = Array.from({ length: 500_000 }, (_, index) => index);
		const body = Buffer.from(JSON.stringify({ ...signed, blob: 'x'.repeat(7_000_000), list }));
		expect(normalise(read(body), false)).toMatchObject({ event: 'signed', setId: signed.setId });
	});
});
