import { parseCredential } from '../../nodes/CargoExchange/exchange/client';

const defaults = {
	paging: { mode: 'query', offsetName: 'offset', limitName: 'limit' },
	pageSize: 100,
	timezone: 'UTC',
	setIdFilter: '',
};
const entered = {
	paging: 'body',
	offsetName: ' start ',
	limitName: 'max',
	pageSize: 25,
	timezone: 'Europe/Berlin',
	setIdFilter: ' setId ',
};

describe('Exchange-Specific Settings', () => {
	it('hold as entered, without the blanks around names', () => {
		expect(parseCredential({ exchangeSpecifics: true, ...entered }).specifics).toEqual({
			paging: { mode: 'body', offsetName: 'start', limitName: 'max' },
			pageSize: 25,
			timezone: 'Europe/Berlin',
			setIdFilter: 'setId',
		});
	});

	it.each([{}, { exchangeSpecifics: false, ...entered }, entered, undefined])(
		'are the defaults while the switch is off: %j',
		(credential) => {
			expect(parseCredential(credential ?? {}).specifics).toEqual(defaults);
		},
	);

	it.each([
		{ paging: 'pages' },
		{ offsetName: ' ', limitName: '' },
		{ pageSize: 0 },
		{ pageSize: 'many' },
		{ pageSize: 20_000 },
		{ timezone: 'Europe/Atlantis' },
		{ setIdFilter: null },
	])('fall back to the default for a value that cannot be used: %j', (value) => {
		expect(parseCredential({ exchangeSpecifics: true, ...value }).specifics).toEqual(defaults);
	});

	it('take a number as text, as an expression gives it', () => {
		expect(parseCredential({ exchangeSpecifics: true, pageSize: '25' }).specifics.pageSize).toBe(25);
	});
});

describe('a stored credential', () => {
	it('a field that is missing or of another type is read as empty, so that the call can name it', () => {
		expect(parseCredential({ baseUrl: 7, username: 'user' })).toMatchObject({
			baseUrl: '',
			importUrl: '',
			username: 'user',
			password: '',
			ignoreSslIssues: false,
			allowInsecureHttp: false,
		});
	});
});
