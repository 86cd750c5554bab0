/** Texts of CSV files, whose bytes the reader of spreadsheets takes for Latin-1 if no mark says what they are. */
import { corrections, payloads, type Row } from '../../helpers/sheet';

const named = (shipper: string): Row[] => [{ 'Shipment Reference': 'S1', 'B/L Number': 'B1', Shipper: shipper }];
const asLatin1 = (bytes: Buffer) => bytes.toString('latin1');

it.each(['Müller & Söhne', 'Fábrica Niño', 'Århus', 'İstanbul Gıda', 'Łódź', '寧波 Garments', 'Müller – “Kontor” €'])(
	'are read from UTF-8: %s',
	(name) => {
		expect(payloads(named(asLatin1(Buffer.from(name))))[0]?.sets?.[0]?.shipper?.name).toBe(name);
	},
);

it('are read in headers, too', () => {
	const row = { [asLatin1(Buffer.from('订舱号 Shipment Reference'))]: 'S1', 'B/L Number': 'B1' };
	expect(payloads([row])).toMatchObject([{ shipmentReference: 'S1' }]);
});

it('are read from Windows-1252', () => {
	const bytes = Buffer.concat([Buffer.from('M\u00fcller ', 'latin1'), Buffer.from([0x96]), Buffer.from(' Kontor')]);
	expect(payloads(named(asLatin1(bytes)))[0]?.sets?.[0]?.shipper?.name).toBe('Müller – Kontor');
});

it.each(['Müller & Söhne', 'SÃO PAULO', '«CAFÉ»', 'Café', 'Île-de-France 12°', '寧波'])(
	'stay as they are: %s',
	(name) => {
		expect(payloads(named(name))[0]?.sets?.[0]?.shipper?.name).toBe(name);
	},
);

it.each(['M\ufffdller', 'M\u0001ller', 'M\u0081ller', '寧波 \u0096'])('stop if characters are lost: %j', (name) => {
	expect(corrections(named(name))[0]).toContain('Has characters that were changed');
});
