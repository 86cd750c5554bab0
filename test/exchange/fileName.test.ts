import { fileNameInHeader } from '../../nodes/CargoExchange/exchange/calls/pdf';

/** Content-Disposition headers as servers send them, most of them not as RFC 6266 demands, and the file names in them. */
const headers: [kind: string, header: string | null, fileName: string | null][] = [
	['quoted', 'attachment; filename="BL 1.pdf"', 'BL 1.pdf'],
	['unquoted', 'attachment; filename=BL1.pdf; size=5', 'BL1.pdf'],
	['in capitals', 'ATTACHMENT; FILENAME="BL1.PDF"', 'BL1.PDF'],
	['with a semicolon inside', 'attachment; filename="BL;1.pdf"', 'BL;1.pdf'],
	['unquoted blanks', 'attachment; filename=BL 1 final.pdf', 'BL 1 final.pdf'],
	['quotes that are never closed', 'attachment; filename="BL1.pdf', 'BL1.pdf'],
	['blanks around the equals sign', 'attachment; filename = "BL 1.pdf" ; size=5', 'BL 1.pdf'],
	['RFC 5987 beside a plain name', 'attachment; filename="x.pdf"; filename*=UTF-8\'\'na%C3%AFve.pdf', 'naïve.pdf'],
	['RFC 5987 in front', "attachment; filename*=utf-8''na%C3%AFve.pdf; filename=x.pdf", 'naïve.pdf'],
	['RFC 5987 in Latin-1', "attachment; filename*=iso-8859-1'en'na%EFve.pdf", 'naïve.pdf'],
	['RFC 5987 with a broken escape', "attachment; filename*=UTF-8''%zz; filename=y.pdf", 'y.pdf'],
	['RFC 5987 in quotes, which it forbids', 'attachment; filename*="UTF-8\'\'BL%201.pdf"', 'BL 1.pdf'],
	['raw UTF-8', `attachment; filename="${Buffer.from('naïve 提单.pdf').toString('latin1')}"`, 'naïve 提单.pdf'],
	['raw Latin-1', 'attachment; filename="na\xefve.pdf"', 'naïve.pdf'],
	['no type', 'filename="BL1.pdf"', 'BL1.pdf'],
	['an empty type', ' ; filename="BL1.pdf"', 'BL1.pdf'],
	['a comma after the type', 'attachment, filename="BL1.pdf"', null],
	['a media type', 'application/pdf; name="BL1.pdf"', null],
	['no name', 'attachment', null],
	['an empty name', 'attachment; filename=', null],
	['an empty header', '', null],
	['no header', null, null],
];

describe('the file name of a download', () => {
	it.each(headers)('with %s: %p is %p', (_kind, header, fileName) => {
		expect(fileNameInHeader(header)).toBe(fileName);
	});
});
