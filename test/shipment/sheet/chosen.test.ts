import { mappableFields } from '../../../nodes/CargoExchange/shipment/sheet/columnChoices';
import { reading, remarks, shipments, type Row } from '../../helpers/sheet';

const container = { Container: 'CSQU3054383', Cargo: 'Tea' };
const row = (cells: Row): Row => ({ 'B/L Number': 'B', ...container, ...cells });

describe('a column that Column Mapping chooses is read, whatever it is called', () => {
	it.each([
		['id', 'shipmentReference', 'EXP-1'],
		['id', 'sets.containers.sealNumber', 'K017731'],
		['createdAt', 'sets.blDate', '2026-05-12'],
		['updatedAt', 'sets.setRef', 'R1'],
		['row_number', 'sets.setRef', '7'],
		['_files', 'externalReference', 'PO-1'],
	])('%s as %s', (column, field, value) => {
		const columns = [{ column, field }];
		const [shipment] = reading([row({ 'Shipment Reference': 'S', [column]: value })], { columns }).shipments;
		const other = reading([row({ [column]: value })], { columns }).shipments[0];
		expect(JSON.stringify([shipment?.payload, other?.payload])).toContain(`"${value}"`);
	});

	it('and otherwise left out, and named in a note', () => {
		const rows = [row({ 'Shipment Reference': 'S', id: 7, createdAt: '2026-11-01', _files: 'f' })];
		expect(JSON.stringify(shipments(rows)[0]?.payload)).not.toMatch(/7|2026/);
		expect(remarks(rows)).toEqual([
			'Sheet: Not read, since data tables have such columns of their own: id, createdAt. If one of them is yours, choose its field in Column Mapping.',
		]);
		expect(remarks(rows, { ignoreColumns: 'id, createdAt' })).toEqual([]);
	});

	it('and is among the candidates if the sheet has no column of references', () => {
		const [missing] = reading([row({ id: 'EXP-1' })]).issues;
		expect(missing?.inNode).toContain('in Column Mapping: B/L Number, Container, Cargo, id.');
	});
});

it('offers the fields of most sheets first, and each once', () => {
	const names = mappableFields.map(({ name }) => name);
	expect(names.slice(0, 3)).toEqual(['Choose a Field', '(Ignore)', 'Shipment Reference']);
	expect(names.slice(21, 25)).toEqual(['Gross Weight', 'Volume', 'Auto Collaboration', 'B/L Clause']);
	expect(new Set(names).size).toBe(names.length);
});
