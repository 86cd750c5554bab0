import { defaultPattern, fileNameOf, uniqueNames } from '../../../nodes/CargoExchange/operations/document/fileName';

const set = { setId: 'd4f7', shipmentRef: 'SHP-2022-0001', parcelRef: 'SET-000001' };
const document = { documentId: '7d1c3b0e', name: 'Bill of Lading', docType: 'Bill of Lading', xmlContent: null };
const named = (name: string, pattern = '{name}') => fileNameOf(pattern, set, { ...document, name }, 'otherwise');

describe('a file name', () => {
	it.each([
		['{shipmentref} {name}', 'File Name: there is no field {shipmentref}. Did you mean {shipmentRef}?'],
		['{foo}', 'File Name: there is no field {foo}'],
	])('refuses a field that nobody knows: %s', (pattern, message) => {
		expect(() => fileNameOf(pattern, set, document, '')).toThrow(message);
	});

	it('takes no longer for a name ten times as long', () => {
		const cpuMs = (length: number) => {
			const before = process.cpuUsage();
			named(`x${'-'.repeat(length)}x`);
			const { user, system } = process.cpuUsage(before);
			return (user + system) / 1000;
		};
		expect(cpuMs(60_000)).toBeLessThan(40 * Math.max(cpuMs(6_000), 5));
	});

	it.each([
		['fields of set and document', defaultPattern, 'SHP-2022-0001 Bill of Lading.pdf'],
		['other fields', '{parcelRef}_{docType}', 'SET-000001_Bill of Lading.pdf'],
		['a field that only this exchange has', '{voyage} {name}', '7W Bill of Lading.pdf'],
		['an empty field, without a gap', '{vesselName} - {name}', 'Bill of Lading.pdf'],
		['no field', 'bill.pdf', 'bill.pdf'],
	])('is made from %s', (_, pattern, expected) => {
		expect(fileNameOf(pattern, { ...set, voyage: '7W' }, document, '')).toBe(expected);
	});

	it('is that of the exchange if all fields are empty', () => {
		expect(fileNameOf('{name}', {}, { ...document, name: '' }, 'from the exchange.PDF')).toBe('from the exchange.pdf');
		expect(fileNameOf('{name}', {}, { ...document, name: '' }, '')).toBe('document.pdf');
	});

	it.each([
		['a path', '../../etc/passwd', 'etc-passwd.pdf'],
		['a path of Windows', 'C:\\temp\\a.pdf', 'C-temp-a.pdf'],
		['characters that Windows refuses', 'A<B>:"C"|D?*', 'A-B-C-D.pdf'],
		['line breaks and control characters', 'Bill\r\nof\u0000Lading', 'Bill of Lading.pdf'],
		['a mark that turns the reading order', 'invoice\u202Efdp.exe', 'invoice fdp.exe.pdf'],
		['a device of Windows', 'con', 'con-document.pdf'],
		['a device of Windows with an extension', 'LPT1.pdf', 'LPT1-document.pdf'],
		['a leading dot, a trailing dot and blanks', ' .hidden . ', 'hidden.pdf'],
		['a leading dash, which a command would take for an option', '-rf', 'rf.pdf'],
		['letters of every script', '提单 Überführung', '提单 Überführung.pdf'],
		['half of a character', 'a\ud800b', 'a b.pdf'],
		['nothing that can be used', '///', 'otherwise.pdf'],
	])('is safe for every file system: %s', (_, name, expected) => {
		expect(named(name)).toBe(expected);
	});

	it.each(['a'.repeat(500), '提'.repeat(300), '🚢'.repeat(200)])(
		'stays short enough for every file system: %#',
		(name) => {
			const fileName = named(name);
			expect(Buffer.byteLength(fileName)).toBeLessThanOrEqual(143);
			expect(fileName).toMatch(/^.{20,}\.pdf$/u);
			expect(fileName).not.toContain('\ufffd');
		},
	);

	it('is unique within a set, whatever the case', () => {
		const unique = uniqueNames();
		expect(['A.pdf', 'a.pdf', 'B.pdf', 'A.pdf', 'a (2).pdf'].map(unique)).toEqual([
			'A.pdf',
			'a (2).pdf',
			'B.pdf',
			'A (3).pdf',
			'a (2) (2).pdf',
		]);
	});

	it('is unique in a set of thousands of equal names, in time in proportion to them', () => {
		const unique = uniqueNames();
		const names = Array.from({ length: 30_000 }, () => unique('Bill of Lading.pdf'));
		expect(new Set(names).size).toBe(names.length);
		expect(names.at(-1)).toBe('Bill of Lading (30000).pdf');
	});
});
