import { draftOf } from '../../nodes/CargoExchange/shipment/draft';
import { issue } from '../../nodes/CargoExchange/shipment/issue';
import { fullShipment } from '../fixtures/shipment';
import { leavesOf } from '../helpers/leaves';

const pageOf = (payload: unknown) => draftOf({ payload, notes: [], pdfNames: [] });

/** The texts of a page as its reader sees them. */
const shown = (page: string) =>
	page
		.replace(/<style>[^]*<\/style>/, '')
		.replace(/<[^>]*>/g, '\n')
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

describe('a draft', () => {
	it('shows every value of a shipment', () => {
		const texts = shown(pageOf(fullShipment));
		// Payment types are columns.
		const values = leavesOf(fullShipment).flatMap(({ value }) => String(value).split('\n'));
		expect(values.filter((value) => !texts.toUpperCase().includes(value.toUpperCase()))).toEqual([]);
	});

	it('shows fields that the import does not know, too', () => {
		expect(shown(pageOf({ ...fullShipment, parcels: { documents: ['other'] }, sets: [{ extra: 'value 1' }] }))).toMatch(
			/extra: "value 1"[^]*parcels: \{"documents":\["other"\]\}/,
		);
	});

	it('is one printed page for each bill of lading, and says on each that it is a draft', () => {
		expect(pageOf({}).split('<section>')).toHaveLength(2);
		expect(pageOf({})).not.toContain('undefined');
		const [head = '', ...bills] = pageOf(fullShipment).split('<section>');
		expect(head).toMatch(
			/section \{ position: relative; break-after: page;[^]*section::before \{ content: "DRAFT, NOT A BILL OF LADING"; position: absolute;/,
		);
		expect(bills.map((bill) => shown(bill).match(/DRAFT, NOT A BILL OF LADING|BL-0101-\d|\(\d of 2\)/g))).toEqual([
			['DRAFT, NOT A BILL OF LADING', 'BL-0101-1', '(1 of 2)', 'BL-0101-1'],
			['DRAFT, NOT A BILL OF LADING', 'BL-0101-2', '(2 of 2)', 'BL-0101-2'],
		]);
	});

	it('has the number of a long bill of lading in a heading that browsers repeat on each page', () => {
		const [, heading = ''] = /<thead>([^]*?)<\/thead>/.exec(pageOf({ sets: [{ blNumber: 'BL-15' }] })) ?? [];
		expect(shown(heading)).toMatch(/DRAFT, NOT A BILL OF LADING[^]*BL-15/);
	});

	it('shows a container without a seal, and weights of goods and containers apart', () => {
		const weight = (quantityGross: number) => ({
			quantityGross,
			quantityNet: quantityGross - 10,
			crossRefId: 'KGM',
		});
		const set = {
			cargos: [{ cargoName: 'Tea', packaging: [{ weight: weight(300) }] }],
			containers: [
				{ containerNumber: 'EXAU1000003', containerQuantity: weight(100.1) },
				{ containerNumber: 'EXAU1000019', sealNumber: 'S-1', containerQuantity: weight(50.2) },
			],
		};
		const texts = shown(pageOf({ sets: [set] })).replace(/\s+/g, ' ');
		expect(texts).toMatch(
			/Goods in total .*300 KGM \(kg\) .*EXAU1000003 .*No seal .*Seal S-1 .*total: 2 .*150\.3 KGM \(kg\) net 130\.3 KGM \(kg\)/,
		);
	});

	it('escapes every text, and needs no script and nothing from elsewhere', () => {
		const evil = `"><script src='https://evil.example'>&</script>`;
		const page = draftOf({
			payload: JSON.parse(JSON.stringify({ ...fullShipment, parcels: 'x' }), (_name, value: unknown) =>
				typeof value === 'string' ? evil : value,
			),
			notes: [issue({ path: evil, value: evil, rule: 'seal', advice: evil })],
			pdfNames: [evil],
		});
		expect(shown(page)).toContain(evil);
		expect(page).not.toContain('<script');
		const tags = new Set(Array.from(page.matchAll(/<\/?([a-z0-9]+)/gi), ([, tag]) => tag));
		expect(tags).not.toContain('img');
		expect(page).not.toMatch(/\b(?:src|href|on\w+)=["']|url\(|@import/);
		expect(page).toContain("default-src 'none'");
	});

	it('names the PDFs that are attached, and ends with the notes, each with its place', () => {
		const advice = 'The import has no field for ETD: these columns are not sent.';
		const notes = [issue({ path: '', rule: 'no field', advice, severity: 'note', source: 'Row 1' })];
		const page = draftOf({ payload: fullShipment, notes, pdfNames: ['Packing List', 'Invoice'] });
		expect(shown(page).replace(/\s+/g, ' ')).toMatch(
			/PDFs attached 2 Packing List Invoice .*Notes Row 1: The import has no field for ETD: these columns are not sent\. $/,
		);
	});
});
