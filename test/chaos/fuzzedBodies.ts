import fc from 'fast-check';

const statuses = ['DRAFTED', 'Signed', 'ISSUED', 'TITLE_HELD', 'TRANSFER_DRAFTED', 'title held', 'SURRENDERED'];

const message = fc.record({
	newStatus: fc.constantFrom(...statuses),
	action: fc.constantFrom('ISSUE', 'Sign', 'APPROVE'),
	instance: fc.constantFrom('Exchange', 'exchange two'),
	setId: fc.nat(50).map((number) => `3fa85f64-5717-4562-b3fc-2c963f66af${number.toString(16).padStart(2, '0')}`),
	transactionId: fc.uuid(),
	parcelReference: fc.string({ unit: 'binary', maxLength: 20 }),
	customerId: fc.option(fc.uuid()),
	updatedDate: fc.constantFrom('Thu May 12 10:20:30 UTC 2022', 'Thu May 12 10:20:30 CEST 2022', '12.5.2022', ''),
	actor: fc.string({ maxLength: 12 }),
});
const real = message.map((fields) => Buffer.from(JSON.stringify(fields)));

const names = fc.constantFrom(
	'newStatus',
	'setId',
	'updatedDate',
	'message',
	'__proto__',
	'constructor',
	'toString',
	'',
);
/** As text, because an object in the program would not keep a key named `__proto__`. */
const fieldReplaced = fc
	.tuple(message, names, fc.jsonValue({ maxDepth: 4 }))
	.map(([fields, name, value]) =>
		Buffer.from(`${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`),
	);

const bytesChanged = fc
	.tuple(real, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }))
	.map(([body, changes]) => {
		const changed = Buffer.from(body);
		for (const [place, byte] of changes) changed[place % changed.length] = byte;
		return changed;
	});

const bytesInserted = fc
	.tuple(real, fc.nat(), fc.uint8Array({ maxLength: 8 }))
	.map(([body, place, bytes]) =>
		Buffer.concat([body.subarray(0, place % body.length), bytes, body.subarray(place % body.length)]),
	);

const cutOff = fc.tuple(real, fc.nat()).map(([body, length]) => body.subarray(0, length % body.length));

const nested = fc
	.tuple(fc.integer({ min: 1, max: 5_000 }), fc.constantFrom(['[', ']'], ['{"a":', '}']))
	.map(([depth, [open = '', close = '']]) =>
		Buffer.from(`{"newStatus":"ISSUED","deep":${open.repeat(depth)}1${close.repeat(depth)}}`),
	);

const long = fc
	.integer({ min: 60_000, max: 140_000 })
	.chain((length) =>
		fc.constantFrom(Buffer.alloc(length, 'x'), Buffer.from(`{"newStatus":"ISSUED","message":"${'x'.repeat(length)}"}`)),
	);

const otherEncoding = fc
	.tuple(message, fc.constantFrom<BufferEncoding>('utf16le', 'latin1', 'utf8'))
	.map(([fields, encoding]) => Buffer.from(`\uFEFF${JSON.stringify(fields)}`, encoding));

const anyBody = fc.oneof(
	{ weight: 40, arbitrary: real },
	{ weight: 40, arbitrary: fieldReplaced },
	{ weight: 40, arbitrary: bytesChanged },
	{ weight: 30, arbitrary: bytesInserted },
	{ weight: 30, arbitrary: cutOff },
	{ weight: 40, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
	{ weight: 15, arbitrary: fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))) },
	{ weight: 10, arbitrary: otherEncoding },
	{ weight: 2, arbitrary: nested },
	{ weight: 1, arbitrary: long },
);

/** So many bodies, always the same for one seed: real messages, mutated ones, and bytes of any kind. */
export function fuzzedBodies(count: number, seed: number): Buffer[] {
	return fc.sample(anyBody, { numRuns: count, seed });
}
