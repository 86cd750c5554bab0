import { parseJson } from '../../nodes/CargoExchange/schemas/json';
import { readEvent } from '../../nodes/CargoExchange/schemas/statusMessage';

it('a whole number that no number holds exactly stays as it is written', () => {
	const body = String.raw`{"setId":7615917337495251231,"text":"a \"1234567890123456789\", -1234567890123456789","list":[-9007199254740993],"n":0.12345678901234567,"e":1234567890123456789e2,"safe":9007199254740991}`;
	expect(parseJson(body)?.value).toEqual({
		setId: '7615917337495251231',
		text: 'a "1234567890123456789", -1234567890123456789',
		list: ['-9007199254740993'],
		n: 0.12345678901234567,
		e: 1.234567890123456789e20,
		safe: 9007199254740991,
	});
	expect(readEvent(`{"newStatus":"ISSUED","setId":7615917337495251231}`)).toMatchObject({
		event: { setId: '7615917337495251231' },
	});
});

it('a large text in JSON with many digits is read', () => {
	const text = '1234567890123456\\n'.repeat(1_000_000);
	expect(parseJson(JSON.stringify({ text }))?.value).toEqual({ text });
});
